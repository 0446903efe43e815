//! Chess as a game to search: it obeys the laws, exact strategies agree with minimax, and known mates are found.

use crate::strategies::{exact, inexact, parallel, with_quiescence};
use plywood_core::Position;
use plywood_eval::{Borrowed, Evaluator, Material};
use plywood_search::laws::{check_game, check_keyed, check_tactical};
use plywood_search::{
    AlphaBeta, Captures, Game, Killers, Limits, Minimax, PositionOnly, Quiescence, Random, Score,
    StopHandle, Strategy, Tactical, Transpositions, WithHistory,
};
use std::collections::HashSet;
use std::time::Duration;

/// The start, a middlegame full of captures, endings with promotions and en passant, and a check.
const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/8/8/3pP3/8/8/4r3/4K2R w K d6 0 2",
    "8/5B2/k5p1/4rp2/8/8/PP6/1K3R2 w - - 0 1",
];

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn material(position: &Position) -> Score {
    Material::default().evaluate(position)
}

#[test]
fn chess_obeys() {
    for fen in POSITIONS {
        for seed in 0..3 {
            check_game(&position(fen), seed).unwrap();
            check_keyed(&position(fen), seed).unwrap();
            check_tactical(&position(fen), seed).unwrap();
        }
        check_game(&WithHistory::new(position(fen)), 7).unwrap();
        check_keyed(&WithHistory::new(position(fen)), 7).unwrap();
    }
}

/// A move from the best set is one after which minimax, a ply shallower, still returns the value.
fn agree(fen: &str, depth: u32) {
    let root = position(fen);
    let truth = Minimax::new(material).search(&root, &Limits::depth(depth));
    for mut strategy in exact(material) {
        let report = strategy.search(&root, &Limits::depth(depth));
        let what = format!("{} at depth {depth} on {fen}", strategy.name());
        assert_eq!(report.score, truth.score, "{what}");
        assert!(report.is_exact, "{what}");
        let best = report
            .best_move
            .unwrap_or_else(|| panic!("no move: {what}"));
        let child =
            Minimax::new(material).search(&root.play_unchecked(best), &Limits::depth(depth - 1));
        let value = child.score.map(|score| -score.relative_to_root(1));
        assert_eq!(value, truth.score, "{best}: {what}");
    }
}

#[test]
fn every_exact_strategy_agrees_with_minimax() {
    for (fen, depth) in POSITIONS.into_iter().zip([3, 2, 3, 3, 3, 3]) {
        for depth in 1..=depth {
            agree(fen, depth);
        }
    }
}

#[test]
fn quiescence_gives_every_strategy_the_same_value() {
    for fen in [POSITIONS[0], POSITIONS[2], POSITIONS[4], POSITIONS[5]] {
        let mut minimax = Minimax::with_horizon(Quiescence::new(material));
        let truth = minimax.search(&position(fen), &Limits::depth(2)).score;
        for mut strategy in with_quiescence(material) {
            let report = strategy.search(&position(fen), &Limits::depth(2));
            assert_eq!(report.score, truth, "{} on {fen}", strategy.name());
        }
    }
}

/// Positions with the length of their shortest mate, and the only move that begins it if there is one.
const MATES: [(u32, &str, Option<&str>); 9] = [
    (1, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", Some("a1a8")),
    (1, "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", Some("a8a1")),
    (2, "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", None),
    (2, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", Some("a1a6")),
    (2, "5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - - 0 1", None),
    (3, "1r5k/4NP1b/7K/8/6R1/8/8/8 w - - 0 1", None),
    (3, "2k5/2N5/1PKP4/2P5/8/8/8/8 w - - 0 1", None),
    (4, "8/8/5pp1/6k1/6p1/6K1/8/7Q w - - 0 1", None),
    (4, "k7/1R3n2/2p5/7b/8/K7/1R6/8 w - - 0 1", None),
];

#[test]
fn mates_are_found_at_the_least_possible_depth() {
    for (moves, fen, best) in MATES {
        let root = position(fen);
        let depth = 2 * moves - 1;
        let mut search = AlphaBeta::new(material)
            .ordering((Captures, Killers::new()))
            .table(Transpositions::exact(16));
        // A deeper search prefers the same, shorter mate; a shallower one cannot see it.
        for depth in [depth, depth + 1] {
            let report = search.search(&root, &Limits::depth(depth));
            assert_eq!(report.score, Some(Score::won_in(2 * moves - 1)), "{fen}");
            let found = report.best_move.map(|mv| mv.to_string());
            assert!(best.is_none() || found.as_deref() == best, "{fen}");
        }
        let shallow = search.search(&root, &Limits::depth(depth - 1));
        assert!(shallow.score < Some(Score::won_in(100)), "{fen}");
    }
}

#[test]
fn every_exact_strategy_prefers_the_shorter_mate() {
    let with_one_move = |(moves, fen, best)| Some((moves, fen, best?));
    for (moves, fen, best) in MATES.into_iter().filter_map(with_one_move) {
        for mut strategy in exact(material) {
            let report = strategy.search(&position(fen), &Limits::depth(3));
            let what = format!("{} on {fen}", strategy.name());
            assert_eq!(report.score, Some(Score::won_in(2 * moves - 1)), "{what}");
            let found = report.best_move.map(|mv| mv.to_string());
            assert_eq!(found.as_deref(), Some(best), "{what}");
        }
    }
}

#[test]
fn a_lost_side_plays_the_longest_defense() {
    let only_move = position("7k/R7/1R6/8/8/8/8/6K1 b - - 0 1");
    let choice = position("6k1/R7/1R6/8/8/8/8/K7 b - - 0 1");
    for mut strategy in exact(material) {
        let report = strategy.search(&only_move, &Limits::depth(2));
        let name = strategy.name();
        assert_eq!(report.score, Some(Score::lost_in(2)), "{name}");
        let best = report.best_move.map(|mv| mv.to_string());
        assert_eq!(best.as_deref(), Some("h8g8"), "{name}");

        // Wherever the king moves, the next check on the last rank is mate.
        let report = strategy.search(&choice, &Limits::depth(3));
        assert_eq!(report.score, Some(Score::lost_in(2)), "{name}");
        assert!(report.best_move.is_some(), "{name}");
    }
}

#[test]
fn there_is_a_legal_move_under_any_limit_and_none_after_the_end() {
    let stopped = StopHandle::new();
    stopped.stop();
    let limits = [
        Limits::depth(0),
        Limits::nodes(0),
        Limits::nodes(300),
        Limits::time(Duration::ZERO),
        Limits::depth(u32::MAX).with_stop(&stopped),
    ];
    let mut all = exact(material);
    all.extend(inexact(material));
    all.extend(parallel(material));
    let mated = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    let stalemate = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let only_move = position("7k/R7/1R6/8/8/8/8/6K1 b - - 0 1");
    for mut strategy in all {
        for limits in &limits {
            let what = format!("{} under {limits:?}", strategy.name());
            for root in [position(POSITIONS[1]), only_move.clone()] {
                let best = strategy.search(&root, limits).best_move;
                assert!(best.is_some_and(|mv| root.is_legal(mv)), "{what}");
            }
            let at_the_end = [&mated, &stalemate].map(|root| strategy.search(root, limits));
            assert!(
                at_the_end.iter().all(|report| report.best_move.is_none()),
                "{what}"
            );
            let scores = at_the_end.map(|report| report.score);
            assert_eq!(
                scores,
                [Some(Score::lost_in(0)), Some(Score::DRAW)],
                "{what}"
            );
        }
    }
}

#[test]
fn a_key_covers_castling_en_passant_and_the_side_to_move() {
    let key = |fen: &str| position(fen).key();
    let castling = |rights: &str| key(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1"));
    assert_ne!(castling("KQkq"), castling("KQk"));
    assert_ne!(castling("-"), castling("Q"));
    let moved = "4k3/8/8/8/8/8/8/4K3";
    assert_ne!(
        key(&format!("{moved} w - - 0 1")),
        key(&format!("{moved} b - - 0 1"))
    );
    let en_passant =
        |pawns: &str, square: &str| key(&format!("4k3/8/8/{pawns}/8/8/8/4K3 w - {square} 0 1"));
    assert_ne!(en_passant("3pP3", "d6"), en_passant("3pP3", "-"));
    // Without a pawn that can capture, the en passant square makes no difference.
    assert_eq!(en_passant("3p1P2", "d6"), en_passant("3p1P2", "-"));
}

#[test]
fn endings_are_recognized_at_depth_zero() {
    let stalemate = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let mated = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    let bare_kings = position("7k/8/6K1/8/8/8/8/8 b - - 0 1");
    let scores = [stalemate, mated, bare_kings].map(|root| {
        let report =
            Minimax::new(|_: &Position| Score::centipawns(9)).search(&root, &Limits::depth(0));
        // Bare kings are a draw only by claim, so a move is needed.
        assert_eq!(report.best_move, root.legal_moves().first().copied());
        assert!(report.is_exact && report.line.first() == report.best_move.as_ref());
        report.score
    });
    assert_eq!(
        scores,
        [
            Some(Score::DRAW),
            Some(Score::lost_in(0)),
            Some(Score::DRAW)
        ]
    );
}

#[test]
fn the_fifty_move_rule_counts_only_with_history() {
    let root = position("7k/8/8/8/8/8/R7/K7 w - - 99 80");
    let material = Material::default();
    let bare = AlphaBeta::new(Borrowed(&material)).search(&root, &Limits::depth(1));
    let played = AlphaBeta::new(PositionOnly(Borrowed(&material)))
        .search(&WithHistory::new(root), &Limits::depth(1));
    assert!(bare.score > Some(Score::DRAW));
    assert_eq!(played.score, Some(Score::DRAW));
}

#[test]
fn victims_count_before_attackers() {
    let root = position("4k3/P7/3q1n2/4P3/1b6/8/8/4R1KB w - - 0 1");
    let mut moves = root.noisy_moves();
    moves.sort_by_key(|mv| -root.capture_rank(*mv));
    let order: Vec<String> = moves.iter().map(ToString::to_string).collect();
    assert_eq!(order, ["e5d6", "a7a8q", "e5f6"]);
    assert!(
        root.legal_moves()
            .iter()
            .filter(|mv| root.capture_rank(**mv) > 0)
            .count()
            == 3
    );
    let pawn_takes_queen = moves[0];
    assert_eq!(
        root.exchange(pawn_takes_queen),
        Score::centipawns(900 - 100)
    );
}

/// Independent draws give fewer than one pair of equal openings in a thousand such tests.
#[test]
fn random_games_of_nearby_seeds_begin_in_different_ways() {
    for of_game in [1, 6, 100] {
        let openings = (0..400).map(|game| {
            let mut position = Position::START;
            let moves = (0..6).map(|ply| {
                let limits = Limits::none().with_seed(of_game * game + ply);
                let mv = Random.search(&position, &limits).best_move;
                let mv = mv.expect("nobody is mated so soon");
                position = position.after(mv);
                mv
            });
            moves.collect::<Vec<_>>()
        });
        let different = openings.collect::<HashSet<_>>().len();
        assert!(different >= 399, "{different} with seeds {of_game} apart");
    }
}

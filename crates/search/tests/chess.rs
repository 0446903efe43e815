//! Chess is a game like any other: it obeys the laws, every sound strategy agrees on it, and mates are found where they are.

mod strategies;

use plywood_core::Position;
use plywood_eval::{Borrowed, Evaluator, Material};
use plywood_search::laws::{check_game, check_keyed, check_tactical};
use plywood_search::{
    AlphaBeta, Captures, IgnoringHistory, Limits, Minimax, Played, Quiescence, Score, Strategy,
    Tactical, Transpositions,
};
use strategies::{deepening, for_any_game, for_keyed_games, for_tactical_games, with_quiescence};

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
        check_game(&Played::new(position(fen)), 7).unwrap();
        check_keyed(&Played::new(position(fen)), 7).unwrap();
    }
}

/// A move from the best set is one after which minimax, a ply shallower, still returns the value.
fn agree(fen: &str, depth: u32, minimax: &Report, strategies: Vec<Box<dyn Strategy<Position>>>) {
    let root = position(fen);
    for mut strategy in strategies {
        let report = strategy.search(&root, &Limits::depth(depth));
        let what = format!("{} at depth {depth} on {fen}", strategy.name());
        assert_eq!(report.score, minimax.score, "{what}");
        assert!(report.is_exact, "{what}");
        let best = report
            .best_move
            .unwrap_or_else(|| panic!("no move: {what}"));
        let child = Minimax::new(material).search(&root.after(best), &Limits::depth(depth - 1));
        let value = child.score.map(|score| -score.relative_to_root(1));
        assert_eq!(value, minimax.score, "{best}: {what}");
    }
}

type Report = plywood_search::Report<plywood_core::Move>;

#[test]
fn every_sound_strategy_agrees_with_minimax() {
    for (fen, depth) in POSITIONS.into_iter().zip([3, 2, 3, 3, 3, 3]) {
        for depth in 1..=depth {
            let minimax = Minimax::new(material).search(&position(fen), &Limits::depth(depth));
            agree(fen, depth, &minimax, for_any_game(material));
            agree(fen, depth, &minimax, for_keyed_games(material));
            agree(fen, depth, &minimax, for_tactical_games(material));
            agree(fen, depth, &minimax, deepening(material));
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

#[test]
fn mates_are_found_at_the_least_depth_with_their_distance() {
    let mates = [
        (1, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8"),
        (2, "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", ""),
        (2, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6"),
    ];
    for (moves, fen, best) in mates {
        let root = position(fen);
        let depth = 2 * moves - 1;
        let mut search = AlphaBeta::new(material)
            .ordering(Captures)
            .table(Transpositions::exact(1));
        // A deeper search prefers the same, shorter mate; a shallower one cannot see it.
        for depth in [depth, depth + 1] {
            let report = search.search(&root, &Limits::depth(depth));
            assert_eq!(report.score, Some(Score::won_in(2 * moves - 1)), "{fen}");
            let found = report.best_move.map(|mv| mv.to_string());
            assert!(best.is_empty() || found.as_deref() == Some(best), "{fen}");
        }
        let shallow = search.search(&root, &Limits::depth(depth - 1));
        assert!(shallow.score < Some(Score::won_in(100)), "{fen}");
    }
}

#[test]
fn a_lost_side_still_moves() {
    let root = position("7k/R7/1R6/8/8/8/8/6K1 b - - 0 1");
    let report = AlphaBeta::new(material).search(&root, &Limits::depth(2));
    assert_eq!(report.score, Some(Score::lost_in(2)));
    assert_eq!(
        report.best_move.map(|mv| mv.to_string()).as_deref(),
        Some("h8g8")
    );
}

#[test]
fn the_end_of_the_game_is_seen_where_the_depth_ends() {
    let stalemate = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let mated = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    let bare_kings = position("7k/8/6K1/8/8/8/8/8 b - - 0 1");
    let scores = [stalemate, mated, bare_kings].map(|root| {
        let report =
            Minimax::new(|_: &Position| Score::centipawns(9)).search(&root, &Limits::depth(0));
        assert_eq!(report.best_move, None);
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
fn the_fifty_move_rule_counts_in_a_game_that_is_remembered() {
    let root = position("7k/8/8/8/8/8/R7/K7 w - - 99 80");
    let material = Material::default();
    let bare = AlphaBeta::new(Borrowed(&material)).search(&root, &Limits::depth(1));
    let played = AlphaBeta::new(IgnoringHistory(Borrowed(&material)))
        .search(&Played::new(root), &Limits::depth(1));
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

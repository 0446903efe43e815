//! Lines are legal to their end, mates are mates, and games end by the rules.

use plywood_core::{History, Position};
use plywood_engine::{Engine, Step};
use plywood_eval::Material;
use plywood_search::laws::{Contract, verify};
use plywood_search::{
    Limits, Minimax, Property, Score, StopHandle, StopReason, Strategy, WithHistory,
};

const MATES: [(&str, u32); 5] = [
    (
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        1,
    ),
    ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
    ("7k/8/4K3/8/8/8/8/6Q1 w - - 0 1", 3),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5),
    ("2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1", 5),
];

#[test]
fn mates_are_found_at_their_distance() {
    for (fen, plies) in MATES {
        let position: Position = fen.parse().unwrap();
        let report = Engine::new().search(&position, &Limits::depth(12));
        assert_eq!(report.score, Some(Score::won_in(plies)), "{fen}: {report}");
        assert_eq!(report.reason, StopReason::Solved, "{fen}: {report}");
        assert_eq!(report.line.len(), plies as usize, "{fen}: {report}");
    }
}

#[test]
fn what_is_solved_is_proven() {
    let mut engine = Engine::new().hash_megabytes(1);
    let mut minimax = Minimax::new(Material::default());
    let mut proofs = 0;
    for fen in [
        "7k/8/4K3/8/8/8/8/6Q1 w - - 0 1",
        "5k2/7R/5K2/6p1/6P1/8/8/8 w - - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    ] {
        let position: Position = fen.parse().unwrap();
        let contract = Contract::selective(&position, &mut minimax).depth(8);
        let coverage = verify(&mut engine, contract).unwrap();
        proofs += coverage.of(Property::Proofs);
    }
    assert!(proofs > 10, "{proofs} proofs");
}

#[test]
fn every_line_is_legal_to_its_end() {
    let mut engine = Engine::new().hash_megabytes(1);
    let mut game = History::default();
    let mut searches = 0;
    while game.outcome().is_none() && game.claim().is_none() && searches < 120 {
        let report = engine.search(
            &WithHistory::from(&game),
            &Limits::nodes(3_000).with_lines(2),
        );
        let others = report.other_lines.iter().map(|other| &other.line);
        for line in others.chain([&report.line]) {
            let mut position = game.position().clone();
            for &mv in line {
                assert!(
                    position.is_legal(mv),
                    "{mv} in {line} at {}",
                    game.position()
                );
                position = position.play_unchecked(mv);
            }
        }
        game.play(report.best_move.unwrap()).unwrap();
        searches += 1;
    }
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let mut engine = Engine::new();
    let mate: Position = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1".parse().unwrap();
    let report = engine.search(&mate, &Limits::depth(3));
    assert_eq!(
        (report.best_move, report.score),
        (None, Some(Score::lost_in(0)))
    );
    let stalemate: Position = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse().unwrap();
    let report = engine.search(&stalemate, &Limits::depth(3));
    assert_eq!((report.best_move, report.score), (None, Some(Score::DRAW)));
}

#[test]
fn the_engine_plays_without_any_one_step() {
    let position: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
        .parse()
        .unwrap();
    for step in Step::ALL.into_iter().filter(|step| !step.is_essential()) {
        let mut engine = Engine::new().hash_megabytes(1).without(step).unwrap();
        let report = engine.search(&position, &Limits::nodes(4_000));
        assert!(
            report.best_move.is_some_and(|mv| position.is_legal(mv)),
            "without {step}"
        );
        assert!(report.score.is_some(), "without {step}");
    }
}

#[test]
fn a_stop_before_the_search_still_gives_a_legal_move() {
    let handle = StopHandle::new();
    handle.stop();
    let limits = Limits::none().with_stop(&handle);
    let report = Engine::new().search(&Position::START, &limits);
    assert!(
        report
            .best_move
            .is_some_and(|mv| Position::START.is_legal(mv))
    );
}

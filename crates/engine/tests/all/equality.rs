//! Without its selective steps the engine is negamax with quiescence.

use plywood_core::Position;
use plywood_engine::{Engine, Evaluation, Step, Steps};
use plywood_eval::Scale;
use plywood_search::{Limits, Negamax, PositionOnly, Quiescence, Score, Strategy, WithHistory};

/// Positions with tactics, promotions, en passant, stalemate, mate, repetition and the fifty-move rule near.
const POSITIONS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "6k1/6p1/8/P6Q/8/8/rr6/q5BK w - - 0 1",
    "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
    "8/8/8/8/8/1k6/p7/K7 w - - 0 1",
    "7k/5Q2/8/8/8/8/8/K5r1 w - - 98 90",
    "k7/2Q5/8/8/8/8/8/K6R b - - 97 90",
    "4k3/8/8/8/8/8/3r4/4KB2 w - - 0 1",
    "8/1k6/8/8/8/8/2K1P2p/8 b - - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
];

fn exact_score(game: &WithHistory<Position>, depth: u32) -> Option<Score> {
    let quiescence = Quiescence::new(PositionOnly(Evaluation::default()));
    Negamax::with_horizon(quiescence)
        .search(game, &Limits::depth(depth))
        .score
}

#[test]
fn without_selective_steps_the_engine_is_negamax_with_quiescence() {
    for fen in POSITIONS {
        let game = WithHistory::new(fen.parse::<Position>().unwrap());
        // Negamax visits every node, and quiescence every capture, so positions with many men are searched less deeply.
        let is_small = game.position().board().occupied().len() <= 12;
        for depth in 1..=if is_small { 3 } else { 2 } {
            let exact = exact_score(&game, depth);
            let classical = Engine::new();
            let network = Engine::new().scaled(Scale::Network, Evaluation::default());
            for engine in [classical, network] {
                let mut engine = engine.steps(Steps::EXHAUSTIVE);
                let report = engine.search(&game, &Limits::depth(depth));
                assert_eq!(report.score, exact, "{fen} at depth {depth}: {engine:?}");
            }
        }
    }
}

#[test]
fn each_step_that_is_not_selective_can_be_switched_off_without_a_change_of_value() {
    let is_neutral = |step: &Step| !step.is_selective() && !step.is_essential();
    for fen in &POSITIONS[2..5] {
        let game = WithHistory::new(fen.parse::<Position>().unwrap());
        let exact = exact_score(&game, 2);
        let neutral = Step::ALL.into_iter().filter(is_neutral);
        for step in neutral.filter(|step| *step != Step::ImmediateDraws) {
            let steps = Steps::EXHAUSTIVE.without(step).unwrap();
            let mut engine = Engine::new().steps(steps).hash_megabytes(1);
            let report = engine.search(&game, &Limits::depth(2));
            assert_eq!(report.score, exact, "{fen} without {step}");
        }
    }
}

//! The nodes of an engine's search with each step switched off.

use plywood::engine::{Step, Steps};
use plywood::{Engine, Limits, Position, Strategy};

const POSITIONS: [&str; 4] = [
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
    "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP3PPP/RN1QK2R w KQkq - 0 7",
    "2r3k1/pp2bppp/1q2pn2/3p4/3P4/1P1BPN2/P2Q1PPP/2R3K1 w - - 0 1",
    "8/5pk1/4p1p1/1p1pP2p/3P1P1P/PP4P1/5K2/8 w - - 0 1",
];
const DEPTH: u32 = 9;
/// The steps to switch off, row by row.
const ROWS: [&[Step]; 9] = [
    &[Step::NullMove],
    &[Step::LateMoveReduction],
    &[Step::LateMovePruning],
    &[Step::FutilityPruning],
    &[Step::ReverseFutility],
    &[Step::SingularExtension],
    &[Step::TableLookup],
    &[Step::InternalReduction],
    &[Step::TableLookup, Step::InternalReduction],
];

fn nodes(steps: Steps) -> u64 {
    let count = |fen: &&str| {
        let position: Position = fen.parse().expect("the position is legal");
        let mut engine = Engine::new().hash_megabytes(16).steps(steps);
        let report = engine.search(&position, &Limits::depth(DEPTH));
        report.stats.nodes
    };
    POSITIONS.iter().map(count).sum()
}

pub fn main() {
    let all = nodes(Steps::ALL);
    println!("{:<44}{all:>9}", "every step");
    for row in ROWS {
        let off = |steps: Steps, step: &Step| steps.without(*step);
        let steps = row.iter().try_fold(Steps::ALL, off);
        let nodes = nodes(steps.expect("these steps can be switched off"));
        // Whole numbers, so that the rounding is the same everywhere.
        let ratio = nodes * 100 / all;
        let ratio = format!("{}.{:02}", ratio / 100, ratio % 100);
        let names: Vec<String> = row.iter().map(ToString::to_string).collect();
        let names = format!("without {}", names.join(" and "));
        println!("{names:<44}{nodes:>9}{ratio:>7} times");
    }
}

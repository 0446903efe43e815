//! Searches to depth 1, then 2, then 3, and counts what the shallow searches cost.

use plywood::{AlphaBeta, Captures, Classical, IterativeDeepening, Killers, Limits};
use plywood::{Position, QuietHistory, San, Transpositions};

const POSITION: &str = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";
const OTHER: &str = "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP3PPP/RN1QK2R w KQkq - 0 7";
const DEPTH: u32 = 5;

pub fn main() {
    let position: Position = POSITION.parse().expect("the position is legal");
    let fixed = || {
        AlphaBeta::new(Classical::default())
            .ordering((Captures, Killers::new(), QuietHistory::new()))
            .table(Transpositions::exact(16))
    };
    let report = IterativeDeepening::new(fixed()).search(&position, &Limits::depth(DEPTH));
    println!("depth  move   score    nodes");
    for iteration in &report.iterations {
        let mv = position.san(iteration.best_move).to_string();
        let score = iteration.score.to_string();
        println!(
            "{:>5}  {mv:<5} {score:>6} {:>8}",
            iteration.depth, iteration.nodes
        );
    }
    for (name, fen) in [("this", POSITION), ("another", OTHER)] {
        let position: Position = fen.parse().expect("the position is legal");
        let all = IterativeDeepening::new(fixed()).search(&position, &Limits::depth(DEPTH));
        let alone = fixed().search(&position, &Limits::depth(DEPTH));
        let (all, alone) = (all.stats.nodes, alone.stats.nodes);
        println!("{name} position: {all} nodes, and {alone} for depth {DEPTH} alone");
    }

    // Whenever the search is stopped, the last complete iteration has an answer.
    println!("\n  nodes allowed  depth reached  move");
    for nodes in [100, 1_000, 10_000, 100_000] {
        let report = IterativeDeepening::new(fixed()).search(&position, &Limits::nodes(nodes));
        let mv = position.san(report.best_move);
        println!("{nodes:>15}  {:>13}  {mv}", report.depth);
    }
}

//! The horizon: a search that stops in the middle of an exchange counts the queen that is about to be lost.

use plywood::search::{EveryNoisyMove, Quiescence};
use plywood::{AlphaBeta, Limits, Material, Position, San};

/// The queen can take pawns that other pawns defend, and each odd depth ends with such a capture.
const POSITION: &str = "4k3/1pp2p2/p2p2p1/4p3/8/4P1Q1/5PPP/6K1 w - - 0 1";

pub fn main() {
    let position: Position = POSITION.parse().expect("the position is legal");
    println!("        without quiescence          with quiescence");
    println!("depth   move  score    nodes        move  score    nodes  quiescence");
    for depth in 1..=5 {
        let limits = Limits::depth(depth);
        let blind = AlphaBeta::new(Material::default()).search(&position, &limits);
        let seeing = AlphaBeta::new(Material::default())
            .quiescence()
            .search(&position, &limits);
        let text = |report: &plywood::Report<_>| {
            let score = report
                .score
                .expect("the search came to its end")
                .to_string();
            let mv = position.san(report.best_move).to_string();
            format!("{mv:<6}{score:>6} {:>8}", report.stats.nodes)
        };
        let below = seeing.stats.quiescence;
        println!(
            "{depth:>5}   {}       {} {below:>11}",
            text(&blind),
            text(&seeing)
        );
    }
    // Every capture, including those that lose material by exchange: more nodes for the same score.
    let every = Quiescence::new(Material::default()).selecting(EveryNoisyMove);
    let report = AlphaBeta::with_horizon(every).search(&position, &Limits::depth(5));
    println!("depth 5 with every capture: {} nodes", report.stats.nodes);
}

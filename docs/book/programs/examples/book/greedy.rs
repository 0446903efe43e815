//! A player who looks one ply ahead takes what it can, and loses its queen.

use plywood::{Limits, Material, Minimax, Position, San};

/// White's queen can take the pawn on d6, which the pawn on c7 defends.
const POSITION: &str = "4k3/2p5/3p4/8/8/6Q1/8/4K3 w - - 0 1";

pub fn main() {
    let position: Position = POSITION.parse().expect("the position is legal");
    println!("{}", position.board());
    println!("depth  move   score  expected line");
    for depth in 1..=4 {
        let report = Minimax::new(Material::default()).search(&position, &Limits::depth(depth));
        let mv = position.san(report.best_move).to_string();
        let score = report
            .score
            .expect("the search came to its end")
            .to_string();
        println!(
            "{depth:>5}  {mv:<5} {score:>6}  {}",
            position.san_line(&report.line)
        );
    }
}

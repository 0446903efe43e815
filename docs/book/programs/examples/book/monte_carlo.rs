//! Monte Carlo search plays games, and its solver proves what they end in.

use plywood::search::games::ConnectFour;
use plywood::{Limits, MonteCarlo};

pub fn main() {
    // X has three stones in the lowest row, c1, d1 and e1, so O is lost: X completes four at b1 or at f1.
    let board: ConnectFour = "ddeec".parse().expect("the moves are legal");
    println!("  rounds   nodes  move  score   solver");
    for rounds in [10, 100, 1_000, 10_000] {
        let limits = Limits::rounds(rounds).with_seed(1);
        let search = MonteCarlo::new(ConnectFour::estimate);
        let [plain, solver] =
            [search, search.solving()].map(|mut search| search.search(&board, &limits));
        let mv = plain
            .best_move
            .map_or_else(String::new, |column| column.to_string());
        let [score, solved] = [plain.score, solver.score]
            .map(|score| score.map_or_else(String::new, |score| score.to_string()));
        println!(
            "{rounds:>8} {:>7}  {mv:>4}  {score:<6}  {solved}",
            plain.stats.nodes
        );
    }
}

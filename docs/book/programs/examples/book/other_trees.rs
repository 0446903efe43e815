//! Trees that do not grow depth by depth: proof numbers follow forcing lines, Monte Carlo plays games.

use plywood::search::games::ConnectFour;
use plywood::{AlphaBeta, Captures, IterativeDeepening, Limits, Material, MonteCarlo, Position};
use plywood::{ProofNumber, San};

/// The side to move mates in three, mostly by checks.
const MATES: [&str; 3] = [
    "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
    "1r3r1k/5Bpp/8/8/P2qQ3/5R2/1b4PP/5K2 w - - 0 1",
    "2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1",
];

pub fn main() {
    println!("mate                  proof-number nodes  alpha-beta nodes");
    for fen in MATES {
        let position: Position = fen.parse().expect("the position is legal");
        let proof = ProofNumber::new().search(&position, &Limits::depth(7));
        let plies = proof.score.and_then(|score| score.mate_in());
        let plain = AlphaBeta::new(Material::default()).ordering(Captures);
        let depth = 2 * plies.map_or(3, i32::unsigned_abs) - 1;
        let full = IterativeDeepening::new(plain).search(&position, &Limits::depth(depth));
        let (mv, mate) = (position.san(proof.best_move), plies.unwrap_or(0));
        let nodes = (proof.stats.nodes, full.stats.nodes);
        println!("{mv:<8} mate in {mate} {:>21} {:>17}", nodes.0, nodes.1);
    }

    // X has three stones in the lowest row, c1, d1 and e1, so O is lost: X completes four at b1 or at f1.
    let board: ConnectFour = "ddeec".parse().expect("the moves are legal");
    println!("\n  rounds   nodes  move  score   solver");
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

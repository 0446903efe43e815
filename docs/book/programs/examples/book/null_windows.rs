//! Principal variation search: is this move better? Usually it isn't, and finding that out is cheaper.

use plywood::search::{GenerationOrder, MoveOrdering};
use plywood::{AlphaBeta, Captures, Killers, Limits, Material, Position};
use plywood::{PrincipalVariationSearch, QuietHistory};

const POSITIONS: [&str; 4] = [
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
    "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5",
    "2r3k1/pp2bppp/1q2pn2/3p4/3P4/1P1BPN2/P2Q1PPP/2R3K1 w - - 0 1",
    "8/5pk1/4p1p1/1p1pP2p/3P1P1P/PP4P1/5K2/8 w - - 0 1",
];

/// The nodes of both searches with this order of moves, and how many moves were searched again.
fn compare(name: &str, ordering: impl MoveOrdering<Position> + Clone + Send) {
    let (evaluator, limits) = (Material::default(), Limits::depth(5));
    let mut full = AlphaBeta::new(evaluator).ordering(ordering.clone());
    let mut null = PrincipalVariationSearch::new(evaluator).ordering(ordering);
    let mut sums = [0; 3];
    for (number, fen) in (1..).zip(POSITIONS) {
        let position: Position = fen.parse().expect("the position is legal");
        let full = full.search(&position, &limits);
        let null = null.search(&position, &limits);
        assert_eq!(full.score, null.score, "both find the value of minimax");
        let counts = [full.stats.nodes, null.stats.nodes, null.stats.researches];
        let [full, null, again] = counts;
        println!("{name:<13}{number:>3}  {full:>14} {null:>10} {again:>6}");
        sums = [0, 1, 2].map(|column| sums[column] + counts[column]);
    }
    let [full, null, again] = sums;
    println!("{name:<13}all  {full:>13} {null:>10} {again:>6}\n");
}

pub fn main() {
    println!("                      alpha-beta        PVS  again");
    compare("as generated", GenerationOrder);
    compare("ordered", (Captures, Killers::new(), QuietHistory::new()));
}

//! Principal variation search: is this move better? Usually it is not, and that is cheaper to find out.

use plywood::{AlphaBeta, Captures, Killers, Limits, Material, Position};
use plywood::{PrincipalVariationSearch, QuietHistory, Strategy};

const POSITIONS: [&str; 4] = [
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
    "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5",
    "2r3k1/pp2bppp/1q2pn2/3p4/3P4/1P1BPN2/P2Q1PPP/2R3K1 w - - 0 1",
    "8/5pk1/4p1p1/1p1pP2p/3P1P1P/PP4P1/5K2/8 w - - 0 1",
];

/// The nodes of both searches, and how many moves were searched again.
fn compare(position: &Position, is_ordered: bool) -> [u64; 3] {
    let (evaluator, limits) = (Material::default(), Limits::depth(5));
    let ordering = (Captures, Killers::new(), QuietHistory::new());
    let (full, null) = (
        AlphaBeta::new(evaluator),
        PrincipalVariationSearch::new(evaluator),
    );
    let (full, null) = if is_ordered {
        let full = full.ordering(ordering.clone()).search(position, &limits);
        (full, null.ordering(ordering).search(position, &limits))
    } else {
        let mut searches = (full, null);
        (
            searches.0.search(position, &limits),
            searches.1.search(position, &limits),
        )
    };
    assert_eq!(full.score, null.score, "both find the value of minimax");
    [
        full.stats.explored,
        null.stats.explored,
        null.stats.researches,
    ]
}

pub fn main() {
    println!("                      alpha-beta        PVS  again");
    for (is_ordered, name) in [(false, "as generated"), (true, "ordered")] {
        let mut sums = [0; 3];
        for (number, fen) in (1..).zip(POSITIONS) {
            let counts = compare(&fen.parse().expect("the position is legal"), is_ordered);
            println!(
                "{name:<13}{number:>3}  {:>14} {:>10} {:>6}",
                counts[0], counts[1], counts[2]
            );
            sums = [0, 1, 2].map(|column| sums[column] + counts[column]);
        }
        println!(
            "{name:<13}all  {:>13} {:>10} {:>6}\n",
            sums[0], sums[1], sums[2]
        );
    }
}

//! Proof numbers follow forcing lines, and alpha-beta looks at every line.

use plywood::search::DfPn;
use plywood::{
    AlphaBeta, Captures, Engine, IterativeDeepening, Killers, Limits, Material, Position,
    ProofNumber, QuietHistory, San, Strategy, Transpositions,
};

/// The side to move mates in three, mostly by checks.
const MATES: [&str; 3] = [
    "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
    "1r3r1k/5Bpp/8/8/P2qQ3/5R2/1b4PP/5K2 w - - 0 1",
    "2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1",
];

pub fn main() {
    println!("nodes                 proof numbers  alpha-beta, captures  with every part  engine");
    for fen in MATES {
        let position: Position = fen.parse().expect("the position is legal");
        let proof = ProofNumber::new().search(&position, &Limits::depth(7));
        let plies = proof.score.and_then(|score| score.mate_in());
        let plain = || AlphaBeta::new(Material::default());
        let order = (Captures, Killers::new(), QuietHistory::new());
        let others: [Box<dyn Strategy<Position>>; 3] = [
            Box::new(IterativeDeepening::new(plain().ordering(Captures))),
            Box::new(IterativeDeepening::new(
                plain().ordering(order).table(Transpositions::exact(16)),
            )),
            Box::new(Engine::new()),
        ];
        let mate = plies.unwrap_or(0);
        let limits = Limits::depth(2 * mate.unsigned_abs() - 1);
        let [captures, every_part, engine] =
            others.map(|mut other| other.search(&position, &limits).stats.nodes);
        let mv = position.san(proof.best_move);
        println!(
            "{mv:<8} mate in {mate}{:>16}{captures:>22}{every_part:>17}{engine:>8}",
            proof.stats.nodes
        );
    }
    println!("\nmate      proof-number         PN²      df-pn");
    for fen in MATES {
        let position: Position = fen.parse().expect("the position is legal");
        let searches: [Box<dyn Strategy<Position>>; 3] = [
            Box::new(ProofNumber::new()),
            Box::new(ProofNumber::new().squared()),
            Box::new(DfPn::new(16)),
        ];
        let reports = searches.map(|mut search| search.search(&position, &Limits::depth(7)));
        let mv = position.san(reports[0].best_move);
        let [plain, squared, depth_first] = reports.map(|report| report.stats.nodes);
        println!("{mv:<8} {plain:>13} {squared:>11} {depth_first:>10}");
    }
}

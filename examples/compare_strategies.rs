//! Compares the search strategies on one position: `cargo run --release --example compare_strategies`.
//!
//! `STRATEGIES` shows how each is composed. Other games, many positions, plots and data are the lab's: `plywood-lab compare`.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;

use plywood::engine::Engine;
use plywood::eval::evaluators;
use plywood::search::strategies::AnyStrategy;
use plywood::search::{AlphaBetaFailHard, AlphaBetaMaxMin, Aspiration, BestNode, Captures};
use plywood::search::{Comparison, FixedDepth, Killers, MonteCarlo, MtdF, Parallel, ProofNumber};
use plywood::search::{QuietHistory, Random, SssStar};
use plywood::{AlphaBeta, Evaluator, IterativeDeepening, Limits, Minimax, Move};
use plywood::{Negamax, Position, PrincipalVariationSearch, Transpositions};

use options::{Options, unknown};

const HELP: &str = "\
Runs every search strategy on one position, with the same evaluator and to the same depth, and shows
what each plays, its score, and what that cost. Exact strategies promise the score of minimax with the
same evaluation at the horizon; they differ in how much of the tree they search. Of those, a search with
quiescence evaluates differently, so its score may differ: see \"same value\".

usage: cargo run --release --example compare_strategies -- [OPTIONS]

  --fen FEN             the position, in quotes
  --depth N             in plies; 5 if not given
  --evaluator NAME      material (if not given), blogchess, swift, classical or random
  --strategies A,B,C    only these; all if not given
  --help                this text
example: cargo run --release --example compare_strategies -- --depth 6 --strategies minimax,mtd-f

Other games, many positions, plots, JSON and CSV: cargo run --release -p plywood-lab -- compare --help
";

/// An evaluator that all strategies share.
type Shared = Arc<dyn Evaluator<Position> + Send + Sync>;

/// Makes a strategy from an evaluator.
type Make = fn(Shared) -> AnyStrategy<Position>;

/// The strategies for chess. Each is composed of a search, the parts inside it, and the drivers around it; the last is the
/// full-strength engine, with the evaluator of the others.
#[rustfmt::skip]
const STRATEGIES: [(&str, Make); 25] = [
    ("random", |_| Box::new(Random)),
    ("minimax", |e| Box::new(Minimax::new(e))),
    ("negamax", |e| Box::new(Negamax::new(e))),
    ("alpha-beta-max-min", |e| Box::new(AlphaBetaMaxMin::new(e))),
    ("alpha-beta-fail-hard", |e| Box::new(AlphaBetaFailHard::new(e))),
    ("alpha-beta", |e| Box::new(AlphaBeta::new(e))),
    ("alpha-beta-killers", |e| Box::new(AlphaBeta::new(e).ordering(Killers::new()))),
    ("alpha-beta-captures", |e| Box::new(AlphaBeta::new(e).ordering(Captures))),
    ("alpha-beta-ordered", |e| Box::new(AlphaBeta::new(e).ordering(ordering()))),
    ("alpha-beta-table", |e| Box::new(AlphaBeta::new(e).table(table()))),
    ("principal-variation", |e| Box::new(PrincipalVariationSearch::new(e))),
    ("sss-star", |e| Box::new(SssStar::new(e))),
    ("deepening", |e| deepen(AlphaBeta::new(e))),
    ("deepening-table", |e| deepen(AlphaBeta::new(e).table(table()))),
    ("practical-table", |e| deepen(AlphaBeta::new(e).table(Transpositions::reusing_deeper(16)))),
    ("aspiration", |e| deepen(Aspiration::new(PrincipalVariationSearch::new(e).table(table())))),
    ("mtd-f", |e| deepen(MtdF::new(AlphaBeta::new(e).table(table())))),
    ("best-node", |e| deepen(BestNode::new(AlphaBeta::new(e).table(table())))),
    ("parallel", |e| deepen(Parallel::new(PrincipalVariationSearch::new(e).table(table()), 2))),
    ("everything-exact", |e| {
        let search = PrincipalVariationSearch::new(e).ordering(ordering()).table(table());
        deepen(Aspiration::new(search))
    }),
    ("quiescence", |e| deepen(AlphaBeta::new(e).quiescence().ordering(ordering()))),
    ("everything", |e| {
        let search = PrincipalVariationSearch::new(e).quiescence().ordering(ordering());
        deepen(Aspiration::new(search.table(Transpositions::reusing_deeper(16))))
    }),
    ("monte-carlo", |e| Box::new(MonteCarlo::new(e))),
    ("proof-number", |_| Box::new(ProofNumber::new())),
    ("engine", |e| Box::new(Engine::new().evaluator(e))),
];

/// Captures first, then killer moves, then moves that caused cut-offs elsewhere.
fn ordering() -> (Captures, (Killers<Move>, QuietHistory)) {
    (Captures, (Killers::new(), QuietHistory::new()))
}

/// A table of 16 megabytes that changes no value.
fn table() -> Transpositions {
    Transpositions::exact(16)
}

/// Searches to depth 1, then 2, and so on. Behind `dyn`, iterative deepening is compiled only once.
fn deepen(search: impl FixedDepth<Position> + Send + 'static) -> AnyStrategy<Position> {
    let search: Box<dyn FixedDepth<Position> + Send> = Box::new(search);
    Box::new(IterativeDeepening::new(search))
}

/// White can take the pawn on e5 with the knight and give up the queen: at depth 5 a search sees the mate (Légal's).
const LEGAL: &str = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let position = options.position(LEGAL)?;
    let depth = options.number("--depth", 5)?;
    let name = options.get("--evaluator").unwrap_or("material");
    let evaluator: Shared = Arc::from(evaluators::by_name(name)?);
    let all = STRATEGIES.map(|(name, _)| name);
    let chosen = match options.get("--strategies") {
        Some(names) => names.split(',').collect(),
        None => all.to_vec(),
    };
    let mut comparison = Comparison::new(&position, Limits::depth(depth)).against("minimax");
    for name in chosen {
        let known = STRATEGIES.iter().find(|(known, _)| *known == name);
        let (_, make) = known.ok_or_else(|| unknown("strategy", name, &all))?;
        comparison = comparison.strategy(name, make(Arc::clone(&evaluator)));
    }
    let table = comparison.before_each(|name| eprintln!("{name} ...")).run();
    Ok(format!(
        "{position}, depth {depth}, evaluator {name}; scores are from the side to move's view\n\n{table}"
    ))
}

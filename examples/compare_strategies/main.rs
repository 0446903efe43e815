//! Compares the search strategies on one position: `cargo run --release --example compare_strategies`.
//!
//! `STRATEGIES` shows how each is composed. The other files hold the small games, the options, and JSON, CSV and the plot.

mod export;
mod options;
mod plot;
mod small_games;

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;

use plywood::engine::Engine;
use plywood::eval::evaluators;
use plywood::search::strategies::AnyStrategy;
use plywood::search::{AlphaBetaFailHard, AlphaBetaMaxMin, Aspiration, BestNode, Captures};
use plywood::search::{Comparison, FixedDepth, Killers, MonteCarlo, MtdF, Parallel, ProofNumber};
use plywood::search::{QuietHistory, Random, SssStar};
use plywood::{AlphaBeta, Evaluator, Game, IterativeDeepening, Limits, Minimax, Move};
use plywood::{Negamax, Position, PrincipalVariationSearch, Transpositions};

use options::{Options, Setting};

/// An evaluator that all strategies share.
type Shared<G> = Arc<dyn Evaluator<G> + Send + Sync>;

/// Makes a strategy from an evaluator.
type Make = fn(Shared<Position>) -> AnyStrategy<Position>;

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
    match Options::parse().and_then(run) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}\nTry --help.");
            ExitCode::from(2)
        }
    }
}

fn run(options: Option<Options>) -> Result<String, Box<dyn Error>> {
    let Some(options) = options else {
        return Ok(options::HELP.to_owned());
    };
    match options.game.as_str() {
        "chess" => chess(&options),
        "connect-four" => small_games::connect_four(&options),
        "tic-tac-toe" => small_games::tic_tac_toe(&options),
        "plain-tic-tac-toe" => small_games::plain_tic_tac_toe(&options),
        other => Err(options::unknown("game", other, &options::GAMES)),
    }
}

fn chess(options: &Options) -> Result<String, Box<dyn Error>> {
    let setting = options.setting(LEGAL, "material", 5);
    let (position, repairs) = Position::from_fen_lenient(setting.position)?;
    for repair in repairs {
        eprintln!("warning: {repair}");
    }
    let evaluator: Shared<Position> = Arc::from(evaluators::by_name(setting.evaluator)?);
    let names = STRATEGIES.map(|(name, _)| name);
    let make = |name: &str| match STRATEGIES.iter().find(|(known, _)| *known == name) {
        Some((_, make)) => Ok(make(Arc::clone(&evaluator))),
        None => Err(options::unknown("strategy", name, &names)),
    };
    compare(options, &setting, &position, &names, &make)
}

/// Makes the strategy of a name.
type MakeByName<'a, G> = dyn Fn(&str) -> Result<AnyStrategy<G>, Box<dyn Error>> + 'a;

/// Runs the strategies, all or those of `--strategies`, and writes the result in the form that the options ask for.
fn compare<G: Game + 'static>(
    options: &Options,
    setting: &Setting,
    position: &G,
    names: &[&str],
    make: &MakeByName<G>,
) -> Result<String, Box<dyn Error>> {
    let names = options.strategies.as_ref().map_or(names.to_vec(), |names| {
        names.iter().map(String::as_str).collect()
    });
    let comparison_at = |depth| {
        let mut comparison = Comparison::new(position, Limits::depth(depth)).against("minimax");
        for name in &names {
            comparison = comparison.strategy(name, make(name)?);
        }
        Ok::<_, Box<dyn Error>>(comparison)
    };
    let comparison = comparison_at(setting.depth)?;
    let table = comparison.before_each(|name| eprintln!("{name} ...")).run();
    if let Some(file) = &options.svg {
        let mut tables = Vec::new();
        for depth in 1..=setting.depth {
            tables.push(comparison_at(depth)?.run());
        }
        std::fs::write(file, plot::svg(setting, &tables))
            .map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(options.write(setting, &table))
}

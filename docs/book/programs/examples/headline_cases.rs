//! Runs the searches that four published programs report: `cargo run --release --example headline_cases`.

#[path = "../../../../examples/shared/options.rs"]
mod options;

use std::error::Error;
use std::fmt::Write as _;
use std::process::ExitCode;

use plywood::catalog::AnyStrategy;
use plywood::chess::Position;
use plywood::eval::evaluators;
use plywood::search::Captures;
use plywood::{AlphaBeta, IterativeDeepening, Limits, Material, Minimax, Negamax, Transpositions};

use options::Options;

const HELP: &str = "\
Runs the searches that four published programs report, each with the evaluator of that program, and prints
a table: what they find, how many nodes they visit, and the time of the fastest of several runs.

usage: cargo run --release --example headline_cases -- [OPTIONS]

  --runs N    how many times to run each; 5 if not given
  --help      this text
";

const FORK: &str = "4k3/pp3ppp/8/1N1q4/8/8/PPP2PPP/6K1 w - - 0 1";
const POST: &str = "8/5B2/k5p1/4rp2/8/8/PP6/1K3R2 w - - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

struct Case {
    program: &'static str,
    reported: &'static str,
    fen: &'static str,
    depth: u32,
    search: &'static str,
    make: fn() -> AnyStrategy<Position>,
}

const CASES: [Case; 5] = [
    Case {
        program: "BlogChess, a fork",
        reported: "depth 3 in 37 s",
        fen: FORK,
        depth: 3,
        search: "negamax",
        make: || Box::new(Negamax::new(evaluators::blogchess())),
    },
    Case {
        program: "the Swift post",
        reported: "depth 5",
        fen: POST,
        depth: 5,
        search: "minimax",
        make: || Box::new(Minimax::new(evaluators::swift())),
    },
    Case {
        program: "the Swift post",
        reported: "depth 5",
        fen: POST,
        depth: 5,
        search: "alpha-beta, captures first",
        make: || Box::new(AlphaBeta::new(evaluators::swift()).ordering(Captures)),
    },
    Case {
        program: "the Chesspresso report, the start",
        reported: "depth 4, its deepest",
        fen: START,
        depth: 4,
        search: "minimax",
        make: || Box::new(Minimax::new(Material::default())),
    },
    Case {
        program: "the Chesspresso report, the start",
        reported: "depth 6, its deepest",
        fen: START,
        depth: 6,
        search: "alpha-beta and table, deepened",
        make: || {
            let table = Transpositions::exact(16);
            let search = AlphaBeta::new(Material::default()).table(table);
            Box::new(IterativeDeepening::new(search))
        },
    },
];

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let runs: u32 = options.number("--runs", 5)?;
    let mut table = String::from(
        "| program and position | reported | here | finds | nodes | time |\n|---|---|---|---|---|---|\n",
    );
    for case in &CASES {
        let position: Position = case.fen.parse()?;
        let search = || (case.make)().search(&position, &Limits::depth(case.depth));
        let reports = (0..runs.max(1)).map(|_| search());
        let fastest = reports.min_by_key(|report| report.elapsed);
        let report = fastest.expect("there is at least one run");
        let best_move = report
            .best_move
            .map_or("none".to_owned(), |mv| mv.to_string());
        writeln!(
            table,
            "| {} | {} | {} | {best_move} {} | {} | {:.1} ms |",
            case.program,
            case.reported,
            case.search,
            report.score.unwrap_or_default(),
            report.stats.explored,
            1000.0 * report.elapsed.as_secs_f64()
        )?;
    }
    Ok(table)
}

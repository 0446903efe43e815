//! Runs the searches that three published programs report: `cargo run --release --example headline_cases`.

#[path = "../../../../examples/shared/options.rs"]
mod options;

use std::error::Error;
use std::fmt::Write as _;
use std::process::ExitCode;

use plywood::catalog::chess;
use plywood::{Limits, Position, Strategy as _};

use options::Options;

const HELP: &str = "\
Runs the searches that published programs report, each with the evaluator of that program, and prints a table:
what they find, how many nodes they visit, and how long that takes.

usage: cargo run --release --example headline_cases -- [OPTIONS]

  --help      this text
";

const FORK: &str = "4k3/pp3ppp/8/1N1q4/8/8/PPP2PPP/6K1 w - - 0 1";
const POST: &str = "8/5B2/k5p1/4rp2/8/8/PP6/1K3R2 w - - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A program with its position, what it reports, and the search in words and as the catalog has it.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    u32,
    [&'static str; 2],
);

const CASES: [Case; 5] = [
    (
        "BlogChess, a fork",
        "depth 3 in 37 s",
        FORK,
        3,
        ["negamax", "negamax:evaluator=blogchess"],
    ),
    (
        "the Swift post",
        "depth 5",
        POST,
        5,
        ["minimax", "minimax:evaluator=swift"],
    ),
    (
        "the Swift post",
        "depth 5",
        POST,
        5,
        [
            "alpha-beta, captures first",
            "alpha-beta+captures:evaluator=swift",
        ],
    ),
    (
        "the Chesspresso report, the start",
        "depth 4, its deepest",
        START,
        4,
        ["minimax", "minimax:evaluator=material"],
    ),
    (
        "the Chesspresso report, the start",
        "depth 6, its deepest",
        START,
        6,
        [
            "alpha-beta and table, deepened",
            "alpha-beta+table=16+deepening:evaluator=material",
        ],
    ),
];

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(_: &Options) -> Result<String, Box<dyn Error>> {
    let mut table = String::from(
        "| program and position | reported | here | finds | nodes | time |\n|---|---|---|---|---|---|\n",
    );
    for (program, reported, fen, depth, [search, spec]) in CASES {
        let position: Position = fen.parse()?;
        let mut strategy = chess().contender(spec)?.strategy(0);
        let report = strategy.search(&position, &Limits::depth(depth));
        let best_move = report.best_move.expect("the game is not over");
        let (score, nodes) = (report.score.unwrap_or_default(), report.stats.nodes);
        let milliseconds = 1000.0 * report.elapsed.as_secs_f64();
        writeln!(
            table,
            "| {program} | {reported} | {search} | {best_move} {score} | {nodes} | {milliseconds:.1} ms |"
        )?;
    }
    Ok(table)
}

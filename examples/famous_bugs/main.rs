//! What four published faults cost: `cargo run --release --example famous_bugs`.
//!
//! Each is a strategy, or a part of one, written outside the library through its public traits; a file for each program.

#[path = "../common/command.rs"]
mod command;

mod blogchess;
mod case;
mod swift;
mod table;

use std::process::ExitCode;

use plywood::chess::FenError;

const HELP: &str = "\
Programs published to teach how a computer chooses a move have taught their faults, too. Here are four,
as they were published and as they were meant, each on a position that shows what it costs:
alpha-beta in which Min never lowers beta; a table that keeps bounds as if they were values; `>` where
`>=` was meant, twice; and mates that are worth the same at any distance.

usage: cargo run --release --example famous_bugs -- [OPTIONS]

  --help    this text

fewer: how many times fewer nodes than the search in the first row, which is right; value: as there.
";

fn main() -> ExitCode {
    command::main(run)
}

/// What to print, or what is wrong with the arguments.
pub(crate) fn run(arguments: &[String]) -> Result<String, String> {
    let Some([]) = command::options(arguments, [])? else {
        return Ok(HELP.to_owned());
    };
    cases().map_err(|error| error.to_string())
}

fn cases() -> Result<String, FenError> {
    let mut cases = vec![swift::case()?];
    cases.extend(table::cases()?);
    cases.extend(blogchess::cases()?);
    let texts: Vec<String> = cases.iter().map(ToString::to_string).collect();
    Ok(texts.join("\n"))
}

//! The cost of four published bugs: `cargo run --release --example famous_bugs`.
//!
//! Each is a strategy, or a part of one, written outside the library with its public traits; a file for each program.

mod blogchess;
mod case;
#[path = "../../../../../examples/shared/options.rs"]
mod options;
mod swift;
mod table;

use std::error::Error;
use std::process::ExitCode;

use options::Options;

const HELP: &str = "\
Some programs that were published to teach how a computer chooses a move contain bugs. Here are four of
them, as published and as intended, each on a position that shows what it costs: alpha-beta in which Min
never lowers beta; a table that stores bounds as if they were values; `>` where `>=` was intended, twice;
and mates that are worth the same at any distance.

usage: cargo run --release --example famous_bugs -- [OPTIONS]

  --help    this text

fewer: how many times fewer nodes than the correct search in the first row; value: whether it is the same.
";

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(_: &Options) -> Result<String, Box<dyn Error>> {
    let mut cases = vec![swift::case()?];
    cases.extend(table::cases()?);
    cases.extend(blogchess::cases()?);
    let texts: Vec<String> = cases.iter().map(ToString::to_string).collect();
    Ok(texts.join("\n"))
}

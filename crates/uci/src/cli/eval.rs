//! `plywood eval`.

use crate::cli::position;
use crate::engine_options::{STANDARD, plywood};
use crate::explanation;
use clap::Args;
use plywood_console::{Failure, output};

/// The end of `--help`.
const EXAMPLES: &str = "\
Examples:
  plywood eval
  plywood eval --evaluator material '4k3/pp3ppp/8/1N1q4/8/8/PPP2PPP/6K1 w - - 0 1'";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// The position.
    #[arg(value_name = "FEN", default_value = "startpos")]
    fen: String,
    /// The evaluator.
    #[arg(long, value_name = "NAME", default_value = STANDARD)]
    evaluator: String,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let position = position::read(&self.fen)?;
        let board = position.to_text();
        let text = explanation::explain(&plywood(), &self.evaluator, &position)
            .map_err(|error| Failure::Usage(error.to_string()))?;
        output::print(&format!("{board}\n{text}\n"))
    }
}

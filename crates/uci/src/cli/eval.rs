//! `plywood eval`.

use crate::cli::position;
use crate::engine_options::{STANDARD, plywood};
use crate::explanation;
use clap::Args;
use plywood_catalog::{EvaluatorSpec, SpecError};
use plywood_console::output::{self, Kind, OutputFile, Replace};
use plywood_console::{Failure, OutputPath};

/// The end of `--help`.
const EXAMPLES: &str = "\
Examples:
  plywood eval
  plywood eval --evaluator net --portrait net.svg
  plywood eval --evaluator material '4k3/pp3ppp/8/1N1q4/8/8/PPP2PPP/6K1 w - - 0 1'";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// The position.
    #[arg(value_name = "FEN", default_value = "startpos")]
    fen: String,
    /// The evaluator.
    #[arg(long, value_name = "NAME", default_value = STANDARD)]
    evaluator: EvaluatorSpec,
    /// Write a picture of the evaluator's terms, which doesn't depend on the position, to this file as SVG.
    #[arg(long, value_name = "FILE")]
    portrait: Option<OutputPath>,
    #[command(flatten)]
    replace: Replace,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let position = position::read(&self.fen)?;
        let board = position.to_text();
        let catalog = plywood();
        let wrong = |error: SpecError| Failure::Usage(error.to_string());
        let evaluator = Some(&self.evaluator).filter(|evaluator| evaluator.name != STANDARD);
        let text = explanation::explain(&catalog, evaluator, &position).map_err(wrong)?;
        if let Some(file) = &self.portrait {
            let evaluator = evaluator.map(|evaluator| catalog.evaluator_of(evaluator));
            let evaluator = evaluator.transpose().map_err(wrong)?;
            let portrait = evaluator.and_then(|evaluator| evaluator.portrait());
            let portrait = portrait.ok_or_else(|| {
                let evaluator = &self.evaluator;
                Failure::Usage(format!(
                    "the evaluator {evaluator} has no portrait; net has one"
                ))
            })?;
            OutputFile::open(file, Kind::SVG, self.replace)?.write(portrait.svg)?;
        }
        output::print(&format!("{board}\n{text}\n"))
    }
}

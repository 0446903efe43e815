//! `plywood-lab explain`.

use crate::cli::output::OutputOptions;
use crate::games::LabGame;
use crate::measure::explanation::Explanation;
use clap::Args;
use plywood_console::Failure;
use plywood_core::Position;
use plywood_eval::evaluators;

/// The end of `--help`.
const EXAMPLES: &str = "\
The pictures show the value of each piece on its square: what its side would lose without it.

Examples:
  plywood-lab explain
  plywood-lab explain material classical --fen '4k3/pp3ppp/8/1N1q4/8/8/PPP2PPP/6K1 w - - 0 1' --html explain.html
  plywood-lab explain classical --svg heat.svg --json";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// The evaluators; all by default.
    #[arg(value_name = "EVALUATOR")]
    evaluators: Vec<String>,
    /// The position.
    #[arg(long, value_name = "FEN", default_value = Position::EXAMPLE)]
    fen: String,
    #[command(flatten)]
    outputs: OutputOptions,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let position = Position::read(&self.fen)?;
        let names = match self.evaluators.as_slice() {
            [] => evaluators::names().map(str::to_owned).collect(),
            given => given.to_vec(),
        };
        self.outputs.show(|| {
            let explanation = Explanation::new(&position, &names);
            explanation.map_err(|error| Failure::Usage(error.to_string()))
        })
    }
}

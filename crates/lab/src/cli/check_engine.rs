//! `plywood-lab check-engine`.

use crate::cli::games::wrong;
use crate::cli::output::print;
use clap::Args;
use plywood_console::Failure;
use plywood_report::{counted, quotes};
use plywood_search::Fault;
use plywood_workbench::{Breach, PlayerText};

/// The end of `--help`.
const EXAMPLES: &str = "\
Each check restarts the program, and prints ok, or failed with the reason. A program that does not
answer within ten seconds fails; a player of a match, with uci:, can set another time with patience.
The exit code is 1 if a check failed.

Examples:
  plywood-lab check-engine stockfish
  plywood-lab check-engine uci:cmd=stockfish,option.Hash=16,patience=30s";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// The program, or a description of it as a player: uci:cmd=FILE,arg=ARGUMENT,option.NAME=VALUE,patience=TIME.
    #[arg(value_name = "PROGRAM")]
    program: String,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let text = match self.program.strip_prefix("uci:") {
            Some(_) => self.program.clone(),
            None => format!("uci:cmd={},patience=10s", quotes::quote(&self.program)),
        };
        let program: PlayerText = text.parse().map_err(wrong)?;
        let checks = program.program_checks().map_err(wrong)?;
        let (mut count, mut failed) = (0, 0);
        for (check, found) in checks.run() {
            count += 1;
            match found {
                Ok(kept) => print(&format!("ok      {check}{kept}\n"))?,
                Err(Breach::Fault {
                    fault: fault @ Fault::Start(_),
                    ..
                }) => return Err(wrong(fault)),
                Err(breach) => {
                    failed += 1;
                    print(&format!("failed  {check}: {breach}\n"))?;
                }
            }
        }
        let checks = counted(count, "check");
        if failed > 0 {
            return Err(Failure::Work(format!("{failed} of {checks} failed")));
        }
        print(&format!("{checks} passed\n"))
    }
}

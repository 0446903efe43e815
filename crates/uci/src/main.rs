//! The program `plywood`; the commands are in the library, in `cli`.

use plywood_uci::cli::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    match Cli::from_arguments(std::env::args_os()).run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            anstream::eprintln!("error: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}

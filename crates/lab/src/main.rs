//! The program `plywood-lab`; all it does is in the library's `commands`.

use clap::Parser;
use plywood_lab::cli::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            anstream::eprintln!("error: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}

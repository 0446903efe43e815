//! The program `plywood-lab`; the commands are in the library, in `cli`.

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

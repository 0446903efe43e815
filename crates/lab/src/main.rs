//! The program `plywood-lab`; the commands are in the library, in `cli`.

use clap::Parser;
use plywood_console::output;
use plywood_lab::cli::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    output::exit(Cli::parse().run())
}

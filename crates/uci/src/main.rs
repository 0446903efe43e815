//! The program `plywood`; the commands are in the library, in `cli`.

use plywood_console::output;
use plywood_uci::cli::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    output::exit(Cli::from_arguments(std::env::args_os()).run())
}

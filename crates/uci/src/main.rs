//! The program `plywood`; the commands are in the library, in `cli`.

use plywood_console::{output, signals};
use plywood_uci::cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    signals::listen();
    output::exit(cli::run(std::env::args_os()))
}

//! The program `plywood-lab`: the lab over the games of this repository.

use std::process::ExitCode;

fn main() -> ExitCode {
    plywood_lab::main(plywood_catalog::standard())
}

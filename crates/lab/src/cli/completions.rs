//! `plywood-lab completions`.

use crate::cli::Cli;
use crate::cli::output::print;
use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};
use plywood_console::Failure;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// The shell.
    shell: Shell,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut command = Cli::command();
        let mut script = Vec::new();
        generate(self.shell, &mut command, "plywood-lab", &mut script);
        print(&String::from_utf8_lossy(&script))
    }
}

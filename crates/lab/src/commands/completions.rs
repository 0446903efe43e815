//! `plywood-lab completions`.

use crate::commands::Cli;
use crate::failure::Failure;
use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};
use std::io;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Which shell will read it.
    shell: Shell,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut command = Cli::command();
        generate(self.shell, &mut command, "plywood-lab", &mut io::stdout());
        Ok(())
    }
}

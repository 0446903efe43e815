//! `plywood bench`.

use crate::cli::output;
use crate::failure::Failure;
use clap::Args;
use plywood_engine::bench;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// The depth in plies, for a shorter or longer run.
    #[arg(value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: Option<u32>,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        output::print(&format!("{}\n", bench(self.depth)))
    }
}

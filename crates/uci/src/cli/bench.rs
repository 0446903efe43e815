//! `plywood bench`.

use crate::benchmark::{DEPTH, bench};
use crate::cli::searching::{PlayerOptions, searcher};
use crate::engine_options::{EngineOptions, plywood};
use clap::Args;
use plywood_console::numbers::within;
use plywood_console::{Failure, output};
use plywood_search::StopHandle;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// The depth in plies, for a shorter or longer run.
    #[arg(value_name = "PLIES", default_value_t = DEPTH, value_parser = within(1..=40_u32))]
    depth: u32,
    #[command(flatten)]
    player: PlayerOptions,
    /// The size of the engine's table in megabytes.
    #[arg(long, value_name = "MB", value_parser = within(EngineOptions::HASH_MEGABYTES))]
    hash: Option<u32>,
    /// The number of threads of the engine.
    #[arg(long, value_name = "N", value_parser = within(EngineOptions::THREADS))]
    threads: Option<u32>,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let usual = self.player.engine_options();
        let options = EngineOptions {
            hash_megabytes: self.hash.unwrap_or(usual.hash_megabytes),
            threads: self.threads.unwrap_or(usual.threads),
            ..usual
        };
        let mut searcher = searcher(&options)?;
        let about = options.about(&plywood());
        output::print(&format!("{}\n", about.unwrap_or_default()))?;
        let result = bench(&mut searcher, self.depth, &StopHandle::new());
        output::print(&format!("{result}\n"))
    }
}

//! `plywood-lab data`.

mod reading;
mod generate;
mod convert;
mod stats;

use clap::Subcommand;
use plywood_console::Failure;
use plywood_search::registry::Games;

pub(super) use reading::ReadingOptions;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Play games of a strategy with itself, and record every move with its score.
    Generate(generate::Options),
    /// Write the positions that are learned from as other trainers read them.
    Convert(convert::Options),
    /// Show what the positions that are learned from are like.
    Stats(stats::Options),
}

impl Command {
    pub(super) fn run(self, games: &impl Games) -> Result<(), Failure> {
        match self {
            Self::Generate(options) => options.run(games),
            Self::Convert(options) => options.run(games),
            Self::Stats(options) => options.run(games),
        }
    }
}

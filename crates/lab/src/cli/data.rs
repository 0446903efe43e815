//! `plywood-lab data`.

mod reading;
mod generate;
mod annotate;
mod convert;
mod stats;

use clap::Subcommand;
use plywood_catalog::Games;
use plywood_console::Failure;

pub(super) use reading::ReadingOptions;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Play games of a strategy with itself, and record every move with its score.
    Generate(generate::Options),
    /// Have positions of games and of EPD files judged by a strategy.
    Annotate(annotate::Options),
    /// Write games and positions in the formats of other trainers, and in ours.
    Convert(convert::Options),
    /// Show what the positions that are learned from are like.
    Stats(stats::Options),
}

impl Command {
    pub(super) fn run(self, games: &impl Games) -> Result<(), Failure> {
        match self {
            Self::Generate(options) => options.game.run(games, &options),
            Self::Annotate(options) => options.run(games),
            Self::Convert(options) => options.run(games),
            Self::Stats(options) => options.run(games),
        }
    }
}

//! `plywood-lab data`.

mod reading;
mod generate;
mod annotate;
mod convert;
mod stats;

use crate::cli::output::note;
use clap::Subcommand;
use indicatif::ProgressBar;
use plywood_catalog::Games;
use plywood_console::Failure;
use plywood_workbench::SelfPlayed;

pub(super) use reading::ReadingOptions;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Play a strategy against itself, and record every move with its score.
    Generate(generate::Options),
    /// Evaluate the positions of games and of EPD files with a strategy.
    Annotate(annotate::Options),
    /// Write games and positions in the formats of other trainers, and in ours.
    Convert(convert::Options),
    /// Show statistics of the training positions.
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

/// The number of times a player failed; the first time is reported at once.
#[derive(Debug, Default)]
struct Faults(usize);

impl Faults {
    fn count(&mut self, played: &SelfPlayed, bar: &ProgressBar) {
        let Some(fault) = &played.fault else { return };
        self.0 += 1;
        if self.0 == 1 {
            bar.suspend(|| note(fault));
        }
    }

    /// Returns the failure of a command that has done everything else; `items` names the parts without a result.
    fn failure(&self, items: &str) -> Result<(), Failure> {
        match self.0 {
            0 => Ok(()),
            count => Err(Failure::Within(format!(
                "the player failed; unusable {items}: {count}"
            ))),
        }
    }
}

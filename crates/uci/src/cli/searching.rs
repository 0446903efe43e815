//! The options of commands that search.

use crate::engine_options::{EngineOptions, STANDARD};
use crate::searcher::{Searcher, SearcherError};
use clap::Args;
use plywood_catalog::{EvaluatorSpec, Spec};
use plywood_console::{Failure, LimitOptions};
use plywood_search::Limits;
use std::time::Duration;

/// The options that choose the player.
#[derive(Debug, Args)]
pub(super) struct PlayerOptions {
    /// The strategy, such as minimax or pvs+killers+table=16; an unknown name lists them all.
    #[arg(long, value_name = "STRATEGY")]
    strategy: Option<Spec>,
    /// The evaluator, such as material or classical, or net@FILE for a network.
    #[arg(long, value_name = "NAME")]
    evaluator: Option<EvaluatorSpec>,
}

impl PlayerOptions {
    /// Returns the options of a UCI session with these values.
    pub(super) fn engine_options(&self) -> EngineOptions {
        let mut options = EngineOptions::default();
        if let Some(strategy) = &self.strategy {
            options.strategy.clone_from(strategy);
        }
        let evaluator = self.evaluator.clone();
        options.evaluator = evaluator.filter(|evaluator| evaluator.name != STANDARD);
        options
    }
}

#[derive(Debug, Args)]
pub(super) struct SearchOptions {
    #[command(flatten)]
    pub(super) player: PlayerOptions,
    #[command(flatten)]
    limits: LimitOptions,
}

impl SearchOptions {
    /// Returns the limits given as options, or this time by default.
    pub(super) fn limits(&self, default: Duration) -> Limits {
        self.limits.or_time(default)
    }

    pub(super) fn searcher(&self) -> Result<Searcher, Failure> {
        let searcher = searcher(&self.player.engine_options())?;
        let checked = searcher.check_limits(&Limits::from(self.limits));
        checked.map_err(|error| Failure::Usage(error.to_string()))?;
        Ok(searcher)
    }
}

/// Makes the searcher for these options.
pub(super) fn searcher(options: &EngineOptions) -> Result<Searcher, Failure> {
    Searcher::new(options).map_err(|error: SearcherError| Failure::Usage(error.to_string()))
}

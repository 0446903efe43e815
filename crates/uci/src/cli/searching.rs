//! The options of commands that search.

use crate::engine_options::EngineOptions;
use crate::failure::Failure;
use crate::searcher::{Searcher, SearcherError};
use clap::Args;
use plywood_search::Limits;
use std::time::Duration;

#[derive(Debug, Args)]
pub(super) struct SearchOptions {
    /// The strategy; `plywood` without a command lists all with `uci`.
    #[arg(long, value_name = "NAME")]
    strategy: Option<String>,
    /// The evaluator, such as material or classical.
    #[arg(long, value_name = "NAME")]
    evaluator: Option<String>,
    /// Search so many plies deep.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Search so many nodes.
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search so many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.strip_suffix('s').unwrap_or(text).parse::<f64>();
    let time = seconds
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let time = time.filter(|time| *time > Duration::ZERO);
    time.ok_or_else(|| format!("expected a number of seconds such as 0.5 or 10, found {text:?}"))
}

impl SearchOptions {
    /// The limits; this time if none is given.
    pub(super) fn limits(&self, default: Duration) -> Limits {
        let limits = match self.depth {
            Some(depth) => Limits::depth(depth),
            None => Limits::none(),
        };
        let limits = match self.nodes {
            Some(nodes) => limits.with_nodes(nodes),
            None => limits,
        };
        let is_unlimited = self.depth.is_none() && self.nodes.is_none();
        match self.time.or(is_unlimited.then_some(default)) {
            Some(time) => limits.with_time(time),
            None => limits,
        }
    }

    /// The options with these names, as a UCI session would have them.
    pub(super) fn engine_options(&self) -> EngineOptions {
        let mut options = EngineOptions::default();
        if let Some(strategy) = &self.strategy {
            options.strategy.clone_from(strategy);
        }
        if let Some(evaluator) = &self.evaluator {
            options.evaluator.clone_from(evaluator);
        }
        options
    }

    pub(super) fn searcher(&self) -> Result<Searcher, Failure> {
        searcher(&self.engine_options())
    }
}

/// The searcher for these options.
pub(super) fn searcher(options: &EngineOptions) -> Result<Searcher, Failure> {
    Searcher::new(options).map_err(|error: SearcherError| Failure::Usage(error.to_string()))
}

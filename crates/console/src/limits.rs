//! [`LimitOptions`]: the limits of a search on the command line.

use crate::numbers;
use clap::Args;
use plywood_search::Limits;
use std::time::Duration;

/// The limits of a search. The first one reached ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Args)]
pub struct LimitOptions {
    /// The depth in plies.
    #[arg(long, value_name = "PLIES", value_parser = numbers::depth())]
    pub depth: Option<u32>,
    /// The number of nodes.
    #[arg(long, value_name = "NODES", value_parser = numbers::nodes())]
    pub nodes: Option<u64>,
    /// The time, such as 200ms, 1.5s or 2m.
    #[arg(long, value_name = "TIME", value_parser = numbers::time)]
    pub time: Option<Duration>,
    /// Begin no new iteration after this many nodes, but finish the current one.
    #[arg(long, value_name = "NODES", value_parser = numbers::nodes())]
    pub soft_nodes: Option<u64>,
    /// Play this many rounds of a best-first search, such as Monte Carlo; other searches have none.
    #[arg(long, value_name = "ROUNDS", value_parser = numbers::nodes())]
    pub rounds: Option<u64>,
}

impl LimitOptions {
    /// Returns the limits; this time if none is given.
    #[must_use]
    pub fn or_time(self, default: Duration) -> Limits {
        Limits::from(self).or(Limits::time(default))
    }
}

impl From<LimitOptions> for Limits {
    fn from(options: LimitOptions) -> Self {
        Self::none()
            .with_depth(options.depth)
            .with_nodes(options.nodes)
            .with_time(options.time)
            .with_soft_nodes(options.soft_nodes)
            .with_rounds(options.rounds)
    }
}

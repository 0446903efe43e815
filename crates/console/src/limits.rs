//! [`LimitOptions`]: the limits of a search on the command line.

use crate::numbers;
use clap::Args;
use plywood_search::MoveLimits;
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
}

impl LimitOptions {
    /// Returns the limits; this time if none is given.
    #[must_use]
    pub fn or_time(self, default: Duration) -> MoveLimits {
        MoveLimits::from(self).or(MoveLimits::time(default))
    }
}

impl From<LimitOptions> for MoveLimits {
    fn from(options: LimitOptions) -> Self {
        let LimitOptions {
            depth,
            nodes,
            time,
            soft_nodes,
        } = options;
        Self {
            depth,
            nodes,
            time,
            soft_nodes,
        }
    }
}

//! [`MoveLimits`]: depth, nodes and time for one move.

use crate::limits::Limits;
use plywood_report::duration;
use std::fmt;
use std::time::Duration;

/// Limits for one move. The first limit reached ends the search.
///
/// ```
/// use plywood_search::MoveLimits;
///
/// let limits = MoveLimits::depth(6).inherit(MoveLimits::nodes(1_000));
/// assert_eq!(limits.to_string(), "depth=6,nodes=1000");
/// assert_eq!(limits.search_limits().max_depth(), Some(6));
/// let soft = MoveLimits { soft_nodes: Some(5_000), ..MoveLimits::nodes(50_000) };
/// assert_eq!(soft.to_string(), "nodes=50000,soft-nodes=5000");
/// assert_eq!(
///     MoveLimits::depth(9).restrict(limits.search_limits()).max_depth(),
///     Some(6)
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveLimits {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The time.
    #[cfg_attr(feature = "serde", serde(with = "crate::seconds::optional"))]
    pub time: Option<Duration>,
    /// The number of nodes after which no iteration begins, see [`Limits::with_soft_nodes`].
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub soft_nodes: Option<u64>,
}

impl MoveLimits {
    /// Limits the depth, in plies.
    #[must_use]
    pub fn depth(plies: u32) -> Self {
        Self {
            depth: Some(plies),
            ..Self::default()
        }
    }

    /// Limits the number of nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// Limits the time.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self {
            time: Some(time),
            ..Self::default()
        }
    }

    /// Returns `true` if there is no limit.
    #[must_use]
    pub fn is_unlimited(self) -> bool {
        self == Self::default()
    }

    /// Returns these limits, or `default` if there are none.
    #[must_use]
    pub fn or(self, default: Self) -> Self {
        if self.is_unlimited() { default } else { self }
    }

    /// Returns these limits, and those of the run for the kinds that are unlimited here.
    #[must_use]
    pub fn inherit(self, run: Self) -> Self {
        Self {
            depth: self.depth.or(run.depth),
            nodes: self.nodes.or(run.nodes),
            time: self.time.or(run.time),
            soft_nodes: self.soft_nodes.or(run.soft_nodes),
        }
    }

    /// Returns the limits of a search in which these replace the limits of the same kind. A limit of time replaces a clock's.
    ///
    /// ```
    /// use plywood_search::{Limits, MoveLimits};
    ///
    /// let run = Limits::depth(4).with_nodes(1_000).with_seed(7);
    /// let limits = MoveLimits::depth(9).replace(run);
    /// assert_eq!((limits.max_depth(), limits.max_nodes()), (Some(9), Some(1_000)));
    /// assert_eq!(limits.random_seed(), 7);
    /// ```
    #[must_use]
    pub fn replace(self, mut limits: Limits) -> Limits {
        if let Some(depth) = self.depth {
            limits = limits.with_depth(depth);
        }
        if let Some(nodes) = self.nodes {
            limits = limits.with_nodes(nodes);
        }
        if let Some(time) = self.time {
            limits = limits.with_time(time).without_soft_time();
        }
        if let Some(nodes) = self.soft_nodes {
            limits = limits.with_soft_nodes(nodes);
        }
        limits
    }

    /// Returns the limits as those of a search.
    #[must_use]
    pub fn search_limits(self) -> Limits {
        self.restrict(Limits::none())
    }

    /// Returns the limits of a search, tightened by these where they are stricter.
    #[must_use]
    pub fn restrict(self, mut limits: Limits) -> Limits {
        if let Some(depth) = stricter(self.depth, limits.max_depth()) {
            limits = limits.with_depth(depth);
        }
        if let Some(nodes) = stricter(self.nodes, limits.max_nodes()) {
            limits = limits.with_nodes(nodes);
        }
        if let Some(time) = stricter(self.time, limits.max_time()) {
            limits = limits.with_time(time);
        }
        if let Some(nodes) = stricter(self.soft_nodes, limits.soft_nodes()) {
            limits = limits.with_soft_nodes(nodes);
        }
        limits
    }
}

fn stricter<L: Ord>(one: Option<L>, other: Option<L>) -> Option<L> {
    one.into_iter().chain(other).min()
}

/// The format of settings: `depth=6,time=100ms`.
impl fmt::Display for MoveLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let depth = self.depth.map(|depth| format!("depth={depth}"));
        let nodes = self.nodes.map(|nodes| format!("nodes={nodes}"));
        let time = self
            .time
            .map(|time| format!("time={}", duration::write(time)));
        let soft_nodes = self.soft_nodes.map(|nodes| format!("soft-nodes={nodes}"));
        let parts = [depth, nodes, time, soft_nodes].into_iter().flatten();
        let parts: Vec<String> = parts.collect();
        f.write_str(&parts.join(","))
    }
}

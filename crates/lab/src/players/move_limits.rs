//! [`MoveLimits`]: depth, nodes and time for one move.

use crate::settings::{SettingError, Settings};
use plywood_console::{LimitOptions, duration};
use plywood_search::Limits;
use std::fmt;
use std::time::Duration;

/// Limits for one move. The first limit that is reached ends the search.
///
/// ```
/// use plywood_lab::MoveLimits;
///
/// let limits = MoveLimits::depth(6).or(MoveLimits::nodes(1_000));
/// assert_eq!(limits.to_string(), "depth=6");
/// assert_eq!(limits.search_limits().max_depth(), Some(6));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct MoveLimits {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The time.
    pub time: Option<Duration>,
}

impl MoveLimits {
    const NONE: Self = Self {
        depth: None,
        nodes: None,
        time: None,
    };

    /// A depth in plies alone.
    #[must_use]
    pub const fn depth(plies: u32) -> Self {
        let depth = Some(plies);
        Self {
            depth,
            ..Self::NONE
        }
    }

    /// A number of nodes alone.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        let nodes = Some(nodes);
        Self {
            nodes,
            ..Self::NONE
        }
    }

    /// A time alone.
    #[must_use]
    pub const fn time(time: Duration) -> Self {
        let time = Some(time);
        Self { time, ..Self::NONE }
    }

    /// Whether there is no limit.
    #[must_use]
    pub fn is_unlimited(self) -> bool {
        self == Self::default()
    }

    /// These limits, or the others if there are none here.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        if self.is_unlimited() { other } else { self }
    }

    /// The same limits for a search.
    #[must_use]
    pub fn search_limits(self) -> Limits {
        let limits = self.depth.map_or_else(Limits::none, Limits::depth);
        let limits = self
            .nodes
            .map_or(limits.clone(), |nodes| limits.with_nodes(nodes));
        self.time
            .map_or(limits.clone(), |time| limits.with_time(time))
    }

    /// Takes `depth`, `nodes` and `time` from a list of settings.
    pub(crate) fn take(settings: &mut Settings) -> Result<Self, SettingError> {
        Ok(Self {
            depth: settings.number("depth")?,
            nodes: settings.number("nodes")?,
            time: settings.time("time")?,
        })
    }
}

impl From<LimitOptions> for MoveLimits {
    fn from(given: LimitOptions) -> Self {
        let LimitOptions { depth, nodes, time } = given;
        Self { depth, nodes, time }
    }
}

/// The format of settings: `depth=6,time=100ms`.
impl fmt::Display for MoveLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let depth = self.depth.map(|depth| format!("depth={depth}"));
        let nodes = self.nodes.map(|nodes| format!("nodes={nodes}"));
        let time = self
            .time
            .map(|time| format!("time={}", duration::write(time)));
        let parts: Vec<String> = [depth, nodes, time].into_iter().flatten().collect();
        f.write_str(&parts.join(","))
    }
}

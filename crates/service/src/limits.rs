//! [`ServiceLimits`]: the most that a request may use; and the limits in a request.

use plywood_search::{ClockTime, Limits, MAX_DEPTH, StopHandle};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::ToSchema;

/// The most that a request may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServiceLimits {
    /// The depth in plies.
    pub depth: u32,
    /// The number of nodes.
    pub nodes: u64,
    /// The time.
    pub time: Duration,
    /// The time of a live search.
    pub live_time: Duration,
    /// The number of nodes of a recorded tree.
    pub tree_nodes: usize,
    /// The bytes of a request.
    pub body_bytes: usize,
    /// The bytes of a PGN text.
    pub pgn_bytes: usize,
    /// The most bytes of a file with the tree of a search.
    pub tree_bytes: usize,
}

impl Default for ServiceLimits {
    fn default() -> Self {
        Self {
            depth: MAX_DEPTH,
            nodes: 200_000_000,
            time: Duration::from_secs(10),
            live_time: Duration::from_mins(10),
            tree_nodes: 20_000,
            body_bytes: 64 << 10,
            pgn_bytes: 10 << 20,
            tree_bytes: 64 << 20,
        }
    }
}

impl ServiceLimits {
    /// Sets the time of a search, and of a live one.
    #[must_use]
    pub fn with_times(self, time: Duration, live_time: Duration) -> Self {
        Self {
            time,
            live_time,
            ..self
        }
    }

    /// Returns the limits of a live search, where more time means more nodes.
    #[must_use]
    pub fn live(&self) -> Self {
        let time = self.time.max(self.live_time);
        let more = time.as_millis() / self.time.as_millis().max(1);
        let more = u64::try_from(more).unwrap_or(u64::MAX);
        Self {
            time,
            nodes: self.nodes.saturating_mul(more),
            ..*self
        }
    }
}

/// The default time of a search.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// The limits of a search; the first one reached ends it. Larger values than allowed are lowered to the maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LimitsRequest {
    /// The depth in plies.
    #[schema(example = 6)]
    pub(crate) depth: Option<u64>,
    /// The number of nodes.
    #[schema(example = 1_000_000)]
    pub(crate) nodes: Option<u64>,
    /// The number of rounds of a search that plays rounds, such as Monte Carlo search; other searches need another limit.
    pub(crate) rounds: Option<u64>,
    /// The time in milliseconds.
    #[schema(example = 1_000)]
    pub(crate) time_ms: Option<u64>,
    /// The game clock; the search uses a fair share of it.
    pub(crate) clock: Option<ClockRequest>,
}

/// The clock of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockRequest {
    /// The remaining time, in milliseconds.
    #[schema(example = 60_000)]
    remaining_ms: u64,
    /// The increment per move, in milliseconds.
    #[serde(default)]
    #[schema(example = 1_000)]
    increment_ms: u64,
    /// The number of moves until time is added to the clock; without it, this time is for the rest of the game.
    moves_to_go: Option<u32>,
}

impl ClockRequest {
    fn time(self) -> ClockTime {
        let mut clock = ClockTime::new(Duration::from_millis(self.remaining_ms));
        clock.increment = Duration::from_millis(self.increment_ms);
        clock.moves_to_go = self.moves_to_go;
        clock
    }
}

/// The applied limits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct AppliedLimits {
    /// The depth in plies.
    pub(crate) depth: Option<u32>,
    /// The number of nodes.
    pub(crate) nodes: u64,
    /// The number of rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rounds: Option<u64>,
    /// The time in milliseconds.
    pub(crate) time_ms: u64,
    /// The time in milliseconds after which no new iteration begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) soft_ms: Option<u64>,
    #[serde(skip)]
    pub(crate) clipped: Vec<&'static str>,
}

impl LimitsRequest {
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Reduces these limits to those of the server. `usual_depth` is for a strategy that makes no use of a time limit.
    pub(crate) fn within(self, server: &ServiceLimits, usual_depth: Option<u32>) -> AppliedLimits {
        let mut clipped = Vec::new();
        let mut clip = |name, asked: Option<u64>, most: u64| {
            if asked.is_some_and(|asked| asked > most) {
                clipped.push(name);
            }
            asked.map(|asked| asked.min(most))
        };
        let depth = clip("depth", self.depth, u64::from(server.depth));
        let depth = depth.and_then(|depth| u32::try_from(depth).ok());
        let nodes = clip("nodes", self.nodes, server.nodes).unwrap_or(server.nodes);
        let most_time = milliseconds(server.time);
        let usual_time = if self.is_empty() && usual_depth.is_none() {
            milliseconds(USUAL_TIME).min(most_time)
        } else {
            most_time
        };
        let clock = self.clock.map(ClockRequest::time);
        let [hard, soft] = [ClockTime::hard_time, ClockTime::soft_time]
            .map(|share| clock.map(|clock| milliseconds(share(clock)).max(1)));
        let asked = [self.time_ms, hard].into_iter().flatten().min();
        let time_ms = clip("time_ms", asked, most_time).unwrap_or(usual_time);
        AppliedLimits {
            depth: depth.or(usual_depth),
            nodes,
            rounds: self.rounds,
            time_ms,
            soft_ms: soft,
            clipped,
        }
    }
}

impl AppliedLimits {
    pub(crate) const fn time(&self) -> Duration {
        Duration::from_millis(self.time_ms)
    }

    /// Returns the limits for a search that can be stopped.
    pub(crate) fn for_search(&self, seed: u64, stop: &StopHandle) -> Limits {
        let limits = self.depth.map_or_else(Limits::none, Limits::depth);
        let limits = limits.with_nodes(self.nodes).with_rounds(self.rounds);
        let limits = limits.with_time(self.time());
        let limits = match self.soft_ms {
            Some(soft) => limits.with_soft_time(Duration::from_millis(soft)),
            None => limits,
        };
        limits.with_seed(seed).with_stop(stop)
    }
}

pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

//! [`Budget`]: the rest of the limits while a search runs. In a search, only this file reads the clock.

use crate::clock::{Moment, has_clock};
use crate::limits::{Limits, Pondering, StopHandle};
use std::time::Duration;
use thiserror::Error;

/// The most nodes searched before the clock and the stop handles are checked again.
const MOST_NODES: u64 = 1_024;
/// The clock is read about this often, unless a single node takes longer.
const INTERVAL: Duration = Duration::from_micros(200);

/// The reason a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum StopReason {
    /// The search completed the requested depth.
    Depth,
    /// The search ran out of nodes.
    Nodes,
    /// A best-first search played its last round.
    Rounds,
    /// The search ran out of time.
    Time,
    /// A stop handle ended the search.
    Asked,
    /// A best-first strategy ran out of memory.
    Memory,
    /// There is nothing more to find: the game is over, the whole tree was searched, or a win or loss was proven. No proof depends on moves
    /// that the search [skipped](crate::SearchState::skipped), except root moves that the limits exclude.
    Solved,
}

/// The error that unwinds a recursion when the budget runs out. Nothing is stored in a table on the way.
///
/// It is empty, so that `Result<Score, Stopped>` travels in registers; the budget keeps the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a limit of the search was reached, or it was asked to stop")]
pub struct Stopped;

/// Counts nodes against the limits of a search. Node limits are exact. The clock is read each fraction of a millisecond, so a slow
/// evaluator doesn't exceed a time limit.
///
/// ```
/// use plywood_search::{Budget, Limits, StopReason, Stopped};
///
/// let mut budget = Budget::new(&Limits::nodes(2));
/// assert_eq!(budget.spend(), Ok(()));
/// assert_eq!(budget.spend(), Ok(()));
/// assert_eq!(budget.spend(), Err(Stopped));
/// assert_eq!(budget.stop_reason(), Some(StopReason::Nodes));
/// assert_eq!(budget.spent(), 2);
/// ```
#[derive(Debug, Clone)]
pub struct Budget {
    /// The number of spent nodes at which the clock is read next, and the nodes left until then.
    next_poll: u64,
    left: u64,
    /// The number of spent nodes when the clock was last read, and the time it showed.
    last_poll: (u64, Duration),
    max_nodes: u64,
    /// The start, if there is a clock.
    started: Option<Moment>,
    max_time: Option<Duration>,
    pondering: Option<Pondering>,
    /// `true` if the time was up at the last check, but the search ponders.
    is_overdue: bool,
    handles: Vec<StopHandle>,
    stop_reason: Option<StopReason>,
}

impl Budget {
    /// Starts the clock.
    ///
    /// # Panics
    /// If there is a time limit and [no clock](has_clock).
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self::started(limits, has_clock().then(Moment::now))
    }

    fn started(limits: &Limits, started: Option<Moment>) -> Self {
        let is_timed = limits.max_time().or(limits.soft_time()).is_some();
        assert!(
            started.is_some() || !is_timed,
            "a time limit needs a clock, and this system has none; limit the depth or the nodes"
        );
        Self {
            next_poll: 0,
            left: 0,
            last_poll: (0, Duration::ZERO),
            max_nodes: limits.max_nodes().unwrap_or(u64::MAX),
            started,
            max_time: limits.max_time(),
            pondering: limits.pondering().cloned(),
            is_overdue: false,
            handles: limits.stop_handle().cloned().into_iter().collect(),
            stop_reason: None,
        }
    }

    /// Also ends the budget when this handle is used.
    #[must_use]
    pub fn stopped_by(mut self, handle: &StopHandle) -> Self {
        self.handles.push(handle.clone());
        self
    }

    /// Returns a helper thread's budget for the rest of this search: the remaining nodes, and the search's handles.
    #[must_use]
    pub fn share(&self) -> Self {
        let max_nodes = self.max_nodes.saturating_sub(self.spent());
        Self {
            next_poll: 0,
            left: 0,
            last_poll: (0, self.elapsed()),
            max_nodes,
            ..self.clone()
        }
    }

    pub(crate) fn add_handle(&mut self, handle: &StopHandle) {
        self.handles.push(handle.clone());
    }

    pub(crate) fn remove_handle(&mut self) {
        self.handles.pop();
    }

    /// Takes one node from the budget.
    ///
    /// # Errors
    /// If nothing is left.
    #[inline]
    pub fn spend(&mut self) -> Result<(), Stopped> {
        if self.left == 0 {
            self.poll(self.next_poll)?;
        }
        self.left -= 1;
        Ok(())
    }

    /// Charges the budget for nodes spent elsewhere.
    ///
    /// # Errors
    /// If nothing is left.
    pub fn charge(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.poll(self.spent().saturating_add(nodes))
    }

    /// Ends the search because it is out of memory.
    pub fn run_out_of_memory(&mut self) -> Stopped {
        self.stop_reason = Some(StopReason::Memory);
        Stopped
    }

    /// Returns the number of nodes taken from the budget.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.next_poll - self.left
    }

    /// Returns the time since the start; zero without a clock.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.map_or(Duration::ZERO, Moment::elapsed)
    }

    /// Returns `true` if enough time has passed that no new iteration should begin. A search that ponders goes on regardless; it ends as
    /// soon as the expected move is made.
    pub fn is_past(&mut self, time: Duration) -> bool {
        self.is_overdue = self.elapsed() >= time;
        self.is_overdue && !self.ponders()
    }

    fn ponders(&self) -> bool {
        let is_hit = self.pondering.as_ref().map(Pondering::is_hit);
        is_hit == Some(false)
    }

    /// Returns the limit that was reached, if any.
    #[must_use]
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.stop_reason
    }

    #[cold]
    fn poll(&mut self, spent: u64) -> Result<(), Stopped> {
        let elapsed = self.elapsed();
        // A limit comes first: stopping a search that has already exceeded its time doesn't change the reason.
        self.stop_reason = if spent >= self.max_nodes {
            Some(StopReason::Nodes)
        } else if self.is_time_up(elapsed) && !self.ponders() {
            Some(StopReason::Time)
        } else if self.handles.iter().any(StopHandle::is_stopped) {
            Some(StopReason::Asked)
        } else {
            None
        };
        let nodes = self.nodes_per_interval(spent, elapsed);
        self.last_poll = (spent, elapsed);
        if self.stop_reason.is_some() {
            (self.next_poll, self.left) = (spent, 0);
            return Err(Stopped);
        }
        self.next_poll = self.max_nodes.min(spent.saturating_add(nodes));
        self.left = self.next_poll - spent;
        Ok(())
    }

    fn is_time_up(&self, elapsed: Duration) -> bool {
        self.is_overdue || self.max_time.is_some_and(|limit| elapsed >= limit)
    }

    /// Returns the number of nodes to search before the clock is read again: as many as fit into the interval by the last measurement, and
    /// at most twice the previous number.
    fn nodes_per_interval(&self, spent: u64, now: Duration) -> u64 {
        let (spent_then, then) = self.last_poll;
        let nodes = spent - spent_then;
        let took = now.saturating_sub(then).max(Duration::from_nanos(1));
        let fitting = u128::from(nodes) * INTERVAL.as_nanos() / took.as_nanos();
        let most = nodes.saturating_mul(2).clamp(1, MOST_NODES);
        u64::try_from(fitting).unwrap_or(most).clamp(1, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_clock_nodes_and_handles_count() {
        let handle = StopHandle::new();
        let limits = Limits::nodes(5_000).with_stop(&handle);
        let mut budget = Budget::started(&limits, None);
        let spent = (0..9_000).take_while(|_| budget.spend().is_ok()).count();
        assert_eq!((spent, budget.elapsed()), (5_000, Duration::ZERO));
        assert_eq!(budget.stop_reason(), Some(StopReason::Nodes));

        handle.stop();
        let mut stopped = Budget::started(&limits, None);
        assert_eq!(stopped.spend(), Err(Stopped));
        assert_eq!(stopped.stop_reason(), Some(StopReason::Asked));
    }

    #[test]
    #[should_panic(expected = "a time limit needs a clock")]
    fn without_a_clock_a_limit_of_time_is_refused() {
        let _ = Budget::started(&Limits::none().with_soft_time(Duration::from_secs(1)), None);
    }
}

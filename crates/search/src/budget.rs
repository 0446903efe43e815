//! [`Budget`]: what is left of the limits while a search runs. Of a search, only this file reads the clock.

use crate::clock::{Moment, has_clock};
use crate::limits::{Limits, Pondering, StopHandle};
use std::time::Duration;
use thiserror::Error;

/// At most this many nodes are searched before the clock and the stop handles are read again.
const MOST_NODES: u64 = 1_024;
/// The clock is read about this often, as long as a single node does not take longer.
const INTERVAL: Duration = Duration::from_micros(200);

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum StopReason {
    /// The depth that was asked for is completed.
    Depth,
    /// The nodes are used up.
    Nodes,
    /// The time is used up.
    Time,
    /// The stop handle was used.
    Asked,
    /// The memory of a best-first strategy is used up.
    Memory,
    /// There is nothing more to find: the game is over, the whole tree was searched, or a win or loss was proven. No proof depends on
    /// moves that the search [skipped](crate::SearchState::skipped), but for those that the limits leave out at the root.
    Solved,
}

/// The error by which a recursion unwinds when the budget is used up. Nothing is stored in a table on the way.
///
/// It is empty, so that `Result<Score, Stopped>` travels in registers; the budget remembers the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a limit of the search was reached, or it was asked to stop")]
pub struct Stopped;

/// Counts nodes against the limits of a search. Node limits are exact. The clock is read each
/// fraction of a millisecond, so a slow evaluator does not overstep a time limit.
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
    /// How many nodes will have been spent when the clock is read next, and how many of them are left.
    next_poll: u64,
    left: u64,
    /// How many nodes had been spent when the clock was last read, and what it said.
    last_poll: (u64, Duration),
    max_nodes: u64,
    /// When it was started, if there is a clock.
    started: Option<Moment>,
    max_time: Option<Duration>,
    pondering: Option<Pondering>,
    /// Whether the time was up when it was last asked for, but the search ponders.
    is_overdue: bool,
    handles: Vec<StopHandle>,
    stop_reason: Option<StopReason>,
}

impl Budget {
    /// Starts the clock.
    ///
    /// # Panics
    /// If there is a limit of time, and [no clock](has_clock).
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self::started(limits, has_clock().then(Moment::now))
    }

    fn started(limits: &Limits, started: Option<Moment>) -> Self {
        let is_timed = limits.max_time().or(limits.soft_time()).is_some();
        assert!(
            started.is_some() || !is_timed,
            "a limit of time needs a clock, and this system has none; limit the depth or the nodes"
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

    /// The same budget, which also ends when this handle is used.
    #[must_use]
    pub fn stopped_by(mut self, handle: &StopHandle) -> Self {
        self.handles.push(handle.clone());
        self
    }

    /// The budget of a thread that helps with the rest of this search: the nodes that are left, and the same handles.
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
    /// When nothing is left.
    #[inline]
    pub fn spend(&mut self) -> Result<(), Stopped> {
        if self.left == 0 {
            self.poll(self.next_poll)?;
        }
        self.left -= 1;
        Ok(())
    }

    /// Takes nodes from the budget that were spent elsewhere, and says whether anything is left.
    ///
    /// # Errors
    /// When nothing is left.
    pub fn charge(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.poll(self.spent().saturating_add(nodes))
    }

    /// Ends the search, since its memory is used up.
    pub fn run_out_of_memory(&mut self) -> Stopped {
        self.stop_reason = Some(StopReason::Memory);
        Stopped
    }

    /// How many nodes were taken from the budget.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.next_poll - self.left
    }

    /// The time since the start; zero without a clock.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.map_or(Duration::ZERO, Moment::elapsed)
    }

    /// Whether so much time has passed that no new iteration should begin. A search that ponders goes on in any case; it
    /// ends as soon as the expected move is made.
    pub fn is_past(&mut self, time: Duration) -> bool {
        self.is_overdue = self.elapsed() >= time;
        self.is_overdue && !self.ponders()
    }

    fn ponders(&self) -> bool {
        let is_hit = self.pondering.as_ref().map(Pondering::is_hit);
        is_hit == Some(false)
    }

    /// The limit that was reached, if one was.
    #[must_use]
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.stop_reason
    }

    #[cold]
    fn poll(&mut self, spent: u64) -> Result<(), Stopped> {
        let elapsed = self.elapsed();
        // A limit comes first: who stops a search that has overstepped its time only says what the limit says.
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

    /// How many nodes to search before the clock is read again: as many as fit into the interval by the last measurement,
    /// and at most twice as many as before.
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
    #[should_panic(expected = "a limit of time needs a clock")]
    fn without_a_clock_a_limit_of_time_is_refused() {
        let _ = Budget::started(&Limits::none().with_soft_time(Duration::from_secs(1)), None);
    }
}

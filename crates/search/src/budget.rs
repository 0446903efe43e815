//! [`Budget`]: what is left of the limits while a search runs. Only this file looks at a clock.

use crate::limits::{Limits, StopHandle};
use std::time::{Duration, Instant};

/// How many nodes pass between two looks at the clock and the stop handle: a few tenths of a millisecond.
const POLL_INTERVAL: u64 = 1_024;

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// The depth that was asked for is done.
    Depth,
    /// The nodes are used up.
    Nodes,
    /// The time is used up.
    Time,
    /// The stop handle was used.
    Asked,
    /// The memory of a best-first strategy is used up.
    Memory,
    /// There is nothing more to find: the game is over or decided, or the whole tree was seen.
    Solved,
}

/// The error by which a recursion unwinds when the budget is used up; what is unwound is never stored in a table.
///
/// It is empty, so that `Result<Score, Stopped>` travels in registers; the budget remembers the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// Counts nodes against the limits of a search. Node limits are exact; the clock is polled now and then.
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
    spent: u64,
    next_poll: u64,
    max_nodes: u64,
    started: Instant,
    max_time: Option<Duration>,
    handles: Vec<StopHandle>,
    stop_reason: Option<StopReason>,
}

impl Budget {
    /// Starts the clock.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self {
            spent: 0,
            next_poll: 0,
            max_nodes: limits.max_nodes().unwrap_or(u64::MAX),
            started: Instant::now(),
            max_time: limits.max_time(),
            handles: limits.stop_handle().cloned().into_iter().collect(),
            stop_reason: None,
        }
    }

    /// The same budget, which ends as soon as this handle is used, too.
    #[must_use]
    pub fn stopped_by(mut self, handle: &StopHandle) -> Self {
        self.handles.push(handle.clone());
        self
    }

    /// The budget of a thread that helps with the rest of this one: what is left of the nodes, and the same handles.
    #[must_use]
    pub fn share(&self) -> Self {
        let max_nodes = self.max_nodes.saturating_sub(self.spent);
        Self {
            spent: 0,
            next_poll: 0,
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
        if self.spent >= self.next_poll {
            self.poll()?;
        }
        self.spent += 1;
        Ok(())
    }

    /// Takes nodes from the budget that were spent elsewhere, and says whether anything is left.
    ///
    /// # Errors
    /// When nothing is left.
    pub fn charge(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.spent = self.spent.saturating_add(nodes);
        self.poll()
    }

    /// How many nodes were spent.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The limit that was reached, once one was.
    #[must_use]
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.stop_reason
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        self.stop_reason = if self.handles.iter().any(StopHandle::is_stopped) {
            Some(StopReason::Asked)
        } else if self.spent >= self.max_nodes {
            Some(StopReason::Nodes)
        } else if self.max_time.is_some_and(|limit| self.elapsed() >= limit) {
            Some(StopReason::Time)
        } else {
            None
        };
        self.next_poll = self.max_nodes.min(self.spent + POLL_INTERVAL);
        if self.stop_reason.is_some() {
            Err(Stopped)
        } else {
            Ok(())
        }
    }
}

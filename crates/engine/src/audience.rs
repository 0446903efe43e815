//! [`Audience`]: who hears how a search goes while it runs.

use plywood_core::Move;
use plywood_search::{Budget, Iteration, Observer, Progress};
use std::fmt;
use std::time::Duration;

/// An observer of the first thread's search, unless it ignores everything, and when it is told the counts next.
pub(crate) struct Audience<'a>(Option<(&'a mut dyn Observer<Move>, Duration)>);

/// The time between two reports of the counts alone.
const BETWEEN_COUNTS: Duration = Duration::from_secs(1);

impl<'a> Audience<'a> {
    /// Nobody.
    pub(crate) const fn none() -> Self {
        Self(None)
    }

    pub(crate) fn of(observer: &'a mut dyn Observer<Move>) -> Self {
        Self((!observer.is_silent()).then_some((observer, BETWEEN_COUNTS)))
    }

    pub(crate) const fn is_nobody(&self) -> bool {
        self.0.is_none()
    }

    /// Whether the counts are due, about each second.
    pub(crate) fn is_due(&mut self, budget: &Budget) -> bool {
        let Some((_, next)) = &mut self.0 else {
            return false;
        };
        let elapsed = budget.elapsed();
        let is_due = elapsed >= *next;
        if is_due {
            *next = elapsed + BETWEEN_COUNTS;
        }
        is_due
    }

    pub(crate) fn progress(&mut self, progress: &Progress<Move>) {
        if let Some((observer, _)) = &mut self.0 {
            observer.progress(progress);
        }
    }

    pub(crate) fn iteration(&mut self, iteration: &Iteration<Move>) {
        if let Some((observer, _)) = &mut self.0 {
            observer.iteration(iteration);
        }
    }
}

impl fmt::Debug for Audience<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_there = self.0.is_some();
        f.debug_tuple("Audience").field(&is_there).finish()
    }
}

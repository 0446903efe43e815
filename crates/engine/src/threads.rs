//! Step 19: several threads search the same position separately, and share the table.
//!
//! No thread waits for another. The others read its results in the table, and since they are never at the same place, together they see
//! more. The first thread decides the result. (This is known as lazy SMP; it replaces split points, at which threads shared one node's
//! moves under a lock.)
//!
//! There may be more threads than processors, and then most of them wait for one most of the time. So the first thread starts only one
//! helper before it searches, and each helper starts the next; and whichever thread notices that the time is up ends the search for all.
//!
//! The threads share the table and the counts of nodes. Both consist of atomics, so no lock is needed (see
//! [`Table`](plywood_search::Table)), and a move from the table is checked before it is made.

use crate::deepening::{Deepened, Goal};
use crate::history::Histories;
use crate::searcher::{Searcher, Shared, Start};
use plywood_core::Position;
use plywood_search::threads::{FirstPanic, StopOnPanic, start_helper};
use plywood_search::{Budget, StopHandle, StopReason};
use std::iter::Enumerate;
use std::slice::IterMut;
use std::thread::{Scope, scope};

/// The data of the helping threads besides their histories.
#[derive(Clone, Copy)]
pub(crate) struct Helpers<'a> {
    pub(crate) shared: Shared<'a>,
    pub(crate) position: &'a Position,
    pub(crate) goal: Goal,
    /// Ends the search of every thread, the first included.
    pub(crate) stop: &'a StopHandle,
    /// The first panic of a helper, such as that of an evaluator.
    pub(crate) panic: &'a FirstPanic,
    /// The budget of each helper; its clock is that of the first thread.
    pub(crate) budget: &'a Budget,
    pub(crate) start: &'a (dyn Fn(Budget) -> Start + Sync),
}

/// Runs `first` while a helper searches with each of these histories, and stops the helpers when it returns.
pub(crate) fn with_helpers(
    helpers: Helpers,
    histories: &mut [Histories],
    first: impl FnOnce() -> Deepened,
) -> Deepened {
    let deepened = scope(|scope| {
        let _guard = StopOnPanic(helpers.stop);
        helpers.start_next(scope, histories.iter_mut().enumerate());
        let deepened = first();
        helpers.stop.stop();
        deepened
    });
    helpers.panic.raise();
    deepened
}

impl<'a> Helpers<'a> {
    /// Starts the next helper, which starts the one after it, unless the search has already ended.
    fn start_next(self, scope: &'a Scope<'a, '_>, mut waiting: Enumerate<IterMut<'a, Histories>>) {
        let mut budget = self.budget.share();
        let (Some((index, histories)), Ok(())) = (waiting.next(), budget.charge(0)) else {
            return;
        };
        let run = move || {
            self.start_next(scope, waiting);
            let start = (self.start)(budget);
            let mut searcher = Searcher::new(self.shared, index + 1, histories, start);
            let goal = Goal {
                soft_time: None,
                soft_nodes: None,
                ..self.goal
            };
            let deepened = searcher.deepen(self.position, &goal);
            searcher.publish();
            if deepened.reason == StopReason::Time {
                self.stop.stop();
            }
        };
        // A thread that cannot be started is one thread less; the search does not depend on it.
        start_helper(scope, move || self.panic.keep(self.stop, run));
    }
}

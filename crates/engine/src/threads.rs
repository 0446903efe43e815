//! Step 19: several threads search the same position, each on its own, and share the table.
//!
//! No thread waits for another. What one finds, the others read in the table, and since they are never at the same place,
//! together they see more. The first thread decides when to stop, and what the result is. (This is known as lazy SMP; it
//! replaces split points, at which threads shared one node's moves under a lock.)
//!
//! The threads share the table and the counts of nodes. Both consist of atomics, so no lock is needed (see
//! [`Table`](plywood_search::Table)), and a move from the table is checked before it is made.

use crate::deepening::{Deepened, Goal};
use crate::history::Histories;
use crate::searcher::{Searcher, Shared, Start};
use plywood_core::Position;
use plywood_search::threads::{StopOnPanic, start_helper};
use plywood_search::{Budget, Limits, StopHandle};
use std::thread::scope;

/// What the helping threads need besides what is shared.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Helpers<'a> {
    pub(crate) shared: Shared<'a>,
    pub(crate) position: &'a Position,
    pub(crate) goal: Goal,
    /// Ends the search of every thread, the first included.
    pub(crate) stop: &'a StopHandle,
    /// The nodes that each helper may search.
    pub(crate) nodes: Option<u64>,
}

/// Runs `first` while a helper searches with each of these histories, and stops the helpers when it returns.
pub(crate) fn with_helpers(
    helpers: Helpers,
    histories: &mut [Histories],
    start: impl Fn(Budget) -> Start,
    first: impl FnOnce() -> Deepened,
) -> Deepened {
    let stop = helpers.stop;
    let mut limits = Limits::none().with_stop(stop);
    if let Some(nodes) = helpers.nodes {
        limits = limits.with_nodes(nodes);
    }
    let goal = Goal {
        soft_time: None,
        ..helpers.goal
    };
    scope(|scope| {
        let _guard = StopOnPanic(stop);
        for (index, histories) in histories.iter_mut().enumerate() {
            let start = start(Budget::new(&limits));
            let run = move || {
                let _guard = StopOnPanic(stop);
                let mut searcher = Searcher::new(helpers.shared, index + 1, histories, start);
                searcher.deepen(helpers.position, &goal);
                searcher.publish();
            };
            // A thread that cannot be started is a thread less; the search does not depend on it.
            start_helper(scope, run);
        }
        let deepened = first();
        stop.stop();
        deepened
    })
}

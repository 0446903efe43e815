//! [`Warm`]: a strategy that keeps its tables, so that a live search goes on where the last one stood.

use crate::games::{Place, Search};
use crate::searches::strategy::Chosen;
use plywood_catalog::{AnyStrategy, Playable, Spec};
use plywood_search::StopReason;
use plywood_search::clock::Moment;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// So long the tables are kept after their last search.
const KEPT: Duration = Duration::from_mins(1);

/// The strategy of the last search of a game that may go on: one alone, so that there is one table to keep, and that not for long.
pub(crate) struct Warm<G: Playable>(Mutex<Option<Last<G>>>);

struct Last<G: Playable> {
    spec: Spec,
    strategy: AnyStrategy<G>,
    /// What was searched, the position and the number of lines, and how deep.
    reached: (String, u32),
    ended: Moment,
}

impl<G: Playable> Default for Warm<G> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<G: Playable> Warm<G> {
    /// A search by the strategy that was used last, if it is the same. Where its limits ended the last search of the position,
    /// it goes on at the depth that it reached.
    pub(super) fn search(
        self: &Arc<Self>,
        place: &Place<G>,
        chosen: &Chosen<G>,
    ) -> Search<G::Move> {
        let (warm, position) = (Arc::clone(self), place.position().clone());
        let (contender, seed) = (chosen.contender.clone(), chosen.seed);
        let spec = contender.spec().clone();
        let searched = format!("{position}, {} lines", chosen.lines);
        Box::new(move |limits, observer| {
            let last = warm.take(&spec);
            let (mut strategy, (before, depth)) =
                last.unwrap_or_else(|| (contender.strategy(seed), Default::default()));
            let first_depth = if before == searched { depth } else { 1 };
            let limits = limits.clone().with_first_depth(first_depth);
            let report = strategy.search_observed(&position, &limits, observer);
            // Who comes back to a search that was stopped wants to see something at once.
            let depth = if report.reason == StopReason::Asked {
                1
            } else {
                report.depth.max(first_depth)
            };
            warm.keep(spec, strategy, (searched, depth));
            report
        })
    }

    fn take(&self, spec: &Spec) -> Option<(AnyStrategy<G>, (String, u32))> {
        let last = self.kept().take_if(|last| last.spec == *spec);
        last.map(|last| (last.strategy, last.reached))
    }

    fn keep(&self, spec: Spec, strategy: AnyStrategy<G>, reached: (String, u32)) {
        let ended = Moment::now();
        *self.kept() = Some(Last {
            spec,
            strategy,
            reached,
            ended,
        });
    }

    /// Gives the tables up if nobody has used them for a minute.
    pub(crate) fn tidy(&self) {
        drop(self.kept().take_if(|last| last.ended.elapsed() >= KEPT));
    }

    fn kept(&self) -> MutexGuard<'_, Option<Last<G>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! [`Warm`]: a strategy that keeps its tables, so that a live search continues where the last one ended.

use crate::games::Place;
use crate::searches::strategy::Chosen;
use plywood_catalog::{AnyStrategy, Playable, Spec};
use plywood_search::{Limits, Observer, Report, StopReason, WithHistory};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A search from one position, to run on a separate thread.
pub(super) type Search<M> = Box<dyn FnOnce(&Limits, &mut dyn Observer<M>) -> Report<M> + Send>;

/// The strategy of the last search of a game that may continue: only one, so that there is one table to keep.
pub(crate) struct Warm<G: Playable>(Mutex<Option<Last<G>>>);

struct Last<G: Playable> {
    /// The strategy with its seed.
    made: (Spec, u64),
    strategy: Kept<G>,
    /// The last search: the position, the number of lines and the root moves, and its depth.
    reached: (String, u32),
}

/// A strategy that searches positions alone, or in their game.
enum Kept<G: Playable> {
    Alone(AnyStrategy<G>),
    InGame(AnyStrategy<WithHistory<G>>),
}

impl<G: Playable> Default for Warm<G> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<G: Playable> Warm<G> {
    /// Searches with the last strategy, if it is equal. Where its limits ended the last search of the position, it continues at the depth
    /// it reached; in a game it always begins at depth 1, since other moves may have led to the position.
    pub(super) fn search(
        self: &Arc<Self>,
        place: &Place<G>,
        chosen: &Chosen<G>,
        in_game: bool,
    ) -> Search<G::Move> {
        let (warm, position) = (Arc::clone(self), place.played.with_history());
        let (contender, seed) = (chosen.with_other_limits(), chosen.seed);
        let made = (contender.spec().clone(), seed);
        Box::new(move |limits, observer| {
            let alone = position.position();
            let moves = limits.root_moves(&alone.legal_moves());
            let searched = format!("{alone}, {} lines, {moves:?}", limits.lines());
            let last = warm.take(&made, in_game);
            let (mut strategy, (before, depth)) = last.unwrap_or_else(|| {
                let strategy = if in_game {
                    Kept::InGame(contender.in_game(seed))
                } else {
                    Kept::Alone(contender.strategy(seed))
                };
                (strategy, Default::default())
            });
            let continues = before == searched && !in_game;
            let first_depth = if continues { depth } else { 1 };
            let limits = limits.clone().with_first_depth(first_depth);
            let report = match &mut strategy {
                Kept::Alone(strategy) => strategy.search_observed(alone, &limits, observer),
                Kept::InGame(strategy) => strategy.search_observed(&position, &limits, observer),
            };
            // A user who returns to a stopped search wants to see something at once.
            let depth = if report.reason == StopReason::Asked {
                1
            } else {
                report.depth.max(first_depth)
            };
            *warm.kept() = Some(Last {
                made,
                strategy,
                reached: (searched, depth),
            });
            report
        })
    }

    fn take(&self, made: &(Spec, u64), in_game: bool) -> Option<(Kept<G>, (String, u32))> {
        let is_equal = |last: &mut Last<G>| {
            last.made == *made && matches!(last.strategy, Kept::InGame(_)) == in_game
        };
        let last = self.kept().take_if(is_equal);
        last.map(|last| (last.strategy, last.reached))
    }

    fn kept(&self) -> MutexGuard<'_, Option<Last<G>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

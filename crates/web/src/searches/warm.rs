//! [`Warm`]: a strategy that keeps its tables, so that a live search goes on where the last one stood.

use crate::games::{Place, Search};
use crate::searches::strategy::Chosen;
use plywood_catalog::{AnyStrategy, Playable};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The strategy of the last search of a game that may go on, and whose it is: one alone, so that there is one table to keep.
pub(crate) struct Warm<G: Playable>(Mutex<Option<(Owner, AnyStrategy<G>)>>);

/// A client, and the strategy that it chose, written out.
type Owner = (IpAddr, String);

impl<G: Playable> Default for Warm<G> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<G: Playable> Warm<G> {
    /// A search by the strategy that this client used last, if it was the same.
    pub(super) fn search(
        self: &Arc<Self>,
        client: IpAddr,
        place: &Place<G>,
        chosen: &Chosen<G>,
    ) -> Search<G::Move> {
        let (warm, position) = (Arc::clone(self), place.position().clone());
        let (contender, seed) = (chosen.contender.clone(), chosen.seed);
        let owner = (client, contender.spec());
        Box::new(move |limits, observer| {
            let last = warm.take(&owner);
            let mut strategy = last.unwrap_or_else(|| contender.strategy(seed));
            let report = strategy.search_observed(&position, limits, observer);
            *warm.kept() = Some((owner, strategy));
            report
        })
    }

    fn take(&self, owner: &Owner) -> Option<AnyStrategy<G>> {
        let last = self.kept().take_if(|(known, _)| known == owner);
        last.map(|(_, strategy)| strategy)
    }

    fn kept(&self) -> MutexGuard<'_, Option<(Owner, AnyStrategy<G>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

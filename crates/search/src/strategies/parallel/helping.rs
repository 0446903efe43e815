//! What a search shares with the threads that help it, and what they give back.

use crate::budget::{Budget, Stopped};
use crate::limits::StopHandle;
use crate::search_state::SearchState;
use crate::stats::Stats;

/// What a helping thread needs of the search it helps: the rest of its budget, and its ply.
#[derive(Debug)]
pub(super) struct Share {
    budget: Budget,
    ply: u32,
}

/// What helping threads counted.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Help {
    stats: Stats,
    unfinished: u64,
    repetitions: u64,
}

impl Help {
    /// What this thread counted.
    pub(super) fn of<M: Copy + Eq>(state: &SearchState<'_, M>) -> Self {
        Self {
            stats: state.stats(),
            unfinished: state.unfinished,
            repetitions: state.repetitions,
        }
    }

    /// Adds what another thread counted.
    pub(super) fn add(&mut self, other: &Self) {
        self.stats.add(&other.stats);
        self.unfinished += other.unfinished;
        self.repetitions += other.repetitions;
    }
}

impl<M: Copy + Eq> SearchState<'_, M> {
    /// The share of a thread that helps at the node the search is at, until the handle is used.
    pub(super) fn share(&self, done: &StopHandle) -> Share {
        Share {
            budget: self.budget.share().stopped_by(done),
            ply: self.ply,
        }
    }

    /// Starts the search of a helping thread, which has no observer.
    pub(super) fn helping(share: Share) -> Self {
        let mut state = Self::with(share.budget, None);
        state.ply = share.ply;
        state
    }

    /// Runs a part of the search, which ends early when the handle is used.
    pub(super) fn until<T>(
        &mut self,
        handle: &StopHandle,
        part: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        self.budget.add_handle(handle);
        let result = part(self);
        self.budget.remove_handle();
        result
    }

    /// Adds what helping threads counted. Fails if that uses up the budget.
    pub(super) fn add_help(&mut self, help: &Help) -> Result<(), Stopped> {
        self.stats.add(&Stats {
            explored: 0,
            ..help.stats
        });
        self.unfinished += help.unfinished;
        self.repetitions += help.repetitions;
        self.budget.charge(help.stats.explored)
    }
}

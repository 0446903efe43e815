//! Operations on a [`SearchState`] for drivers and threads: searching a node again, adopting a line, visiting nodes out of order, and
//! adding up the counts of several threads.

use super::{Counts, RootMoves, SearchState};
use crate::budget::{Budget, Stopped};
use crate::line::{Guide, Line};
use crate::observer::Watch;
use plywood_eval::Score;

impl<M: Copy + Eq> SearchState<'_, M> {
    /// Starts the search of a thread that helps at a node `ply` plies below the root. It has no observer.
    pub(crate) fn helping(budget: Budget, ply: u32) -> Self {
        Self::with(budget, ply, None)
    }

    /// Leaves the current node with this score for its side to move, only to search it again with another window.
    #[inline]
    pub fn search_again(&mut self, score: Score) {
        self.counts.stats.researches += 1;
        self.leave(score);
    }

    /// Returns the best line found from the root.
    pub(crate) fn line_from_root(&self) -> Line<M> {
        self.lines.get(0)
    }

    /// Makes a line from an earlier pass or another thread the best one from this ply, and returns there.
    pub fn adopt(&mut self, ply: u32, line: &Line<M>, score: Score) {
        self.unwind_to(ply);
        if let Some(&first) = line.first() {
            self.lines.put(ply, line);
            if ply == 0 {
                self.root.best = Some((first, score));
            }
        }
    }

    /// Visits a node `ply` plies below the root out of order, as best-first strategies do. Until the search returns to a ply by
    /// [`adopt`](SearchState::adopt), an observer receives only leaves.
    ///
    /// # Errors
    /// If the budget has run out.
    pub fn visit_at(&mut self, ply: u32) -> Result<(), Stopped> {
        self.budget.spend()?;
        self.ply = ply;
        self.lines.clear(ply);
        self.notify(Watch::pause);
        Ok(())
    }

    /// Starts again at the root, trying the best line found so far first.
    pub(crate) fn restart(&mut self) {
        self.unwind_to(0);
        self.guide = Guide::along(self.line());
        self.root = RootMoves::NONE;
    }

    /// Returns the next move of the line that is tried first, while the search descends that line.
    #[must_use]
    #[inline]
    pub(crate) fn guided_move(&mut self) -> Option<M> {
        self.guide.next_at(self.ply)
    }

    /// Returns to a ply from below. The nodes in between are reported as abandoned.
    pub(crate) fn unwind_to(&mut self, ply: u32) {
        self.ply = ply;
        self.passed_to = 0;
        self.notify(|watch| watch.unwind_to(ply));
    }

    /// Leaves the current node with this score.
    pub(crate) fn leave(&mut self, score: Score) {
        self.notify(|watch| watch.leave(score));
    }

    /// Returns the counts of this thread, including its nodes.
    pub(crate) fn counts(&self) -> Counts {
        Counts {
            stats: self.stats(),
            ..self.counts
        }
    }

    /// Adds the counts of a helping thread, and charges its nodes to the budget.
    ///
    /// # Errors
    /// When that uses up the budget.
    pub(crate) fn add(&mut self, mut helped: Counts) -> Result<(), Stopped> {
        let nodes = std::mem::take(&mut helped.stats.nodes);
        self.counts.add(&helped);
        self.budget.charge(nodes)
    }
}

impl Counts {
    /// Adds what another thread counted.
    pub(crate) fn add(&mut self, other: &Self) {
        self.stats.add(&other.stats);
        self.unfinished += other.unfinished;
        for side in 0..2 {
            self.skipped.0[side] += other.skipped.0[side];
        }
        self.repetitions += other.repetitions;
    }
}

//! What strategies need that drive others: to search a node again, to take over a line, to start at the root once more.

use super::SearchState;
use super::root::RootMoves;
use crate::budget::{StopReason, Stopped};
use crate::line::{Guide, Line};
use crate::observer::Watch;
use crate::stats::{Iteration, Stats};
use plywood_eval::Score;
use std::time::Duration;

impl<M: Copy + Eq> SearchState<'_, M> {
    /// Leaves the node the search is at with this score for its side to move, only to search it again with another
    /// window.
    #[inline]
    pub fn search_again(&mut self, score: Score) {
        self.stats.researches += 1;
        self.notify(|watch| watch.leave(score));
    }

    /// The best line found from the node the search is at.
    #[must_use]
    pub fn line(&self) -> Line<M> {
        self.lines.get(self.ply)
    }

    /// The best line found from the root.
    #[must_use]
    pub fn line_from_root(&self) -> Line<M> {
        self.lines.get(0)
    }

    /// Takes a line, found by an earlier pass or another thread, as the best one from this ply, and goes back there.
    pub fn adopt(&mut self, ply: u32, line: &Line<M>, score: Score) {
        self.unwind_to(ply);
        if let Some(&first) = line.first() {
            self.lines.put(ply, line);
            if ply == 0 {
                self.root.best = Some((first, score));
            }
        }
    }

    /// Goes back to a ply from below. The nodes in between are reported as abandoned.
    pub fn unwind_to(&mut self, ply: u32) {
        self.ply = ply;
        self.notify(|watch| watch.unwind_to(ply));
    }

    /// Visits a node `ply` plies below the root out of order, as best-first strategies do. Until the search goes back
    /// to a ply by [`adopt`](SearchState::adopt) or [`unwind_to`](SearchState::unwind_to), an observer gets leaves
    /// only.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn visit_at(&mut self, ply: u32) -> Result<(), Stopped> {
        self.budget.spend()?;
        self.ply = ply;
        self.lines.clear(ply);
        self.notify(Watch::pause);
        Ok(())
    }

    /// Starts again at the root, where the best line found so far is tried first.
    pub fn restart(&mut self) {
        self.unwind_to(0);
        self.guide = Guide::along(self.line());
        self.root = RootMoves::default();
    }

    /// The next move of the line that is tried first, if the search is on its way down that line.
    #[must_use]
    #[inline]
    pub(crate) fn guided_move(&mut self) -> Option<M> {
        self.guide.next_at(self.ply)
    }

    /// Leaves the root with its score.
    pub fn leave_root(&mut self, score: Score) {
        self.notify(|watch| watch.leave(score));
    }

    /// Reports a complete iteration to the observer.
    pub fn completed(&mut self, iteration: &Iteration<M>) {
        self.notify(|watch| watch.iteration(iteration));
    }

    /// The best root move found since the search began or was restarted.
    #[must_use]
    pub fn best_at_root(&self) -> Option<(M, Score)> {
        self.root.best
    }

    /// A root move that was found to be better than this one, which was searched first.
    #[must_use]
    pub fn better_than(&self, first: Option<M>) -> Option<(M, Score)> {
        self.root
            .best
            .filter(|(mv, _)| self.root.first == first && Some(*mv) != first)
    }

    /// Whether no line has ended because the depth did, so that a deeper search would find the same.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stats.evaluated + self.unfinished == 0
    }

    /// The counts so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        // The budget counts nodes anyway, so they are not counted twice.
        Stats {
            explored: self.stats.explored + self.budget.spent(),
            ..self.stats
        }
    }

    /// Why the search ended before it was done, or that it reached the depth that was asked for.
    #[must_use]
    pub fn stop_reason(&self) -> StopReason {
        self.budget.stop_reason().unwrap_or(StopReason::Depth)
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.budget.elapsed()
    }

    /// Whether so much time has passed that no new iteration should begin; see [`Budget::is_past`](crate::Budget::is_past).
    pub fn is_past(&mut self, time: Duration) -> bool {
        self.budget.is_past(time)
    }
}

//! Operations on a [`SearchState`] for drivers and threads: searching a node again, adopting a line, visiting nodes out of order, and
//! adding up the counts of several threads.

use super::{Counts, PathNode, RootMoves, SearchState};
use crate::budget::{Budget, Stopped};
use crate::line::{Guide, Line};
use crate::observer::{KeptNode, Watch};
use crate::stats::{News, Progress};
use plywood_eval::Score;

impl<M: Copy + Eq> SearchState<'_, M> {
    /// Starts the search of a thread that helps at a node `ply` plies below the root, with its path. It has no observer.
    pub(crate) fn helping(budget: Budget, ply: u32, path: Vec<PathNode>) -> Self {
        Self {
            path,
            ..Self::with(budget, ply, None)
        }
    }

    /// Returns the path to the current node, for a thread that helps there.
    pub(crate) fn path(&self) -> Vec<PathNode> {
        self.path.clone()
    }

    /// Returns a node of the path to the current node, or one just below it.
    #[inline]
    fn on_path(&mut self, ply: u32) -> &mut PathNode {
        let ply = ply as usize;
        if ply >= self.path.len() {
            self.path.resize(ply + 1, PathNode::default());
        }
        &mut self.path[ply]
    }

    /// Keeps the static value of the current node. Returns `true` if it is above that of two plies before.
    #[inline]
    pub(crate) fn keep_static_value(&mut self, value: Option<Score>) -> bool {
        (value.is_some() || !self.path.is_empty()) && self.put_static_value(value)
    }

    fn put_static_value(&mut self, value: Option<Score>) -> bool {
        self.on_path(self.ply).static_value = value;
        let before = self.ply.checked_sub(2);
        before.is_some_and(|ply| {
            let before = self.on_path(ply).static_value;
            before.zip(value).is_some_and(|(before, now)| now > before)
        })
    }

    /// Extends the next move by at most this many plies, if its path allows that, and returns by how many.
    #[inline]
    pub(crate) fn extend(&mut self, plies: u32) -> u32 {
        if plies == 0 && self.path.is_empty() {
            0
        } else {
            self.extend_on_path(plies)
        }
    }

    fn extend_on_path(&mut self, plies: u32) -> u32 {
        let before = self.on_path(self.ply).extended;
        let extension = u32::from(plies > 0 && 2 * before <= self.ply);
        self.on_path(self.ply + 1).extended = before + extension;
        let stats = &mut self.counts.stats;
        stats.deepest_ply = stats.deepest_ply.max(self.ply + 1);
        extension
    }

    /// Declares that the next node is the current one again, to a smaller depth, or that it no longer is.
    pub(crate) fn set_again(&mut self, is_again: bool) {
        self.is_again = is_again;
    }

    /// Returns `true` if the current node is the one above again, to a smaller depth.
    pub(crate) fn take_again(&mut self) -> bool {
        std::mem::take(&mut self.is_again)
    }

    /// Returns `true` if the line of the last iteration goes on at this ply.
    pub(crate) fn is_guided(&self) -> bool {
        self.guide.leads_at(self.ply)
    }

    /// Leaves the current node with this score for its side to move, only to search it again with another window.
    #[inline]
    pub fn search_again(&mut self, score: Score) {
        self.counts.stats.researches += 1;
        self.leave(score);
    }

    /// Begins an iteration of a deepening search to this depth. Each better move at the root is reported from now on.
    pub(crate) fn begin_iteration(&mut self, depth: u32) {
        self.iteration = Some(depth);
        self.restart();
    }

    /// Reports a better line of an unfinished iteration.
    #[cold]
    pub(super) fn report_better(&mut self, score: Score) {
        let Some(depth) = self.iteration else {
            return;
        };
        let (line, stats, elapsed) = (self.line_from_root(), self.stats(), self.budget.elapsed());
        self.notify(|watch| {
            let bound = watch.root_window().bound_of(score);
            let mut progress = Progress::new(
                depth,
                News::Found {
                    rank: 1,
                    score,
                    bound,
                    line,
                },
            );
            (progress.nodes, progress.elapsed) = (stats.nodes, elapsed);
            progress.deepest_ply = stats.deepest_ply.max(depth);
            watch.progress(&progress);
        });
    }

    /// Reports the tree that a search keeps in memory, if an observer wants it.
    pub fn keep_tree(&mut self, tree: impl FnOnce() -> Vec<KeptNode<M>>) {
        self.notify(|watch| watch.kept(&tree()));
    }

    /// Ends the search because it is out of memory.
    pub fn run_out_of_memory(&mut self) -> Stopped {
        self.budget.run_out_of_memory()
    }

    /// Returns the best line found from the root.
    pub(crate) fn line_from_root(&self) -> Line<M> {
        // Below an outcome, the line isn't the root's.
        if self.has_rolled {
            return Line::new();
        }
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

    /// Starts again at the root, as deepening does, trying the best line found so far first.
    pub fn restart(&mut self) {
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
        self.has_rolled &= ply > 0;
        self.is_again = false;
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

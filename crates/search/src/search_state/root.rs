//! [`RootMoves`]: what one iteration has found at the root so far.

use plywood_eval::Score;

/// What is known of the root in one iteration.
#[derive(Debug, Clone, Copy)]
pub(super) struct RootMoves<M> {
    /// The first move that became the best one.
    pub(super) first: Option<M>,
    pub(super) best: Option<(M, Score)>,
}

impl<M> Default for RootMoves<M> {
    fn default() -> Self {
        Self {
            first: None,
            best: None,
        }
    }
}

impl<M: Copy> RootMoves<M> {
    /// A move is the best so far at the root.
    pub(super) fn improved(&mut self, mv: M, score: Score) {
        self.first.get_or_insert(mv);
        self.best = Some((mv, score));
    }
}

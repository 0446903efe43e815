//! [`Candidate`]: a move about to be tried; and [`Tried`], the moves of a node that were tried in vain.

use arrayvec::ArrayVec;
use plywood_core::Move;

/// A move about to be tried.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    /// Its rank among the moves of its stage; for a quiet move its history.
    pub(crate) rank: i32,
    /// Whether it is a capture or a promotion to a queen.
    pub(crate) is_noisy: bool,
    /// Its number among the moves of the node, from 1.
    pub(crate) count: usize,
    /// By how many plies it is extended.
    pub(crate) extension: i32,
}

/// The moves that were searched before the best one. A few dozen are enough to learn from.
#[derive(Debug, Default)]
pub(crate) struct Tried {
    pub(crate) quiet: ArrayVec<Move, 48>,
    pub(crate) noisy: ArrayVec<Move, 24>,
}

impl Tried {
    /// Remembers a move that was not the best.
    #[inline]
    pub(crate) fn add(&mut self, candidate: &Candidate) {
        if candidate.is_noisy {
            let _ = self.noisy.try_push(candidate.mv);
        } else {
            let _ = self.quiet.try_push(candidate.mv);
        }
    }
}

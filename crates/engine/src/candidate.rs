//! [`TypedMove`] and [`Candidate`]: a move about to be tried; and [`Tried`], the moves of a node that were tried in vain.

use crate::value::Value;
use arrayvec::ArrayVec;
use plywood_core::Move;

/// A move, and of which type it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TypedMove {
    pub(crate) mv: Move,
    /// Whether it is a capture or a promotion to a queen.
    pub(crate) is_noisy: bool,
}

/// A move about to be tried at a node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) typed: TypedMove,
    /// Its rank among the moves of its stage; for a quiet move its history.
    pub(crate) rank: i32,
    /// Its number among the moves of the node, from 1.
    pub(crate) count: usize,
    /// By how many plies it is extended.
    pub(crate) extension: i32,
    /// By how many plies it is searched less deeply at first.
    pub(crate) reduction: i32,
    /// The best value of the moves before it.
    pub(crate) best_before: Value,
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
    pub(crate) fn add(&mut self, TypedMove { mv, is_noisy }: TypedMove) {
        if is_noisy {
            let _ = self.noisy.try_push(mv);
        } else {
            let _ = self.quiet.try_push(mv);
        }
    }
}

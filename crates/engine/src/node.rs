//! The data of a node's steps: the position and depth of its search ([`Node`]), what is known about it ([`Facts`]), and the moves to try
//! ([`Candidate`]).

use crate::table::OwnEntry;
use crate::value::Value;
use arrayvec::ArrayVec;
use plywood_core::{Move, Position};

/// The deepest ply of a search, quiescence included.
pub(crate) const MAX_PLY: usize = 240;

/// A node to search: its ply, its depth, and its window.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    /// The value the side to move already has elsewhere.
    pub(crate) alpha: Value,
    /// The opponent avoids a node worth this or more.
    pub(crate) beta: Value,
    /// The plies to search; 0 at the horizon and negative below.
    pub(crate) depth: i32,
    /// The plies from the root.
    pub(crate) ply: usize,
    /// `true` if some move is expected to beat beta, since the parent expects to be refuted.
    pub(crate) is_cut: bool,
    /// A move that this search leaves out, to test how good the others are.
    pub(crate) excluded: Option<Move>,
    /// The number of moves on the path that were extended by two plies or more at once.
    pub(crate) double_extensions: u8,
}

impl Node {
    /// Makes the root with this window.
    pub(crate) const fn root(alpha: Value, beta: Value, depth: i32) -> Self {
        Self {
            alpha,
            beta,
            depth,
            ply: 0,
            is_cut: false,
            excluded: None,
            double_extensions: 0,
        }
    }

    /// Returns `true` if the window is open, so that an exact value is wanted.
    #[inline]
    pub(crate) const fn is_pv(&self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Returns `true` if this is the root.
    #[inline]
    pub(crate) const fn is_root(&self) -> bool {
        self.ply == 0
    }

    /// Returns the child with the same window, seen from the other side.
    #[inline]
    pub(crate) const fn child(&self, depth: i32) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
            depth,
            ply: self.ply + 1,
            is_cut: false,
            excluded: None,
            double_extensions: self.double_extensions,
        }
    }

    /// Returns the child with the null window that tests whether a move is worth `value` or more.
    #[inline]
    pub(crate) const fn child_reaching(&self, value: Value, depth: i32) -> Self {
        Self {
            alpha: -value,
            beta: -value + 1,
            is_cut: !self.is_cut,
            ..self.child(depth)
        }
    }

    /// Returns the node with the null window that tests whether it is worth `value` or more.
    #[inline]
    pub(crate) const fn reaching(&self, value: Value, depth: i32) -> Self {
        Self {
            alpha: value - 1,
            beta: value,
            depth,
            ..*self
        }
    }
}

/// The information on a node before its moves are tried.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each answers a question of its own, which the steps ask in any combination"
)]
pub(crate) struct Facts<'a> {
    pub(crate) position: &'a Position,
    /// `true` if the side to move is in check.
    pub(crate) is_check: bool,
    /// The table's entry for the position.
    pub(crate) known: Option<OwnEntry>,
    /// The evaluator's score, which the table keeps; `None` in check.
    pub(crate) raw: Option<Value>,
    /// The evaluation, corrected by the histories; `None` in check.
    pub(crate) evaluation: Option<Value>,
    /// The evaluation, or the table's value where that is a better estimate.
    pub(crate) estimate: Value,
    /// `true` if the evaluation is better than at the side's last turn.
    pub(crate) is_improving: bool,
    /// `true` if the node is on a principal variation, or was when it was stored in the table (ttPv).
    pub(crate) was_pv: bool,
    /// `true` if the table's move is a capture or a promotion to a queen.
    pub(crate) table_move_is_noisy: bool,
}

impl Facts<'_> {
    /// Returns the table's move.
    #[inline]
    pub(crate) fn table_move(&self) -> Option<Move> {
        self.known.and_then(|known| known.mv)
    }
}

/// A move and its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TypedMove {
    pub(crate) mv: Move,
    /// `true` if it is a capture or a promotion to a queen.
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
    /// The plies by which it is extended.
    pub(crate) extension: i32,
    /// The plies by which its first search is reduced.
    pub(crate) reduction: i32,
    /// The best value of the earlier moves.
    pub(crate) best_before: Value,
}

/// The moves searched before the best one. A few dozen are enough to learn from.
#[derive(Debug, Default)]
pub(crate) struct Tried {
    pub(crate) quiet: ArrayVec<Move, 48>,
    pub(crate) noisy: ArrayVec<Move, 24>,
}

impl Tried {
    /// Adds a move that was not the best.
    #[inline]
    pub(crate) fn add(&mut self, TypedMove { mv, is_noisy }: TypedMove) {
        if is_noisy {
            let _ = self.noisy.try_push(mv);
        } else {
            let _ = self.quiet.try_push(mv);
        }
    }
}

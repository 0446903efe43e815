//! What the steps of a node know: where and how far it is searched ([`Node`]), what is known of it ([`Facts`]), and the moves
//! that are tried ([`Candidate`]).

use crate::table::OwnEntry;
use crate::value::Value;
use arrayvec::ArrayVec;
use plywood_core::{Move, Position};

/// The deepest ply of a search, quiescence included.
pub(crate) const MAX_PLY: usize = 240;

/// A node to search: where it is, how deep, and for which values.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    /// The side to move has this value elsewhere.
    pub(crate) alpha: Value,
    /// The opponent avoids a node of this value or more.
    pub(crate) beta: Value,
    /// Plies to search; 0 at the horizon and less below.
    pub(crate) depth: i32,
    /// Plies from the root.
    pub(crate) ply: usize,
    /// Whether some move is expected to beat beta, since the parent expects to be refuted.
    pub(crate) is_cut: bool,
    /// A move that this search leaves out, to find out how good the others are.
    pub(crate) excluded: Option<Move>,
    /// By how many moves the path was extended by two plies or more at once.
    pub(crate) double_extensions: u8,
}

impl Node {
    /// The root with this window.
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

    /// Whether the window is open, so that an exact value is wanted.
    #[inline]
    pub(crate) const fn is_pv(&self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Whether this is the root.
    #[inline]
    pub(crate) const fn is_root(&self) -> bool {
        self.ply == 0
    }

    /// The child with the same window, seen from the other side.
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

    /// The child with the null window that asks whether a move is worth `value` or more.
    #[inline]
    pub(crate) const fn child_reaching(&self, value: Value, depth: i32) -> Self {
        Self {
            alpha: -value,
            beta: -value + 1,
            is_cut: !self.is_cut,
            ..self.child(depth)
        }
    }

    /// The same node with the null window that asks whether it is worth `value` or more.
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

/// What is known of a node before its moves are tried.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each answers a question of its own, which the steps ask in any combination"
)]
pub(crate) struct Facts<'a> {
    pub(crate) position: &'a Position,
    /// Whether the side to move is in check.
    pub(crate) is_check: bool,
    /// What the table knows of the position.
    pub(crate) known: Option<OwnEntry>,
    /// The evaluation as the evaluator said, which the table keeps; `None` in check.
    pub(crate) raw: Option<Value>,
    /// The evaluation, corrected by what the search has learned; `None` in check.
    pub(crate) evaluation: Option<Value>,
    /// The evaluation, or the value of the table where that says more.
    pub(crate) estimate: Value,
    /// Whether the evaluation is better than at the side's last turn.
    pub(crate) is_improving: bool,
    /// Whether the node is on a principal variation, or was when it was kept in the table (ttPv).
    pub(crate) was_pv: bool,
    /// Whether the table's move is a capture or a promotion to a queen.
    pub(crate) table_move_is_noisy: bool,
}

impl Facts<'_> {
    /// The move of the table.
    #[inline]
    pub(crate) fn table_move(&self) -> Option<Move> {
        self.known.and_then(|known| known.mv)
    }
}

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

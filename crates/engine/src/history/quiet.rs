//! History of quiet moves: how often a move between two squares caused a cut-off, and how often it was tried without one.
//!
//! The squares that the enemy attacks count apart, since leaving or entering one of them is another kind of move.

use super::{MOST, learn};
use plywood_core::{Bitboard, Color, Move};

/// One number for each side, each pair of squares, and whether either is attacked.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct QuietHistory(Vec<i16>);

const MOVES: usize = 64 * 64;

impl QuietHistory {
    pub(crate) fn new() -> Self {
        Self(vec![0; 2 * 4 * MOVES])
    }

    #[inline]
    fn index(color: Color, threats: Bitboard, mv: Move) -> usize {
        let threat =
            2 * usize::from(threats.contains(mv.from())) + usize::from(threats.contains(mv.to()));
        (color as usize * 4 + threat) * MOVES + mv.from() as usize * 64 + mv.to() as usize
    }

    /// What is known of the moves of a side. `threats` are the squares that the enemy attacks.
    #[inline]
    pub(crate) fn row(&self, color: Color, threats: Bitboard) -> QuietRow<'_> {
        let moves = &self.0.as_chunks().0[color as usize];
        QuietRow { moves, threats }
    }

    /// Remembers a success or, with a negative bonus, a failure.
    #[inline]
    pub(crate) fn learn(&mut self, color: Color, threats: Bitboard, mv: Move, bonus: i32) {
        learn(&mut self.0[Self::index(color, threats, mv)], bonus, MOST);
    }
}

/// What is known of the quiet moves of a side in one position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct QuietRow<'a> {
    moves: &'a [i16; 4 * MOVES],
    threats: Bitboard,
}

impl QuietRow<'_> {
    /// How good the move was elsewhere.
    #[inline]
    pub(crate) fn of(&self, mv: Move) -> i32 {
        let index = QuietHistory::index(Color::White, self.threats, mv);
        i32::from(self.moves[index])
    }
}

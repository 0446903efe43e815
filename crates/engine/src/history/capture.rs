//! History of captures: how often a piece that captured such a piece on a square caused a cut-off.

use super::{MOST, PieceTo, learn};
use plywood_core::PieceKind;

/// One number for each piece, square and victim; a promotion without a capture counts as the capture of a king.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct CaptureHistory(Vec<i16>);

impl CaptureHistory {
    pub(crate) fn new() -> Self {
        Self(vec![0; PieceTo::COUNT * 6])
    }

    #[inline]
    fn index(piece_to: PieceTo, victim: Option<PieceKind>) -> usize {
        piece_to.index() * 6 + victim.unwrap_or(PieceKind::King) as usize
    }

    /// How good the capture was elsewhere.
    #[inline]
    pub(crate) fn of(&self, piece_to: PieceTo, victim: Option<PieceKind>) -> i32 {
        i32::from(self.0[Self::index(piece_to, victim)])
    }

    /// Remembers a success or, with a negative bonus, a failure.
    #[inline]
    pub(crate) fn learn(&mut self, piece_to: PieceTo, victim: Option<PieceKind>, bonus: i32) {
        learn(&mut self.0[Self::index(piece_to, victim)], bonus, MOST);
    }
}

//! Continuation history: how good a quiet move was after another move, one, two or four plies earlier.

use super::{MOST, PieceTo, learn};
use plywood_core::{Color, PieceKind, Square};

/// One number for each pair of a piece with its square and a later piece with its square.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ContinuationHistory(Vec<Row>);

/// How good each move was after a certain move.
type Row = [i16; PieceTo::COUNT];

/// How good each move of one side was after a certain move.
pub(crate) type HalfRow = [i16; PieceTo::COUNT / 2];

/// Where a move stands in the half of its side.
#[inline]
pub(crate) fn place_in_half_row(kind: PieceKind, to: Square) -> usize {
    kind as usize * 64 + to as usize
}

/// After no move, nothing is known.
static NOTHING: Row = [0; PieceTo::COUNT];

/// The moves that led to a node, as rows of the table: the last one, the one before, and the one four plies back.
pub(crate) type Earlier = [Option<PieceTo>; 3];

/// How many plies back the earlier moves are.
pub(crate) const PLIES_BACK: [usize; 3] = [1, 2, 4];

impl ContinuationHistory {
    pub(crate) fn new() -> Self {
        Self(vec![NOTHING; PieceTo::COUNT])
    }

    /// How good each move of a side was after an earlier move; nothing where there was no earlier one.
    #[inline]
    pub(crate) fn row(&self, earlier: Option<PieceTo>, color: Color) -> &HalfRow {
        let row = earlier.map_or(&NOTHING, |earlier| &self.0[earlier.index()]);
        &row.as_chunks().0[color as usize]
    }

    /// Remembers a success or, with a negative bonus, a failure.
    #[inline]
    pub(crate) fn learn(&mut self, earlier: Earlier, mv: PieceTo, bonus: i32) {
        for earlier in earlier.into_iter().flatten() {
            learn(&mut self.0[earlier.index()][mv.index()], bonus, MOST);
        }
    }
}

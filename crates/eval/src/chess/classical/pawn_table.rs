//! [`PawnTable`]: a pawn hash table. Most moves leave the pawns alone, so their values are kept from one position to the next.

use crate::chess::classical::player_view::PlayerView;
use crate::chess::classical::tapered::Tapered;
use crate::chess::classical::themes;
use crate::chess::classical::weights::{PackedWeights, Sum};
use plywood_core::{Bitboard, PieceKind, Position, Square};
use std::fmt;

/// The values of recent pawn formations, for one thread and one set of weights.
pub(crate) struct PawnTable(Vec<PawnEntry>);

/// The values that depend only on the pawns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PawnEntry {
    /// The pawns of White and Black. They are compared, so two formations are never confused.
    pawns: [Bitboard; 2],
    /// The passed pawns, as their player sees them.
    pub(crate) passed: [Bitboard; 2],
    /// The sum of the pawn terms for each side.
    sums: [Tapered; 2],
    /// The king for which each side's shelter was computed, as its player sees it.
    kings: [Option<Square>; 2],
    shelters: [Tapered; 2],
}

const SIZE: usize = 4_096;

impl PawnEntry {
    /// The entry of a position without pawns.
    pub(crate) const EMPTY: Self = Self {
        pawns: [Bitboard::EMPTY; 2],
        passed: [Bitboard::EMPTY; 2],
        sums: [Tapered::ZERO; 2],
        kings: [None; 2],
        shelters: [Tapered::ZERO; 2],
    };

    /// Computes the missing values, and returns White's lead from the pawns and the king shelters.
    #[inline(always)]
    pub(crate) fn lead(&mut self, weights: &PackedWeights, views: &[PlayerView; 2]) -> Tapered {
        let view = &views[0];
        let pawns = [view.own.of(PieceKind::Pawn), view.enemy.of(PieceKind::Pawn)];
        if self.pawns != pawns {
            self.pawns = pawns;
            self.kings = [None; 2];
            self.count_pawns(weights, views);
        }
        for (side, view) in views.iter().enumerate() {
            let king = Some(view.own.king);
            if self.kings[side] != king {
                let mut sum = Sum::new(weights);
                themes::count_shelter(view, &mut sum);
                self.kings[side] = king;
                self.shelters[side] = sum.total();
            }
        }
        (self.sums[0] + self.shelters[0]) - (self.sums[1] + self.shelters[1])
    }

    #[inline(always)]
    fn count_pawns(&mut self, weights: &PackedWeights, views: &[PlayerView; 2]) {
        for (side, view) in views.iter().enumerate() {
            let pawns = themes::pawns(view);
            let mut sum = Sum::new(weights);
            themes::count_pawns(&pawns, &mut sum);
            self.passed[side] = pawns.passed;
            self.sums[side] = sum.total();
        }
    }
}

impl PawnTable {
    /// Returns an empty table.
    pub(crate) fn new() -> Self {
        Self(vec![PawnEntry::EMPTY; SIZE])
    }

    /// Returns the slot for the pawns of a position.
    #[inline(always)]
    pub(crate) fn entry(&mut self, position: &Position) -> &mut PawnEntry {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "only the low bits are wanted"
        )]
        let low_bits = position.pawn_key() as usize;
        &mut self.0[low_bits % SIZE]
    }
}

impl fmt::Debug for PawnTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PawnTable").finish_non_exhaustive()
    }
}

//! [`PawnTable`]: what the pawns decide, remembered from one position to the next, since most moves leave the pawns alone.

use crate::feature_sink::Sum;
use crate::player_view::PlayerView;
use crate::tapered::Tapered;
use crate::themes;
use crate::weights::PackedWeights;
use plywood_core::{Bitboard, PieceKind, Position, Square};
use std::fmt;

/// What pawns of both sides decide, for positions seen lately. It is for one thread and one set of weights.
pub(crate) struct PawnTable(Vec<PawnEntry>);

/// What pawns decide, from White's view.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PawnEntry {
    /// The pawns of White and Black. They are compared, so that no two formations are mistaken for each other.
    pawns: [Bitboard; 2],
    /// The passed pawns, as their player sees them.
    pub(crate) passed: [Bitboard; 2],
    /// What only the pawns decide.
    lead: Tapered,
    /// The kings for which the shelter was computed.
    kings: [Square; 2],
    shelter: Tapered,
}

const SIZE: usize = 4_096;

impl PawnEntry {
    /// The entry of a position without pawns, with kings that no position has.
    pub(crate) const EMPTY: Self = Self {
        pawns: [Bitboard::EMPTY; 2],
        passed: [Bitboard::EMPTY; 2],
        lead: Tapered::ZERO,
        kings: [Square::A1; 2],
        shelter: Tapered::ZERO,
    };

    /// Computes what is not known yet, and returns the lead that the pawns and the shelters of the kings give.
    #[inline(always)]
    pub(crate) fn lead(&mut self, weights: &PackedWeights, views: &[PlayerView; 2]) -> Tapered {
        let view = &views[0];
        let pawns = [view.own.of(PieceKind::Pawn), view.enemy.of(PieceKind::Pawn)];
        let kings = [view.own.king, view.enemy.king];
        let has_other_pawns = self.pawns != pawns;
        if has_other_pawns {
            self.pawns = pawns;
            self.count_pawns(weights, views);
        }
        if has_other_pawns || self.kings != kings {
            self.kings = kings;
            self.shelter = lead(views, |view| {
                let mut sum = Sum::new(weights);
                themes::count_shelter(view, &mut sum);
                sum.total()
            });
        }
        self.lead + self.shelter
    }

    #[inline(always)]
    fn count_pawns(&mut self, weights: &PackedWeights, views: &[PlayerView; 2]) {
        let both = [themes::pawns(&views[0]), themes::pawns(&views[1])];
        self.passed = [both[0].passed, both[1].passed];
        self.lead = lead(&both, |pawns| {
            let mut sum = Sum::new(weights);
            themes::count_pawns(pawns, &mut sum);
            sum.total()
        });
    }
}

/// By how much White leads.
#[inline(always)]
pub(crate) fn lead<T>(sides: &[T; 2], value: impl Fn(&T) -> Tapered) -> Tapered {
    // A loop, so that the code of a side is there only once.
    let mut values = [Tapered::ZERO; 2];
    for (place, side) in values.iter_mut().zip(sides) {
        *place = value(side);
    }
    values[0] - values[1]
}

impl PawnTable {
    /// An empty table.
    pub(crate) fn new() -> Self {
        Self(vec![PawnEntry::EMPTY; SIZE])
    }

    /// The place for the pawns of a position.
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

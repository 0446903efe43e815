//! [`Material`]: what the pieces on the board are worth, with the values as data.

use crate::evaluator::Evaluator;
use crate::score::Score;
use crate::session::Session;
use crate::sides::Side;
use crate::weighted::{Breakdown, BreakdownRow, Term};
use plywood_core::{Color, ExchangeValues, PieceKind, Position};

/// What each kind of piece is worth, in centipawns. The king is never captured and has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PieceValues {
    /// A pawn.
    pub pawn: i32,
    /// A knight.
    pub knight: i32,
    /// A bishop.
    pub bishop: i32,
    /// A rook.
    pub rook: i32,
    /// A queen.
    pub queen: i32,
}

impl PieceValues {
    /// The values of the BlogChess program and of every beginner's book: 1, 3, 3, 5 and 9 pawns.
    pub const BLOGCHESS: Self = Self {
        pawn: 100,
        knight: 300,
        bishop: 300,
        rook: 500,
        queen: 900,
    };

    /// The values of the Swift program: 1, 3, 3.25, 5 and 9 pawns.
    pub const SWIFT: Self = Self {
        bishop: 325,
        ..Self::BLOGCHESS
    };

    /// Values with which two minor pieces are worth more than a rook and a pawn, and a minor piece more than three pawns.
    pub const STANDARD: Self = Self {
        pawn: 100,
        knight: 320,
        bishop: 330,
        rook: 500,
        queen: 950,
    };

    /// The value of a kind.
    #[inline]
    #[must_use]
    pub const fn of(&self, kind: PieceKind) -> i32 {
        match kind {
            PieceKind::Pawn => self.pawn,
            PieceKind::Knight => self.knight,
            PieceKind::Bishop => self.bishop,
            PieceKind::Rook => self.rook,
            PieceKind::Queen => self.queen,
            PieceKind::King => 0,
        }
    }

    /// The value of all pieces of a color.
    #[inline]
    #[must_use]
    pub fn total(&self, position: &Position, color: Color) -> i32 {
        PieceKind::ALL
            .into_iter()
            .map(|kind| self.of(kind) * count(position, color, kind))
            .sum()
    }
}

impl Default for PieceValues {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl From<PieceValues> for ExchangeValues {
    fn from(values: PieceValues) -> Self {
        Self {
            pawn: values.pawn,
            knight: values.knight,
            bishop: values.bishop,
            rook: values.rook,
            queen: values.queen,
        }
    }
}

/// Judges a position by the pieces on the board: the value of the pieces of the side to move, less that of the enemy's.
///
/// As a [`Term`] it counts one side's pieces in centipawns.
///
/// ```
/// use plywood_eval::{Evaluator, Material, PieceValues, Score};
/// use plywood_core::Position;
///
/// // Black is to move, with a bishop for a knight.
/// let position: Position = "4kb2/pppp4/8/8/8/8/PPPP4/1N2K3 b - - 0 1".parse()?;
/// assert_eq!(Material::new(PieceValues::SWIFT).evaluate(&position), Score::centipawns(25));
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Material {
    values: PieceValues,
}

impl Material {
    /// Counts the pieces with these values.
    #[must_use]
    pub const fn new(values: PieceValues) -> Self {
        Self { values }
    }

    /// The score taken apart by kinds of pieces: how many each side has, and what they are worth.
    #[must_use]
    pub fn breakdown(&self, position: &Position) -> Breakdown {
        let with_value = PieceKind::ALL
            .into_iter()
            .filter(|kind| *kind != PieceKind::King);
        let row = |kind: PieceKind| BreakdownRow {
            name: kind.to_string(),
            weight: self.values.of(kind),
            counts: Side::BOTH.map(|side| count(position, side.into(), kind)),
        };
        Breakdown {
            rows: with_value.map(row).collect(),
        }
    }
}

impl Evaluator<Position> for Material {
    #[inline]
    fn evaluate_in(&self, position: &Position, _: &mut Session) -> Score {
        let lead = position.board().weigh(|kind| self.values.of(kind));
        Score::centipawns(match position.side_to_move() {
            Color::White => lead,
            Color::Black => -lead,
        })
    }
}

impl Term<Position> for Material {
    fn count(&self, position: &Position, side: Side) -> i32 {
        self.values.total(position, side.into())
    }
}

#[inline]
fn count(position: &Position, color: Color, kind: PieceKind) -> i32 {
    position.pieces(color, kind).len().cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sides::Sides;

    #[test]
    fn a_term_and_its_evaluator_agree() {
        let position: Position = "3qk3/ppp5/8/8/8/8/PPPPP3/R3K1NB b - - 0 1".parse().unwrap();
        for values in [
            PieceValues::BLOGCHESS,
            PieceValues::SWIFT,
            PieceValues::STANDARD,
        ] {
            let material = Material::new(values);
            let us = position.to_move();
            let lead = material.count(&position, us) - material.count(&position, !us);
            assert_eq!(material.evaluate(&position), Score::centipawns(lead));
            assert_eq!(
                material.evaluate(&position),
                material.evaluate(&position.mirrored())
            );
        }
    }
}

//! [`Material`]: what the pieces on the board are worth, with the values as data.

use crate::evaluator::Evaluator;
use crate::linear::{Linear, Weight};
use crate::score::Score;
use crate::session::Session;
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
            .map(|kind| self.of(kind) * position.pieces(color, kind).len().cast_signed())
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
/// It has a weight for each kind of piece, rounded to whole centipawns: `pawn`, `knight`, `bishop`, `rook` and `queen`.
///
/// ```
/// use plywood_eval::{Evaluator, Material, PieceValues, Score};
/// use plywood_core::Position;
///
/// // Black is to move, with a bishop for a knight.
/// let position: Position = "4kb2/pppp4/8/8/8/8/PPPP4/1N2K3 b - - 0 1".parse()?;
/// assert_eq!(
///     Material::new(PieceValues::SWIFT).evaluate(&position),
///     Score::centipawns(25)
/// );
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
}

impl Evaluator<Position> for Material {
    #[inline]
    fn evaluate_in(&self, position: &Position, _: &mut Session) -> Score {
        let lead = position.board().weigh(|kind| self.values.of(kind));
        Score::centipawns(lead).for_white(position.side_to_move())
    }
}

impl Linear<Position> for Material {
    fn weights(&self) -> Vec<(String, f64)> {
        let weight = |kind: PieceKind| (kind.to_string(), self.values.of(kind).into());
        with_value().map(weight).collect()
    }

    fn set_weights(&mut self, values: &[f64]) {
        let PieceValues {
            pawn,
            knight,
            bishop,
            rook,
            queen,
        } = &mut self.values;
        for (own, &value) in [pawn, knight, bishop, rook, queen].into_iter().zip(values) {
            *own = Weight::new(value).centipawns();
        }
    }

    fn counts(&self, position: &Position, add: &mut dyn FnMut(usize, [f64; 2])) {
        for (index, kind) in with_value().enumerate() {
            let count = |color| f64::from(position.pieces(color, kind).len());
            add(index, Color::ALL.map(count));
        }
    }
}

/// The kinds that have a value: all but the king.
fn with_value() -> impl Iterator<Item = PieceKind> {
    PieceKind::ALL.into_iter().take(5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sides::Sides;

    #[test]
    fn the_counts_add_up_to_the_score() {
        let position: Position = "3qk3/ppp5/8/8/8/8/PPPPP3/R3K1NB b - - 0 1".parse().unwrap();
        for values in [
            PieceValues::BLOGCHESS,
            PieceValues::SWIFT,
            PieceValues::STANDARD,
        ] {
            let material = Material::new(values);
            let total = material.breakdown(&position).total();
            assert_eq!(material.evaluate(&position), -total);
            assert_eq!(
                material.evaluate(&position),
                material.evaluate(&position.mirrored())
            );
        }
    }
}

//! [`Material`]: counts the pieces on the board, with their values as data.

use crate::evaluator::Evaluator;
use crate::linear::{Linear, Weight};
use crate::score::Score;
use crate::session::Session;
use plywood_core::{Color, PieceKind, PieceValues, Position};

/// Evaluates a position by material: the value of the side to move's pieces minus that of the enemy's.
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
    /// Makes an evaluator with these values.
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
            *own = Weight::chosen(value).centipawns();
        }
    }

    fn counts(&self, position: &Position, add: &mut dyn FnMut(usize, [f64; 2])) {
        for (index, kind) in with_value().enumerate() {
            let count = |color| f64::from(position.pieces(color, kind).len());
            add(index, Color::ALL.map(count));
        }
    }
}

/// Returns the kinds that have a value: all except the king.
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

//! [`Mobility`]: counts the legal moves of each side.

use crate::evaluator::Evaluator;
use crate::linear::{Linear, Weight};
use crate::score::Score;
use crate::session::Session;
use crate::sides::{Side, Sides};
use plywood_core::Position;

/// Evaluates a position by the number of legal moves of both sides, as the BlogChess program does.
///
/// The other side's moves are those it would have on its turn. If it gives check, that includes capturing the king. So a check costs the
/// checked side most of its moves and the checking side none.
///
/// ```
/// use plywood_eval::{Evaluator, Mobility, Score};
/// use plywood_core::Position;
///
/// // 8  . . . . k . . .    the king has 5 moves
/// // 1  R . . . K . . .    the king has 5 moves, the rook 10
/// let position: Position = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
/// let mobility = Mobility::pawns_per_move(0.05);
/// assert_eq!(mobility.evaluate(&position), Score::centipawns((15 - 5) * 5));
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mobility {
    weight: Weight,
}

impl Mobility {
    /// Makes each legal move worth this many pawns, rounded to thousandths of a centipawn. BlogChess uses 0.05.
    ///
    /// # Panics
    /// If the number is NaN.
    #[must_use]
    pub fn pawns_per_move(pawns: f64) -> Self {
        Self {
            weight: Weight::chosen(pawns * 100.0),
        }
    }
}

impl Default for Mobility {
    /// Five centipawns a move, as in BlogChess.
    fn default() -> Self {
        Self::pawns_per_move(0.05)
    }
}

impl Evaluator<Position> for Mobility {
    #[inline]
    fn evaluate_in(&self, position: &Position, _: &mut Session) -> Score {
        let us = position.to_move();
        let lead = legal_moves(position, us) - legal_moves(position, !us);
        self.weight.times(lead.into()).score()
    }
}

/// It has one weight, `move`.
impl Linear<Position> for Mobility {
    fn weights(&self) -> Vec<(String, f64)> {
        vec![("move".to_owned(), self.weight.value())]
    }

    fn set_weights(&mut self, values: &[f64]) {
        if let Some(&value) = values.first() {
            self.weight = Weight::chosen(value);
        }
    }

    fn counts(&self, position: &Position, add: &mut dyn FnMut(usize, [f64; 2])) {
        add(0, Side::BOTH.map(|side| legal_moves(position, side).into()));
    }
}

#[inline]
fn legal_moves(position: &Position, side: Side) -> i32 {
    i32::try_from(position.move_count(side.into())).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weighted::Weighted;

    #[test]
    fn a_move_may_be_worth_a_fraction() {
        assert_eq!(Mobility::pawns_per_move(0.05), Mobility::default());
        let fine = Mobility::pawns_per_move(-0.126);
        assert_eq!(fine.weights(), [("move".to_owned(), -12.6)]);
    }

    #[test]
    fn a_part_and_its_evaluator_agree() {
        let position: Position = "r3k3/8/8/8/8/8/8/R3K2R b - - 0 1".parse().unwrap();
        let mobility = Mobility::pawns_per_move(0.1);
        let sum = Weighted::new().with("mobility", mobility);
        assert_eq!(sum.evaluate(&position), mobility.evaluate(&position));
    }

    #[test]
    fn a_side_that_gives_check_keeps_its_moves() {
        // The rook has seven moves on the file, the capture of the king included, and six on the rank; the king has three.
        let position: Position = "4k3/8/8/8/8/8/8/K3R3 b - - 0 1".parse().unwrap();
        assert_eq!(legal_moves(&position, Side::First), 7 + 3 + 3 + 3);
    }
}

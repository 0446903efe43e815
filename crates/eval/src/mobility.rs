//! [`Mobility`]: how many legal moves each side has.

use crate::evaluator::Evaluator;
use crate::score::Score;
use crate::side_not_to_move::moves_when_not_to_move;
use crate::sides::{Side, Sides};
use crate::weighted::Term;
use plywood_core::Position;

/// Judges a position by the legal moves of both sides, as the BlogChess program does.
///
/// The side that is not to move is counted as if it were, by changing the turn in place. If the side to move is in check,
/// the side that gives check is counted in the same way: all it could play without leaving its own king in check,
/// the capture of the other king included. So a check makes the checked side's few replies count, and takes nothing
/// from the other.
///
/// ```
/// use plywood_eval::{Evaluator, Mobility, Score};
/// use plywood_core::Position;
///
/// // White has 5 moves of the king and 14 of the rook, Black 5 of the king: 14 × 0.05.
/// let position: Position = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
/// assert_eq!(Mobility::default().evaluate(&position), Score::centipawns(50));
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mobility {
    centipawns_a_move: i32,
}

impl Mobility {
    /// Each legal move is worth so many centipawns.
    #[must_use]
    pub const fn new(centipawns_a_move: i32) -> Self {
        Self { centipawns_a_move }
    }
}

impl Default for Mobility {
    /// Five centipawns a move, as in BlogChess.
    fn default() -> Self {
        Self::new(5)
    }
}

impl Evaluator<Position> for Mobility {
    #[inline]
    fn evaluate(&self, position: &Position) -> Score {
        let us = position.to_move();
        let lead = legal_moves(position, us) - legal_moves(position, !us);
        Score::centipawns(lead.saturating_mul(self.centipawns_a_move))
    }
}

/// As a term it counts one side's legal moves, and leaves their worth to the weight.
impl Term<Position> for Mobility {
    fn count(&self, position: &Position, side: Side) -> i32 {
        legal_moves(position, side)
    }
}

#[inline]
fn legal_moves(position: &Position, side: Side) -> i32 {
    let count = if side == position.to_move() {
        position.legal_move_count()
    } else {
        moves_when_not_to_move(position)
    };
    i32::try_from(count).unwrap_or(i32::MAX)
}

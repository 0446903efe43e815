//! [`WithEndings`]: an evaluator that sees mate and stalemate on the board.

use crate::evaluator::Evaluator;
use crate::score::Score;
use plywood_core::Position;

/// Judges mate and stalemate as what they are, and leaves every other position to the evaluator it wraps.
///
/// A search that knows the rules does this by itself; it is for judging positions on their own, and for programs that
/// evaluate first and ask later.
///
/// ```
/// use plywood_eval::{Evaluator, Material, Score, WithEndings};
/// use plywood_core::Position;
///
/// let evaluator = WithEndings::new(Material::default());
/// let mated: Position = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1".parse()?;
/// assert_eq!(evaluator.evaluate(&mated), Score::lost_in(0));
/// let stalemate: Position = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse()?;
/// assert_eq!(evaluator.evaluate(&stalemate), Score::DRAW);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct WithEndings<E>(E);

impl<E> WithEndings<E> {
    /// Adds the knowledge of mate and stalemate to an evaluator.
    #[must_use]
    pub const fn new(evaluator: E) -> Self {
        Self(evaluator)
    }

    /// The evaluator inside, to ask for its breakdown.
    #[must_use]
    pub const fn inner(&self) -> &E {
        &self.0
    }
}

impl<E: Evaluator<Position>> Evaluator<Position> for WithEndings<E> {
    #[inline]
    fn evaluate(&self, position: &Position) -> Score {
        if position.has_legal_move() {
            self.0.evaluate(position)
        } else if position.is_check() {
            Score::lost_in(0)
        } else {
            Score::DRAW
        }
    }
}

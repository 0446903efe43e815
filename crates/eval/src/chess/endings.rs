//! [`WithEndings`]: an evaluator that recognizes mate and stalemate.

use crate::evaluator::Evaluator;
use crate::linear::{Breakdown, Linear};
use crate::score::Score;
use crate::session::Session;
use plywood_core::Position;

/// Scores checkmate as a loss and stalemate as a draw, and leaves every other position to the evaluator it wraps.
///
/// plywood's searches recognize the end of a game themselves and don't need this. Use it to evaluate positions outside a search.
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
    /// Wraps an evaluator.
    #[must_use]
    pub const fn new(evaluator: E) -> Self {
        Self(evaluator)
    }

    /// Returns the evaluator inside, for its breakdown.
    #[must_use]
    pub const fn inner(&self) -> &E {
        &self.0
    }
}

impl<E: Evaluator<Position>> Evaluator<Position> for WithEndings<E> {
    #[inline]
    fn evaluate_in(&self, position: &Position, session: &mut Session) -> Score {
        if position.has_legal_move() {
            self.0.evaluate_in(position, session)
        } else if position.is_check() {
            Score::lost_in(0)
        } else {
            Score::DRAW
        }
    }
}

/// The weights are those of the inner evaluator and don't cover mate and stalemate.
impl<L: Linear<Position>> Linear<Position> for WithEndings<L> {
    fn weights(&self) -> Vec<(String, f64)> {
        self.0.weights()
    }

    fn set_weights(&mut self, values: &[f64]) {
        self.0.set_weights(values);
    }

    fn counts(&self, position: &Position, add: &mut dyn FnMut(usize, [f64; 2])) {
        self.0.counts(position, add);
    }

    fn themes(&self, position: &Position) -> Breakdown {
        self.0.themes(position)
    }

    fn details(&self, position: &Position) -> String {
        self.0.details(position)
    }
}

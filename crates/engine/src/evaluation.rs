//! [`Evaluation`]: how the engine judges a position, by what it knows of endings and otherwise by an evaluator.

use crate::endings;
use crate::value::{Value, estimate, from_score};
use crate::weights::FITTED;
use plywood_core::Position;
use plywood_eval::{Classical, Evaluator, Remembering, Score};
use std::fmt;
use std::sync::Arc;

/// The engine's judgement of a position: exact where it knows the ending, and otherwise the score of an evaluator. Unless
/// another is given, that is the classical one with weights fitted to games of the engine.
///
/// ```
/// use plywood_core::Position;
/// use plywood_engine::Evaluation;
/// use plywood_eval::{Evaluator, Score};
///
/// let evaluation = Evaluation::default();
/// let bare: Position = "4k3/8/8/8/8/8/8/3BK3 w - - 0 1".parse()?;
/// assert_eq!(evaluation.evaluate(&bare), Score::DRAW);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Clone)]
pub struct Evaluation {
    evaluator: Arc<dyn Evaluator<Position> + Send + Sync>,
}

impl Default for Evaluation {
    fn default() -> Self {
        Self::by(Self::fitted())
    }
}

impl Evaluation {
    /// The classical evaluator with weights fitted to games of the engine, which can explain its scores.
    #[must_use]
    pub const fn fitted() -> Classical {
        Classical::new(FITTED)
    }

    /// Judges positions by this evaluator, except where a position is a known draw.
    pub fn by(evaluator: impl Evaluator<Position> + Send + Sync + 'static) -> Self {
        Self {
            evaluator: Arc::new(evaluator),
        }
    }

    /// What judges positions for one thread.
    pub(crate) fn judge(&self) -> Judge<'_> {
        Judge {
            evaluator: self.evaluator.as_ref(),
            remembering: self.evaluator.remembering(),
        }
    }
}

impl Evaluator<Position> for Evaluation {
    fn evaluate(&self, position: &Position) -> Score {
        let value =
            known_value(position).unwrap_or_else(|| from_score(self.evaluator.evaluate(position)));
        Score::centipawns(estimate(value))
    }
}

/// An [`Evaluation`] at work for one thread, which may remember what positions have in common.
pub(crate) struct Judge<'a> {
    evaluator: &'a (dyn Evaluator<Position> + Send + Sync),
    remembering: Option<Remembering<'a, Position>>,
}

impl Judge<'_> {
    /// The value for the side to move, always an estimate.
    #[inline]
    pub(crate) fn value(&mut self, position: &Position) -> Value {
        let value = known_value(position).unwrap_or_else(|| {
            from_score(match &mut self.remembering {
                Some(remembering) => remembering(position),
                None => self.evaluator.evaluate(position),
            })
        });
        estimate(value)
    }
}

/// The value of a position that is a draw or a known ending.
#[inline]
fn known_value(position: &Position) -> Option<Value> {
    if position.is_insufficient_material() {
        return Some(0);
    }
    endings::known(position)
}

impl fmt::Debug for Judge<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judge").finish_non_exhaustive()
    }
}

impl fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluation").finish_non_exhaustive()
    }
}

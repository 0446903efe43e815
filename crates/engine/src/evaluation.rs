//! [`Evaluation`]: the engine's evaluation, by known endings and otherwise by an evaluator.

use crate::endings;
use crate::value::{Value, estimate, from_score};
use plywood_core::Position;
use plywood_eval::{Classical, Evaluator, NamedWeights, Score, Session};
use std::fmt;
use std::sync::{Arc, LazyLock};

/// The engine's evaluation of a position: exact for a known ending, and otherwise the score of an evaluator. The default evaluator is the
/// classical one with weights fitted to games of the engine.
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

/// The weights that `plywood-lab fit` found in games of the engine with itself. `examples/quiet_positions.rs` makes the positions.
static FITTED: LazyLock<Classical> = LazyLock::new(|| {
    let mut fitted = Classical::default();
    NamedWeights::from_json(include_str!("../weights.json"))
        .and_then(|weights| weights.set(&mut fitted))
        .expect("the file of this crate has every weight, as a test has shown");
    fitted
});

impl Default for Evaluation {
    fn default() -> Self {
        Self::by(Self::fitted())
    }
}

impl Evaluation {
    /// Returns the classical evaluator with weights fitted to games of the engine, which can explain its scores.
    #[must_use]
    pub fn fitted() -> Classical {
        FITTED.clone()
    }

    /// Evaluates positions by this evaluator, except known draws.
    pub fn by(evaluator: impl Evaluator<Position> + Send + Sync + 'static) -> Self {
        Self {
            evaluator: Arc::new(evaluator),
        }
    }

    /// Returns the value for the side to move, always an estimate.
    #[inline]
    pub(crate) fn value(&self, position: &Position, session: &mut Session) -> Value {
        let value = known_value(position)
            .unwrap_or_else(|| from_score(self.evaluator.evaluate_in(position, session)));
        estimate(value)
    }
}

impl Evaluator<Position> for Evaluation {
    fn evaluate_in(&self, position: &Position, session: &mut Session) -> Score {
        Score::centipawns(self.value(position, session))
    }
}

/// Returns the value of a position that is a draw or a known ending.
#[inline]
fn known_value(position: &Position) -> Option<Value> {
    if position.is_insufficient_material() {
        return Some(0);
    }
    endings::known(position)
}

impl fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluation").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use plywood_search::{Limits, Strategy};
    use std::sync::Mutex;

    /// Counts how often its memory is made and used, and records the last ply at which it is called.
    #[derive(Default)]
    struct Counting(Arc<Mutex<[u32; 3]>>);

    impl Evaluator<Position> for Counting {
        fn evaluate_in(&self, _: &Position, session: &mut Session) -> Score {
            let ply = session.ply();
            let make = || self.0.lock().unwrap()[0] += 1;
            if session.memory(&self.0, make).is_some() {
                let mut counts = self.0.lock().unwrap();
                counts[1] += 1;
                counts[2] = counts[2].max(ply);
            }
            Score::DRAW
        }
    }

    #[test]
    fn a_search_keeps_what_its_evaluator_remembers() {
        let counts = Arc::default();
        let evaluator = Evaluation::by(Evaluation::by(Counting(Arc::clone(&counts))));
        let mut engine = Engine::new().evaluator(evaluator);
        let report = engine.search(&Position::START, &Limits::depth(3));
        let [made, used, deepest] = *counts.lock().unwrap();
        assert_eq!((made, u64::from(used)), (1, report.stats.evaluated));
        assert!((3..=report.stats.deepest_ply).contains(&deepest));
    }
}

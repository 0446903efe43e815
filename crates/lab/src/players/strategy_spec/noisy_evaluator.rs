//! [`NoisyEvaluator`]: a named evaluator that many searches share, with noise where it is asked for.

use plywood_core::Position;
use plywood_eval::evaluators::AnyEvaluator;
use plywood_eval::{Evaluator, RandomEvaluator, Score};
use std::fmt;
use std::sync::Arc;

#[derive(Clone)]
pub(super) struct NoisyEvaluator {
    evaluator: Arc<AnyEvaluator>,
    noise: u16,
    random: RandomEvaluator,
}

impl NoisyEvaluator {
    pub(super) fn new(evaluator: AnyEvaluator, noise: u16) -> Self {
        Self {
            evaluator: Arc::new(evaluator),
            noise,
            random: RandomEvaluator::new(0, noise),
        }
    }

    /// The same with other noise.
    pub(super) fn seeded(self, seed: u64) -> Self {
        Self {
            random: RandomEvaluator::new(seed, self.noise),
            ..self
        }
    }
}

impl Evaluator<Position> for NoisyEvaluator {
    fn evaluate(&self, position: &Position) -> Score {
        let score = self.evaluator.evaluate(position);
        if self.noise == 0 {
            return score;
        }
        score.plus(self.random.by_key(Position::key).evaluate(position))
    }
}

impl fmt::Debug for NoisyEvaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NoisyEvaluator")
            .field("noise", &self.noise)
            .finish_non_exhaustive()
    }
}

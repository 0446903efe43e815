//! [`NoisyEvaluator`]: an evaluator that many searches share, with noise.

use plywood_catalog::SharedEvaluator;
use plywood_core::Position;
use plywood_eval::{Evaluator, RandomEvaluator, Score};

pub(super) struct NoisyEvaluator {
    evaluator: SharedEvaluator<Position>,
    random: RandomEvaluator,
}

impl NoisyEvaluator {
    /// Adds a random number of at most so many centipawns to each score: the same one whenever the position comes up again.
    pub(super) fn new(evaluator: SharedEvaluator<Position>, noise: u16, seed: u64) -> Self {
        Self {
            evaluator,
            random: RandomEvaluator::new(seed, noise),
        }
    }
}

impl Evaluator<Position> for NoisyEvaluator {
    fn evaluate(&self, position: &Position) -> Score {
        let score = self.evaluator.evaluate(position);
        score.plus(self.random.by_key(Position::key).evaluate(position))
    }
}

//! [`NoisyEvaluator`]: an evaluator that many searches share, with noise.

use plywood_catalog::SharedEvaluator;
use plywood_core::Position;
use plywood_eval::{Evaluator, RandomEvaluator, Score, Session};

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
    fn evaluate_in(&self, position: &Position, session: &mut Session) -> Score {
        let score = self.evaluator.evaluate_in(position, session);
        let noise = self.random.by_key(Position::key);
        score.plus(noise.evaluate_in(position, session))
    }
}

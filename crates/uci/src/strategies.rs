//! The strategies that the program offers by name, ready to play: those of the catalog, which are deepened where they
//! search to a fixed depth.

use plywood_core::Position;
use plywood_eval::evaluators::AnyEvaluator;
use plywood_eval::{Evaluator, RandomEvaluator};
use plywood_search::strategies::{AnyStrategy, Catalog, UnknownStrategy};
use plywood_search::{PositionOnly, Score, WithHistory};
use std::sync::Arc;

/// A position with the game that led to it, so that repetition counts as a draw.
pub(crate) type GamePosition = WithHistory<Position>;

/// An evaluator that strategies and their threads can share, with an error of so many centipawns: the same one whenever
/// the position comes up again, as a player misjudges it again.
#[derive(Clone)]
pub(crate) struct Judge {
    evaluator: Arc<AnyEvaluator>,
    error: Option<RandomEvaluator>,
}

impl Judge {
    pub(crate) fn new(evaluator: AnyEvaluator) -> Self {
        Self {
            evaluator: Arc::new(evaluator),
            error: None,
        }
    }

    pub(crate) fn with_errors(self, centipawns: u16, seed: u64) -> Self {
        let error = (centipawns > 0).then(|| RandomEvaluator::new(seed, centipawns));
        Self { error, ..self }
    }
}

impl Evaluator<Position> for Judge {
    fn evaluate(&self, position: &Position) -> Score {
        let score = self.evaluator.evaluate(position);
        match &self.error {
            None => score,
            Some(error) => score.plus(error.by_key(Position::key).evaluate(position)),
        }
    }
}

fn catalog() -> Catalog<GamePosition, PositionOnly<Judge>> {
    Catalog::for_tactical_games()
}

/// The names of the strategies, the simplest first.
pub(crate) fn names() -> Vec<&'static str> {
    catalog().names().collect()
}

/// The strategy of that name.
pub(crate) fn by_name(
    name: &str,
    judge: Judge,
) -> Result<AnyStrategy<GamePosition>, UnknownStrategy> {
    catalog().by_name_deepened(name, PositionOnly(judge))
}

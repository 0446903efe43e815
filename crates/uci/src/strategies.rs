//! The strategies and evaluators that the program offers by name: the engine, and the catalog's strategies, which are
//! deepened where they search to a fixed depth.

use plywood_catalog::{SharedEvaluator, chess_with_history};
use plywood_core::Position;
use plywood_engine::{Engine, Evaluation};
use plywood_eval::evaluators::{self, UnknownEvaluator};
use plywood_eval::{Evaluator, RandomEvaluator, Session};
use plywood_search::strategies::{AnyStrategy, UnknownStrategy};
use plywood_search::{PositionOnly, Score, WithHistory};
use std::sync::Arc;

/// A position with the game that led to it, so that repetition counts as a draw.
pub(crate) type GamePosition = WithHistory<Position>;

/// The name of the full-strength engine.
pub(crate) const ENGINE: &str = "engine";
/// The name for the evaluator that suits a strategy best: the engine's own, or the classical one.
pub(crate) const DEFAULT_EVALUATOR: &str = "standard";

/// The names of the strategies: the engine, then those of the catalog, the simplest first.
pub(crate) fn names() -> Vec<&'static str> {
    [ENGINE]
        .into_iter()
        .chain(chess_with_history().names())
        .collect()
}

/// The names that an option of the protocol can list. Some programs, python-chess among them, take every word of such a line
/// for a keyword if it is one, even inside a hyphenated name, so a name with `max` in it would spoil the list.
pub(crate) fn names_for_protocol() -> Vec<&'static str> {
    let is_keyword = |word| ["default", "min", "max", "var", "name", "type"].contains(&word);
    let mut names = names();
    names.retain(|name| !name.split('-').any(is_keyword));
    names
}

/// The names of the evaluators.
pub(crate) fn evaluator_names() -> Vec<&'static str> {
    [DEFAULT_EVALUATOR]
        .into_iter()
        .chain(evaluators::names())
        .collect()
}

/// The strategy of that name in the catalog.
pub(crate) fn from_catalog(
    name: &str,
    judge: Judge,
) -> Result<AnyStrategy<GamePosition>, UnknownStrategy> {
    let found = chess_with_history().by_name_deepened(name, PositionOnly(judge.shared()));
    found.map_err(|error| UnknownStrategy {
        known: names(),
        ..error
    })
}

/// The engine with this evaluator.
pub(crate) fn engine(judge: Judge) -> Engine {
    if judge.is_default() {
        Engine::new()
    } else {
        Engine::new().evaluator(judge)
    }
}

/// An evaluator that strategies and their threads can share. It may misjudge each position by some centipawns: by the same
/// amount whenever the position comes up again, as a player would.
#[derive(Clone)]
pub(crate) struct Judge {
    /// `None` for the default.
    evaluator: Option<SharedEvaluator<Position>>,
    default: Evaluation,
    error: Option<RandomEvaluator>,
}

impl Judge {
    pub(crate) fn by_name(name: &str) -> Result<Self, UnknownEvaluator> {
        let evaluator = if name == DEFAULT_EVALUATOR {
            None
        } else {
            Some(Arc::from(evaluators::by_name(name)?))
        };
        Ok(Self {
            evaluator,
            default: Evaluation::default(),
            error: None,
        })
    }

    /// The same with errors of up to so many centipawns, which the seed decides.
    pub(crate) fn with_errors(self, centipawns: u16, seed: u64) -> Self {
        let error = (centipawns > 0).then(|| RandomEvaluator::new(seed, centipawns));
        Self { error, ..self }
    }

    /// The same for the strategies of the catalog.
    fn shared(self) -> SharedEvaluator<Position> {
        match self {
            Self {
                evaluator: Some(evaluator),
                error: None,
                ..
            } => evaluator,
            judge => Arc::new(judge),
        }
    }

    const fn is_default(&self) -> bool {
        self.evaluator.is_none() && self.error.is_none()
    }
}

impl Evaluator<Position> for Judge {
    fn evaluate_in(&self, position: &Position, session: &mut Session) -> Score {
        let score = match &self.evaluator {
            Some(evaluator) => evaluator.evaluate_in(position, session),
            None => self.default.evaluate_in(position, session),
        };
        match &self.error {
            None => score,
            Some(error) => {
                let error = error.by_key(Position::key);
                score.plus(error.evaluate_in(position, session))
            }
        }
    }
}

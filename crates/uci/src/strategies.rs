//! The strategies and evaluators that the program offers by name: the engine, and the catalog's strategies, which are
//! deepened where they search to a fixed depth.

use plywood_catalog::{SharedEvaluator, chess_with_history};
use plywood_core::Position;
use plywood_engine::Evaluation;
use plywood_eval::evaluators::{self, UnknownEvaluator};
use plywood_search::strategies::{AnyStrategy, UnknownStrategy};
use plywood_search::{PositionOnly, WithHistory};
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

/// The evaluator of that name, for a strategy.
pub(crate) fn evaluator(
    name: &str,
    strategy: &str,
) -> Result<SharedEvaluator<Position>, UnknownEvaluator> {
    match (name, strategy) {
        // The engine looks itself whether it knows the ending.
        (DEFAULT_EVALUATOR, ENGINE) => Ok(Arc::new(Evaluation::fitted())),
        (DEFAULT_EVALUATOR, _) => Ok(Arc::new(Evaluation::default())),
        (name, _) => Ok(Arc::from(evaluators::by_name(name)?)),
    }
}

/// The strategy of that name in the catalog.
pub(crate) fn from_catalog(
    name: &str,
    evaluator: SharedEvaluator<Position>,
) -> Result<AnyStrategy<GamePosition>, UnknownStrategy> {
    let found = chess_with_history().by_name_deepened(name, PositionOnly(evaluator));
    found.map_err(|error| UnknownStrategy {
        known: names(),
        ..error
    })
}

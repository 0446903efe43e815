//! The named parts of a game, and the scores of its evaluators.

use crate::any_game::{AnyGame, on_game};
use crate::games::Hosted;
use crate::own_parts::OwnEvaluator;
use crate::run::Run;
use crate::score::Score;
use crate::values::wrong;
use plywood_catalog::Catalog;
use plywood_eval::{self as eval, Breakdown, Evaluator};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;

/// Evaluate a position for the side to move, with an evaluator by name or a callable; by default the game's.
#[pyfunction]
#[pyo3(signature = (position, evaluator=None))]
pub(crate) fn evaluate(
    position: &Bound<'_, PyAny>,
    evaluator: Option<&Bound<'_, PyAny>>,
) -> PyResult<Score> {
    let run = Run::new();
    let score = on_game!(AnyGame::at(position, &run)?, |catalog, played| {
        evaluated(&catalog, played.position(), evaluator, &run)
    });
    run.result()?;
    score.map(Score)
}

fn evaluated<G: Hosted>(
    catalog: &Catalog<G>,
    position: &G,
    evaluator: Option<&Bound<'_, PyAny>>,
    run: &Arc<Run>,
) -> PyResult<eval::Score> {
    let name = match evaluator {
        Some(own) if !own.is_instance_of::<PyString>() => {
            return Ok(OwnEvaluator::new(own, run).evaluate(position));
        }
        Some(name) => name.extract::<String>()?,
        None => {
            let mut usual = catalog.evaluators();
            usual.next().map_or("none", |entry| entry.name).to_owned()
        }
    };
    let evaluator = catalog.any_evaluator(&name).map_err(wrong)?;
    Ok(evaluator.evaluate(position))
}

/// A term of an evaluator: its name, its weight, its counts for both sides, and its values in centipawns.
type Term = (String, f64, (f64, f64), (f64, f64));

/// Break down the score of an evaluator: (name, weight, (White's count, Black's), (value for White, for Black)) of each term that counts.
#[pyfunction]
#[pyo3(signature = (position, evaluator="classical"))]
pub(crate) fn explain(position: &Bound<'_, PyAny>, evaluator: &str) -> PyResult<Vec<Term>> {
    on_game!(AnyGame::at(position, &Run::new())?, |catalog, played| {
        let linear = catalog.linear(evaluator).map_err(wrong)?;
        Ok(terms(linear.breakdown(played.position())))
    })
}

fn terms(breakdown: Breakdown) -> Vec<Term> {
    let rows = breakdown.rows.into_iter();
    let counted = rows.filter(|row| row.counts.iter().any(|count| count.abs() > 0.0));
    let terms = counted.map(|row| {
        let worth = row.worth();
        (row.name, row.weight, row.counts.into(), worth.into())
    });
    terms.collect()
}

/// The strategies of a game, as (name, description).
#[pyfunction]
#[pyo3(signature = (game=None))]
pub(crate) fn strategies(py: Python<'_>, game: Option<Bound<'_, PyAny>>) -> PyResult<Vec<Entry>> {
    Ok(on_game!(game_or_chess(py, game)?, |catalog, _| {
        let entries = catalog.strategies();
        entries.map(|entry| (entry.name, entry.about)).collect()
    }))
}

/// The evaluators of a game, the default first, as (name, description).
#[pyfunction]
#[pyo3(signature = (game=None))]
pub(crate) fn evaluators(py: Python<'_>, game: Option<Bound<'_, PyAny>>) -> PyResult<Vec<Entry>> {
    Ok(on_game!(game_or_chess(py, game)?, |catalog, _| {
        let entries = catalog.evaluators();
        entries.map(|entry| (entry.name, entry.about)).collect()
    }))
}

/// The strategies that a comparison shows by default: each row changes one part.
#[pyfunction]
pub(crate) fn ladder(position: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    on_game!(AnyGame::at(position, &Run::new())?, |catalog, _| Ok(
        catalog.ladder()
    ))
}

type Entry = (&'static str, &'static str);

fn game_or_chess(py: Python<'_>, game: Option<Bound<'_, PyAny>>) -> PyResult<AnyGame> {
    let game = game.unwrap_or_else(|| PyString::new(py, "chess").into_any());
    AnyGame::named(&game, &Run::new())
}

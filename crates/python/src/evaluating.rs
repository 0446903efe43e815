//! What a game has by name, and what its evaluators say.

use crate::any_game::AnyGame;
use crate::games::{Hosted, OnGame};
use crate::own_parts::OwnEvaluator;
use crate::run::Run;
use crate::score::Score;
use crate::values::wrong;
use plywood_catalog::{Catalog, Played};
use plywood_eval::Evaluator;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;

/// Evaluate a position for the side to move, by an evaluator by name or a callable; by default the usual one of the game.
#[pyfunction]
#[pyo3(signature = (position, evaluator=None))]
pub(crate) fn evaluate(
    position: &Bound<'_, PyAny>,
    evaluator: Option<&Bound<'_, PyAny>>,
) -> PyResult<Score> {
    let run = Run::new();
    let evaluating = Evaluating {
        evaluator,
        run: &run,
    };
    let score = AnyGame::at(position, &run)?.visit(evaluating);
    run.result()?;
    score
}

struct Evaluating<'a, 'py> {
    evaluator: Option<&'a Bound<'py, PyAny>>,
    run: &'a Arc<Run>,
}

impl OnGame for Evaluating<'_, '_> {
    type Output = Score;

    fn on<G: Hosted>(self, catalog: Catalog<G>, played: Played<G>) -> PyResult<Score> {
        let position = played.position();
        let name = match self.evaluator {
            Some(own) if !own.is_instance_of::<PyString>() => {
                let evaluator = OwnEvaluator::new(own, self.run);
                return Ok(Score(evaluator.evaluate(position)));
            }
            Some(name) => name.extract::<String>()?,
            None => {
                let mut usual = catalog.evaluators();
                usual.next().map_or("none", |entry| entry.name).to_owned()
            }
        };
        let evaluator = catalog.any_evaluator(&name).map_err(wrong)?;
        Ok(Score(evaluator.evaluate(position)))
    }
}

/// A term of an evaluator: its name, its weight, how often it counts for each side, and what that is worth in centipawns.
type Term = (String, f64, (f64, f64), (f64, f64));

/// Take the score of an evaluator apart: (name, weight, (White's count, Black's), (worth to White, to Black)) of each term that counts.
#[pyfunction]
#[pyo3(signature = (position, evaluator="classical"))]
pub(crate) fn explain(position: &Bound<'_, PyAny>, evaluator: &str) -> PyResult<Vec<Term>> {
    let run = Run::new();
    AnyGame::at(position, &run)?.visit(Explaining { evaluator })
}

struct Explaining<'a> {
    evaluator: &'a str,
}

impl OnGame for Explaining<'_> {
    type Output = Vec<Term>;

    fn on<G: Hosted>(self, catalog: Catalog<G>, played: Played<G>) -> PyResult<Vec<Term>> {
        let linear = catalog.linear(self.evaluator).map_err(wrong)?;
        let rows = linear.breakdown(played.position()).rows.into_iter();
        let counted = rows.filter(|row| row.counts.iter().any(|count| count.abs() > 0.0));
        let terms = counted.map(|row| {
            let worth = row.worth();
            (row.name, row.weight, row.counts.into(), worth.into())
        });
        Ok(terms.collect())
    }
}

/// The strategies of a game, as (name, what it does).
#[pyfunction]
#[pyo3(signature = (game=None))]
pub(crate) fn strategies(py: Python<'_>, game: Option<Bound<'_, PyAny>>) -> PyResult<Vec<Entry>> {
    Ok(listed(py, game)?.strategies)
}

/// The evaluators of a game, the usual one first, as (name, what it counts).
#[pyfunction]
#[pyo3(signature = (game=None))]
pub(crate) fn evaluators(py: Python<'_>, game: Option<Bound<'_, PyAny>>) -> PyResult<Vec<Entry>> {
    Ok(listed(py, game)?.evaluators)
}

type Entry = (&'static str, &'static str);

fn listed(py: Python<'_>, game: Option<Bound<'_, PyAny>>) -> PyResult<Listed> {
    let game = game.unwrap_or_else(|| PyString::new(py, "chess").into_any());
    AnyGame::named(&game, &Run::new())?.visit(Listing)
}

struct Listed {
    strategies: Vec<Entry>,
    evaluators: Vec<Entry>,
}

struct Listing;

impl OnGame for Listing {
    type Output = Listed;

    fn on<G: Hosted>(self, catalog: Catalog<G>, _: Played<G>) -> PyResult<Listed> {
        let strategies = catalog.strategies().map(|entry| (entry.name, entry.about));
        let evaluators = catalog.evaluators().map(|entry| (entry.name, entry.about));
        Ok(Listed {
            strategies: strategies.collect(),
            evaluators: evaluators.collect(),
        })
    }
}

//! The laws of games and evaluators.

use crate::any_game::AnyGame;
use crate::games::{Hosted, OnGame};
use crate::own_parts::OwnEvaluator;
use crate::run::Run;
use crate::values::wrong;
use plywood_search::laws;
use plywood_search::registry::{Catalog, Played};
use pyo3::prelude::*;
use std::sync::Arc;

/// Check the laws along random games. `plywood.check_laws` is this with keywords.
#[pyfunction]
pub(crate) fn check_laws(
    position: &Bound<'_, PyAny>,
    evaluator: Option<&Bound<'_, PyAny>>,
    seeds: u64,
) -> PyResult<()> {
    let run = Run::new();
    let py = position.py();
    AnyGame::at(position, &run)?.visit(Checking {
        py,
        evaluator,
        seeds,
        run: &run,
    })
}

struct Checking<'a, 'py> {
    py: Python<'py>,
    evaluator: Option<&'a Bound<'py, PyAny>>,
    seeds: u64,
    run: &'a Arc<Run>,
}

impl OnGame for Checking<'_, '_> {
    type Output = ();

    fn on<G: Hosted>(self, _: Catalog<G>, played: Played<G>) -> PyResult<()> {
        let evaluator = self.evaluator;
        let evaluator = evaluator.map(|function| OwnEvaluator::new(function, self.run));
        let position = played.position();
        let check = |seed| {
            laws::check_game(position, seed)?;
            laws::check_keyed(position, seed)?;
            match &evaluator {
                Some(evaluator) => laws::check_evaluator(position, seed, evaluator),
                None => Ok(()),
            }
        };
        let stop = &self.run.stop;
        let seeds = (0..self.seeds).take_while(|_| !stop.is_stopped());
        let checked = self.run.watch(self.py, || {
            let mut seeds = seeds;
            seeds.try_for_each(check)
        });
        checked?.map_err(wrong)
    }
}

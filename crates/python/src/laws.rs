//! The laws of games and evaluators.

use crate::any_game::AnyGame;
use crate::games::{Hosted, OnGame};
use crate::own_parts::OwnEvaluator;
use crate::run::Run;
use crate::values::wrong;
use plywood_search::laws::{self, BrokenLaw};
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
    let game = AnyGame::at(position, &run)?;
    let tactical = match &game {
        AnyGame::Own(_, position) if position.is_tactical() => Some(position.clone()),
        AnyGame::Own(..) | AnyGame::Chess(..) | AnyGame::Small(_) => None,
    };
    game.visit(Checking {
        py,
        evaluator,
        seeds,
        run: &run,
    })?;
    match tactical {
        Some(position) => each_seed(py, &run, seeds, |seed| {
            laws::check_tactical(&position, seed)
        }),
        None => Ok(()),
    }
}

/// Checks with one seed after the other, until a law is broken or the run is stopped.
fn each_seed(
    py: Python<'_>,
    run: &Run,
    seeds: u64,
    check: impl Fn(u64) -> Result<(), BrokenLaw> + Send,
) -> PyResult<()> {
    let mut seeds = (0..seeds).take_while(|_| !run.stop.is_stopped());
    run.watch(py, || seeds.try_for_each(check))?.map_err(wrong)
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
        each_seed(self.py, self.run, self.seeds, check)
    }
}

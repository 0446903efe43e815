//! The laws of games and evaluators.

use crate::any_game::AnyGame;
use crate::games::{Hosted, OnGame};
use crate::own_parts::OwnEvaluator;
use crate::run::Run;
use crate::values::wrong;
use plywood_catalog::{Catalog, Played};
use plywood_core::Position;
use plywood_eval::check_symmetry;
use plywood_search::laws;
use pyo3::prelude::*;
use std::fmt::Display;
use std::sync::Arc;

/// Check the laws along random games. `plywood.check_laws` is this with keywords.
#[pyfunction]
pub(crate) fn check_laws(
    position: &Bound<'_, PyAny>,
    evaluator: Option<&Bound<'_, PyAny>>,
    seeds: u64,
    is_symmetric: bool,
) -> PyResult<()> {
    let run = Run::new();
    let py = position.py();
    let game = AnyGame::at(position, &run)?;
    let tactical = match &game {
        AnyGame::Own(_, position) if position.is_tactical() => Some(position.clone()),
        AnyGame::Own(..) | AnyGame::Chess(..) | AnyGame::Small(_) => None,
    };
    let chess = match &game {
        AnyGame::Chess(_, played) => Some(played.position().clone()),
        AnyGame::Own(..) | AnyGame::Small(_) => None,
    };
    game.visit(Checking {
        py,
        evaluator,
        seeds,
        run: &run,
    })?;
    if let (Some(position), Some(function), true) = (&chess, evaluator, is_symmetric) {
        let evaluator = OwnEvaluator::new(function, &run);
        let check = |seed| check_symmetry(&evaluator, &random_game(position, seed));
        each_seed(py, &run, seeds, check)?;
    }
    match tactical {
        Some(position) => each_seed(py, &run, seeds, |seed| {
            laws::check_tactical(&position, seed)
        }),
        None => Ok(()),
    }
}

/// The positions of a random game, which may end early.
fn random_game(position: &Position, seed: u64) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(seed);
    let next = |position: &Position| {
        let mv = random.choice(position.legal_moves().iter().copied())?;
        Some(position.play_unchecked(mv))
    };
    std::iter::successors(Some(position.clone()), next)
        .take(40)
        .collect()
}

/// Checks with one seed after the other, until a law is broken or the run is stopped.
fn each_seed<E: Display + Send>(
    py: Python<'_>,
    run: &Run,
    seeds: u64,
    check: impl Fn(u64) -> Result<(), E> + Send,
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

//! The laws of games and evaluators.

use crate::any_game::{AnyGame, on_game};
use crate::games::Hosted;
use crate::limits::Asked;
use crate::own_game::OwnPosition;
use crate::own_parts::OwnEvaluator;
use crate::run::Run;
use crate::strategy::{contender, with_strategies};
use crate::values::wrong;
use plywood_catalog::Playable as _;
use plywood_core::Position;
use plywood_eval::check_symmetry;
use plywood_judge::{Answer, Judge, JudgeSettings, Question};
use plywood_search::Limits;
use plywood_search::laws::{self, BrokenLaw, Contract};
use pyo3::prelude::*;
use std::fmt::Display;
use std::sync::Arc;

/// Judge a search that answers questions with ask, as JSON. `plywood.judge` is the same with keywords.
#[pyfunction]
pub(crate) fn judge(ask: &Bound<'_, PyAny>, settings: &str) -> PyResult<String> {
    let py = ask.py();
    let settings: JudgeSettings = serde_json::from_str(settings).map_err(wrong)?;
    let (run, function) = (Run::new(), ask.clone().unbind());
    let ask = |question: &Question, id| {
        let question = question.json(id).to_string();
        let answer = |py: Python<'_>| function.call1(py, (question,))?.extract::<String>(py);
        let answer = run.ask(answer).ok_or_else(String::new)?;
        Answer::read(&answer, id).map_err(|error| error.to_string())
    };
    let verdict = run.watch_to_the_end(py, || Judge::new(settings).run(ask))?;
    serde_json::to_string(&(&verdict, verdict.to_string())).map_err(wrong)
}

/// Check the laws along random games. `plywood.check_laws` wraps this with keywords.
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
    on_game!(&game, |_, played| {
        let position = played.position();
        let evaluator = evaluator.map(|function| OwnEvaluator::new(function, &run));
        let check = |seed| check_position(position, evaluator.as_ref(), seed);
        each_seed(py, &run, seeds, check)
    })?;
    if let (AnyGame::Chess(_, played), Some(function), true) = (&game, evaluator, is_symmetric) {
        let evaluator = OwnEvaluator::new(function, &run);
        let check = |seed| check_symmetry(&evaluator, &random_game(played.position(), seed));
        each_seed(py, &run, seeds, check)?;
    }
    match &game {
        AnyGame::Own(_, played) => check_own(py, &run, seeds, played.position()),
        AnyGame::Rolling(_, played) => check_own(py, &run, seeds, played.position()),
        _ => Ok(()),
    }
}

/// Verify the contract of a search. `plywood.verify` wraps this with keywords.
#[pyfunction]
pub(crate) fn verify(
    search: &Bound<'_, PyAny>,
    reference: &Bound<'_, PyAny>,
    game: &Bound<'_, PyAny>,
    is_exact: bool,
    size: (u32, usize, u64),
) -> PyResult<Vec<(&'static str, u64)>> {
    let (py, run, (depth, games, seed)) = (search.py(), Run::new(), size);
    on_game!(AnyGame::named(game, &run)?, |catalog, played| {
        let searches = [search.clone(), reference.clone()];
        let (catalog, players) = with_strategies(catalog, &searches, &run)?;
        let made = |player| contender(&catalog, player, &Asked::default(), &run);
        let made = |player| PyResult::Ok(made(player)?.with_limits(Limits::none()).strategy(seed));
        let (mut search, mut minimax) = (made(&players[0])?, made(&players[1])?);
        run.watch_to_the_end(py, || {
            let minimax = minimax.fixed_depth();
            let minimax = minimax.ok_or("the reference has no fixed depth")?;
            let contract = if is_exact {
                Contract::exact(played.position(), minimax)
            } else {
                Contract::selective(played.position(), minimax)
            };
            let contract = contract.keyed().opaque().depth(depth).stop(&run.stop);
            match laws::verify(&mut *search, contract.games(games).seed(seed)) {
                Ok(coverage) => Ok(coverage.counts().collect()),
                Err(_) if run.stop.is_stopped() => Ok(Vec::new()),
                Err(violation) => Err(violation.to_string()),
            }
        })
    })
}

fn check_own<const ROLLS: bool>(
    py: Python<'_>,
    run: &Arc<Run>,
    seeds: u64,
    position: &OwnPosition<ROLLS>,
) -> PyResult<()> {
    if position.has_turn() {
        let to_move = |position: &OwnPosition<ROLLS>| position.side_to_move(0);
        let check = |seed| laws::check_alternation(position, seed, to_move);
        each_seed(py, run, seeds, check)?;
    }
    if position.is_tactical() {
        let check = |seed| laws::check_tactical(position, seed);
        each_seed(py, run, seeds, check)?;
    }
    Ok(())
}

fn check_position<G: Hosted>(
    position: &G,
    evaluator: Option<&OwnEvaluator>,
    seed: u64,
) -> Result<(), BrokenLaw> {
    laws::check_game(position, seed)?;
    laws::check_keyed(position, seed)?;
    evaluator.map_or(Ok(()), |evaluator| {
        laws::check_evaluator(position, seed, evaluator)
    })
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
    run.watch_to_the_end(py, || seeds.try_for_each(check))
}

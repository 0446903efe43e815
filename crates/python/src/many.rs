//! Works on many positions at once, on all cores, without holding the interpreter.

use crate::columns::Columns;
use crate::games::chess_catalog;
use crate::limits::Asked;
use crate::position::{AnyPosition, Position};
use crate::rows::Rows;
use crate::run::{Batch, Run, in_parallel, thread_count};
use crate::score;
use crate::strategy::{contender, with_strategies};
use crate::values::{collected, one_of, wrong};
use plywood_catalog::{AnyStrategy, Playable};
use plywood_core::{self as chess, Color};
use plywood_eval::{Evaluator, Score, Session};
use plywood_notation::san;
use plywood_search::Strategy as _;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::atomic::Ordering;

/// A position that is not read yet.
enum Given {
    Position(chess::Position),
    Fen(String),
    /// Not a position, with the reason.
    Wrong(String),
}

impl Given {
    fn of(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(position) = value.cast::<Position>() {
            return Ok(Self::Position(position.get().0.clone()));
        }
        match value.cast::<PyString>() {
            Ok(text) => Ok(Self::Fen(text.to_str()?.to_owned())),
            Err(_) => Ok(Self::Position(value.extract::<AnyPosition>()?.0)),
        }
    }

    /// Reads the position, with its number in the message if the FEN is wrong.
    fn read(self, number: usize) -> Result<chess::Position, String> {
        match self {
            Self::Position(position) => Ok(position),
            Self::Fen(fen) => {
                let read = <chess::Position as Playable>::read(&fen);
                read.map_err(|error| format!("position {number}: {error}"))
            }
            Self::Wrong(error) => Err(error),
        }
    }
}

fn given(positions: &Bound<'_, PyAny>, skips_errors: bool) -> PyResult<Vec<Given>> {
    let positions = positions.try_iter()?;
    let positions = positions.map(|position| match Given::of(&position?) {
        Err(error) if skips_errors => Ok(Given::Wrong(error.to_string())),
        given => given,
    });
    collected(0, positions)
}

/// Makes the settings for processing a batch of positions.
fn batch<'a>(threads: Option<usize>, on_error: &str, run: &'a Run) -> PyResult<Batch<'a>> {
    Ok(Batch {
        threads: thread_count(threads)?,
        skips_errors: one_of("on_error", on_error, &[("raise", false), ("null", true)])?,
        run,
    })
}

/// The side for which scores are good.
#[derive(Clone, Copy, PartialEq, Eq)]
enum View {
    Mover,
    White,
}

impl View {
    fn named(name: &str) -> PyResult<Self> {
        one_of(
            "view",
            name,
            &[("mover", Self::Mover), ("white", Self::White)],
        )
    }

    /// Converts a score for the side to move to this view.
    fn of(self, score: Score, to_move: Color) -> Score {
        match (self, to_move) {
            (Self::White, Color::Black) => -score,
            (Self::White, Color::White) | (Self::Mover, _) => score,
        }
    }

    fn add<'a, R>(self, rows: Rows<'a, R>, score: impl Fn(&'a R) -> Option<Score>) -> Rows<'a, R> {
        match self {
            Self::Mover => rows.add_score(score),
            Self::White => rows.add_white_score(score),
        }
    }
}

/// Evaluate many positions: a table of centipawns, from the side to move's point of view. The evaluator is a name or a callable.
#[pyfunction]
#[pyo3(signature = (positions, evaluator=None, *, threads=None, on_error="raise", view="mover", progress=None))]
pub(crate) fn evaluate_many(
    positions: &Bound<'_, PyAny>,
    evaluator: Option<&Bound<'_, PyAny>>,
    threads: Option<usize>,
    on_error: &str,
    view: &str,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Columns> {
    let py = positions.py();
    let run = Run::new();
    let batch = batch(threads, on_error, &run)?;
    let view = View::named(view)?;
    let given = given(positions, batch.skips_errors)?;
    run.show(progress, Some(given.len()));
    let scores = if let Some(own) = evaluator.filter(|evaluator| evaluator.is_callable()) {
        let (has_batch, own) = (own.hasattr("batch")?, own.clone().unbind());
        let work = || scores_of_python(given, &own, has_batch, view, batch);
        run.watch(py, work)?.map_err(wrong)?
    } else {
        let name = evaluator.map(|name| name.extract::<String>()).transpose()?;
        let evaluator = chess_catalog().any_evaluator(name.as_deref().unwrap_or("classical"));
        let evaluator = evaluator.map_err(wrong)?;
        let work = |session: &mut Session, number, given: Given| {
            let position = given.read(number)?;
            let score = evaluator.evaluate_in(&position, session);
            Ok(view.of(score, position.side_to_move()))
        };
        let work = || in_parallel(given, batch, Session::new, work);
        run.watch(py, work)?.map_err(wrong)?
    };
    Ok(view.add(Rows::of(&scores), |score| *score).columns())
}

/// The scores of a Python callable, which takes one position, or a list of them all in its method `batch`.
fn scores_of_python(
    given: Vec<Given>,
    evaluator: &Py<PyAny>,
    has_batch: bool,
    view: View,
    batch: Batch<'_>,
) -> Result<Vec<Option<Score>>, String> {
    let (mut scores, mut known) = (vec![None; given.len()], Vec::new());
    for (number, given) in given.into_iter().enumerate() {
        match given.read(number) {
            Ok(position) => known.push((number, position)),
            Err(error) if !batch.skips_errors => return Err(error),
            Err(_) => {}
        }
    }
    let at_once = if has_batch { known.len().max(1) } else { 1 };
    for piece in known.chunks(at_once) {
        batch.run.ask(|py| {
            let positions = piece.iter().map(|(_, position)| Position(position.clone()));
            let found: Vec<Bound<'_, PyAny>> = if has_batch {
                let positions: Vec<Position> = positions.collect();
                let found = evaluator.call_method1(py, "batch", (positions,))?;
                found.bind(py).try_iter()?.collect::<PyResult<_>>()?
            } else {
                let found = positions.map(|position| evaluator.bind(py).call1((position,)));
                found.collect::<PyResult<_>>()?
            };
            if found.len() != piece.len() {
                let counts = (piece.len(), found.len());
                return Err(wrong(format!(
                    "{} positions have {} scores",
                    counts.0, counts.1
                )));
            }
            for ((number, position), score) in piece.iter().zip(found) {
                let score = view.of(score::read(&score)?, position.side_to_move());
                scores[*number] = Some(score);
            }
            Ok(())
        });
        batch.run.done.fetch_add(piece.len(), Ordering::Relaxed);
    }
    Ok(scores)
}

/// The features of many positions: a column for each term of the evaluator, with White's count minus Black's.
#[pyfunction]
#[pyo3(signature = (positions, evaluator="classical", *, threads=None, on_error="raise", progress=None))]
pub(crate) fn features_many(
    positions: &Bound<'_, PyAny>,
    evaluator: &str,
    threads: Option<usize>,
    on_error: &str,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Columns> {
    let py = positions.py();
    let run = Run::new();
    let batch = batch(threads, on_error, &run)?;
    let given = given(positions, batch.skips_errors)?;
    run.show(progress, Some(given.len()));
    let linear = chess_catalog().linear(evaluator).map_err(wrong)?;
    let names: Vec<String> = linear.weights().into_iter().map(|(name, _)| name).collect();
    let work = |(): &mut (), number, given: Given| {
        let mut leads = vec![0.0_f32; names.len()];
        #[expect(clippy::cast_possible_truncation, reason = "features are small counts")]
        linear.counts(&given.read(number)?, &mut |index, [white, black]| {
            if let Some(lead) = leads.get_mut(index) {
                *lead += (white - black) as f32;
            }
        });
        Ok(leads)
    };
    let rows = run.watch(py, || in_parallel(given, batch, || (), work))?;
    let rows = rows.map_err(wrong)?;
    let named = names.iter().enumerate();
    let columns = named.fold(Rows::of(&rows), |columns, (index, name)| {
        columns.add(name, move |row| Some(row.as_ref()?[index]))
    });
    Ok(columns.columns())
}

/// Search many chess positions, each one separately: a table with a row for each.
#[pyfunction]
#[pyo3(signature = (positions, strategy, *, threads=None, on_error="raise", view="mover", progress=None, **limits))]
pub(crate) fn search_many(
    positions: &Bound<'_, PyAny>,
    strategy: &Bound<'_, PyAny>,
    threads: Option<usize>,
    on_error: &str,
    view: &str,
    progress: Option<Bound<'_, PyAny>>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Columns> {
    let py = positions.py();
    let run = Run::new();
    let asked = Asked::of_many(limits)?;
    let strategies = std::slice::from_ref(strategy);
    let (catalog, players) = with_strategies(chess_catalog().clone(), strategies, &run)?;
    let contender = contender(&catalog, &players[0], &asked, &run)?;
    let limits = asked.search_limits(contender.limits(), contender.facts().plays_rounds)?;
    let limits = limits.with_stop(&run.stop);
    let view = View::named(view)?;
    let batch = batch(threads, on_error, &run)?;
    let given = given(positions, batch.skips_errors)?;
    let work = |strategy: &mut AnyStrategy<chess::Position>, number, given: Given| {
        let position = given.read(number)?;
        strategy.new_game();
        let report = strategy.search(&position, &limits);
        let line = san::write_line(&position, &report.line);
        let score = report.score;
        let score = score.map(|score| view.of(score, position.side_to_move()));
        Ok((report, score, line))
    };
    run.show(progress, Some(given.len()));
    let work = || in_parallel(given, batch, || contender.strategy(0), work);
    let found = run.watch(py, work)?;
    let found = found.map_err(wrong)?;
    let rows = Rows::of(&found).add("move", |row| Some(row.as_ref()?.0.best_move?.to_string()));
    Ok(view
        .add(rows, |row| row.as_ref()?.1)
        .add("depth", |row| Some(row.as_ref()?.0.depth.cast_signed()))
        .add("nodes", |row| Some(row.as_ref()?.0.stats.nodes))
        .add("line", |row| Some(row.as_ref()?.2.as_str()))
        .add("reason", |row| Some(row.as_ref()?.0.reason.to_string()))
        .add("seconds", |row| Some(row.as_ref()?.0.elapsed.as_secs_f64()))
        .columns())
}

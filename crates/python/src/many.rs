//! Many positions at once, on all cores, with the interpreter free.

use crate::columns::Columns;
use crate::games::chess_catalog;
use crate::lab::thread_count;
use crate::limits::Asked;
use crate::position::{AnyPosition, Position};
use crate::rows::Rows;
use crate::run::Run;
use crate::score;
use crate::strategy::{contender, with_strategies};
use crate::values::{one_of, wrong};
use plywood_catalog::{AnyStrategy, Playable};
use plywood_core::{self as chess, Bitboard, Color, PieceKind, Square};
use plywood_eval::{Evaluator, Score, Session};
use plywood_notation::san;
use plywood_search::Strategy as _;
use plywood_search::threads::StopOnPanic;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyString};
use rayon::ThreadPoolBuilder;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};

/// A position that is not read yet.
enum Given {
    Position(chess::Position),
    Fen(String),
    /// Something else, and why it is none.
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

    /// The position, with its number in the message if the FEN is wrong.
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
    positions.collect()
}

/// At most so many positions are handed to a thread at once; fewer if there would be too few portions to share the work well.
const CHUNK: usize = 64;
/// Room for the recursion of any search, even in debug builds.
const STACK_BYTES: usize = 16 << 20;

/// How many threads work on a batch, whether a wrong position ends it or only has no result, and for which call.
#[derive(Clone, Copy)]
struct Batch<'a> {
    threads: usize,
    skips_errors: bool,
    run: &'a Run,
}

impl<'a> Batch<'a> {
    fn new(threads: Option<usize>, on_error: &str, run: &'a Run) -> PyResult<Self> {
        Ok(Self {
            threads: thread_count(threads),
            skips_errors: one_of("on_error", on_error, &[("raise", false), ("null", true)])?,
            run,
        })
    }
}

/// For whom scores are good.
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

    /// A score for the side to move, in this view.
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

/// Works on all items by several threads, which make a state for each portion; the results are in the order of the items. The first
/// failure ends the work, unless failures are skipped. After a stop there is no result of what was not begun.
fn in_parallel<T, S, R>(
    items: Vec<T>,
    Batch {
        threads,
        skips_errors,
        run,
    }: Batch<'_>,
    state: impl Fn() -> S + Send + Sync,
    work: impl Fn(&mut S, usize, T) -> Result<R, String> + Send + Sync,
) -> Result<Vec<Option<R>>, String>
where
    T: Send,
    R: Send,
{
    let failure = OnceLock::new();
    let one = |state: &mut S, (number, item)| {
        let _guard = StopOnPanic(&run.stop);
        let found = (!run.stop.is_stopped()).then(|| work(state, number, item))?;
        run.done.fetch_add(1, Ordering::Relaxed);
        let failed = |error| {
            if !skips_errors {
                failure.get_or_init(|| error);
                run.stop.stop();
            }
        };
        found.map_err(failed).ok()
    };
    let chunk = (items.len() / (4 * threads)).clamp(1, CHUNK);
    let pool = ThreadPoolBuilder::new().num_threads(threads);
    let pool = pool.stack_size(STACK_BYTES).build();
    let pool = pool.map_err(|error| format!("{threads} threads cannot be started: {error}"))?;
    let items = items.into_par_iter().with_min_len(chunk).enumerate();
    let found = pool.install(|| items.map_init(state, one).collect());
    failure.into_inner().map_or(Ok(found), Err)
}

/// So often it is told at most how far a batch is.
const MOST_TOLD: usize = 200;

/// Tells a function of Python how far a batch is, as (done, total), if one wants to know.
fn teller(
    function: Option<&Bound<'_, PyAny>>,
    total: usize,
    run: &Arc<Run>,
) -> impl FnMut(Python<'_>) -> PyResult<()> + Send + use<> {
    let function = function.filter(|function| !function.is_none());
    let function = function.map(|function| function.clone().unbind());
    let (run, mut told) = (Arc::clone(run), 0);
    move |py| {
        let done = run.done.load(Ordering::Relaxed);
        if let Some(function) = function
            .as_ref()
            .filter(|_| done > told + total / MOST_TOLD)
        {
            told = done;
            function.call1(py, (done, total))?;
        }
        Ok(())
    }
}

/// Evaluate many positions: a table of centipawns, from the view of the side to move. The evaluator is a name or a callable.
#[pyfunction]
#[pyo3(signature = (positions, evaluator=None, *, threads=None, on_error="raise", view="mover", progress=None))]
pub(crate) fn evaluate_many(
    positions: &Bound<'_, PyAny>,
    evaluator: Option<&Bound<'_, PyAny>>,
    threads: Option<usize>,
    on_error: &str,
    view: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Columns> {
    let py = positions.py();
    let run = Run::new();
    let batch = Batch::new(threads, on_error, &run)?;
    let view = View::named(view)?;
    let given = given(positions, batch.skips_errors)?;
    let look = teller(progress, given.len(), &run);
    let scores = if let Some(own) = evaluator.filter(|evaluator| evaluator.is_callable()) {
        let (has_batch, own) = (own.hasattr("batch")?, own.clone().unbind());
        let work = || scores_of_python(given, &own, has_batch, view, batch);
        run.watch_and(py, look, work)?.map_err(wrong)?
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
        run.watch_and(py, look, work)?.map_err(wrong)?
    };
    Ok(view.add(Rows::of(&scores), |score| *score).columns())
}

/// The scores of a callable of Python, which takes one position, or by its method `batch` a list of all of them.
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

/// The features of many positions: a column for each term of the evaluator, how often it counts for White minus for Black.
#[pyfunction]
#[pyo3(signature = (positions, evaluator="classical", *, threads=None, on_error="raise"))]
pub(crate) fn features_many(
    positions: &Bound<'_, PyAny>,
    evaluator: &str,
    threads: Option<usize>,
    on_error: &str,
) -> PyResult<Columns> {
    let py = positions.py();
    let run = Run::new();
    let batch = Batch::new(threads, on_error, &run)?;
    let given = given(positions, batch.skips_errors)?;
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

/// Search many positions of chess, each by itself: a table with a row for each.
#[pyfunction]
#[pyo3(signature = (positions, strategy, *, threads=None, on_error="raise", view="mover", progress=None, **limits))]
pub(crate) fn search_many(
    positions: &Bound<'_, PyAny>,
    strategy: &Bound<'_, PyAny>,
    threads: Option<usize>,
    on_error: &str,
    view: &str,
    progress: Option<&Bound<'_, PyAny>>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Columns> {
    let py = positions.py();
    let run = Run::new();
    let asked = Asked::read(limits)?;
    let strategies = std::slice::from_ref(strategy);
    let (catalog, players) = with_strategies(chess_catalog().clone(), strategies, &run)?;
    let contender = contender(&catalog, &players[0], &asked, &run)?;
    let limits = asked.search_limits(contender.limits())?;
    let limits = limits.with_stop(&run.stop);
    let view = View::named(view)?;
    let batch = Batch::new(threads, on_error, &run)?;
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
    let look = teller(progress, given.len(), &run);
    let work = || in_parallel(given, batch, || contender.strategy(0), work);
    let found = run.watch_and(py, look, work)?;
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

/// The bitboards of many positions, one after the other: for each the twelve sets of White's and Black's pawns, knights, bishops,
/// rooks, queens and kings, as numbers of 64 bits in the order of the machine.
#[pyfunction]
pub(crate) fn bitboard_bytes<'py>(
    positions: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyByteArray>> {
    bytes_of_sets(positions, |set| set.0.to_ne_bytes())
}

/// The same as planes: a byte for each square, 1 where the piece stands, a1 first.
#[pyfunction]
pub(crate) fn plane_bytes<'py>(positions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyByteArray>> {
    bytes_of_sets(positions, |set| {
        Square::ALL.map(|square| u8::from(set.contains(square)))
    })
}

fn bytes_of_sets<'py, const N: usize>(
    positions: &Bound<'py, PyAny>,
    bytes_of: impl Fn(Bitboard) -> [u8; N] + Send + Sync,
) -> PyResult<Bound<'py, PyByteArray>> {
    let py = positions.py();
    let run = Run::new();
    let batch = Batch::new(None, "raise", &run)?;
    let given = given(positions, batch.skips_errors)?;
    let work = |(): &mut (), number, given: Given| {
        let position = given.read(number)?;
        let sets = Color::ALL.map(|color| PieceKind::ALL.map(|kind| position.pieces(color, kind)));
        Ok(sets.map(|sets| sets.map(&bytes_of)))
    };
    let bytes = run.watch_to_the_end(py, || in_parallel(given, batch, || (), work))?;
    let bytes: Vec<_> = bytes.into_iter().flatten().collect();
    let bytes = bytes.as_flattened().as_flattened().as_flattened();
    Ok(PyByteArray::new(py, bytes))
}

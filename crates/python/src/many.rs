//! Many positions at once, on all cores, with the interpreter free.

use crate::columns::Columns;
use crate::games::chess_catalog;
use crate::history::AnyPosition;
use crate::lab::thread_count;
use crate::limits::Asked;
use crate::own_parts::OwnEvaluator;
use crate::position::Position;
use crate::rows::Rows;
use crate::run::Run;
use crate::score;
use crate::strategy::{contender, with_strategies};
use crate::values::wrong;
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
use std::time::{Duration, Instant};

/// A position that is not read yet.
enum Given {
    Position(chess::Position),
    Fen(String),
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
        }
    }
}

fn given(positions: &Bound<'_, PyAny>) -> PyResult<Vec<Given>> {
    let positions = positions.try_iter()?;
    positions.map(|position| Given::of(&position?)).collect()
}

/// At most so many positions are handed to a thread at once; fewer if there would be too few portions to share the work well.
const CHUNK: usize = 64;
/// Room for the recursion of any search, even in debug builds.
const STACK_BYTES: usize = 16 << 20;

/// Works on all items by several threads, which make a state for each portion; the results are in the order of the items. The first
/// failure ends the work.
fn in_parallel<T, S, R>(
    items: Vec<T>,
    (threads, run): (usize, &Run),
    state: impl Fn() -> S + Send + Sync,
    work: impl Fn(&mut S, usize, T) -> Result<R, String> + Send + Sync,
) -> Result<Vec<R>, String>
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
            failure.get_or_init(|| error);
            run.stop.stop();
        };
        found.map_err(failed).ok()
    };
    let chunk = (items.len() / (4 * threads)).clamp(1, CHUNK);
    let pool = ThreadPoolBuilder::new().num_threads(threads);
    let pool = pool.stack_size(STACK_BYTES).build();
    let pool = pool.map_err(|error| format!("{threads} threads cannot be started: {error}"))?;
    let items = items.into_par_iter().with_min_len(chunk).enumerate();
    let found = pool.install(|| items.map_init(state, one).collect::<Option<Vec<R>>>());
    found.ok_or_else(|| failure.into_inner().unwrap_or_default())
}

/// A function of Python that hears how far a batch is, as (done, total), ten times in a second.
struct Progress {
    function: Option<Py<PyAny>>,
    total: usize,
    run: Arc<Run>,
    last: (Instant, usize),
}

impl Progress {
    fn new(function: Option<&Bound<'_, PyAny>>, total: usize, run: &Arc<Run>) -> Self {
        let function = function.filter(|function| !function.is_none());
        Self {
            function: function.map(|function| function.clone().unbind()),
            total,
            run: Arc::clone(run),
            last: (Instant::now(), 0),
        }
    }

    fn tell(&mut self, py: Python<'_>) -> PyResult<()> {
        const BETWEEN: Duration = Duration::from_millis(100);
        let (done, (then, known)) = (self.run.done.load(Ordering::Relaxed), self.last);
        if let Some(function) = &self.function
            && done > known
            && then.elapsed() >= BETWEEN
        {
            self.last = (Instant::now(), done);
            function.call1(py, (done, self.total))?;
        }
        Ok(())
    }
}

/// Evaluate many positions: a table of centipawns, from the view of the side to move. The evaluator is a name or a callable.
#[pyfunction]
#[pyo3(signature = (positions, evaluator=None, *, threads=None, progress=None))]
pub(crate) fn evaluate_many(
    positions: &Bound<'_, PyAny>,
    evaluator: Option<&Bound<'_, PyAny>>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Columns> {
    let py = positions.py();
    let run = Run::new();
    let given = given(positions)?;
    let mut progress = Progress::new(progress, given.len(), &run);
    let look = |py: Python<'_>| progress.tell(py);
    let scores = match evaluator.filter(|evaluator| evaluator.is_callable()) {
        Some(own) if own.hasattr("batch")? => in_batches(given, own)?,
        Some(own) => {
            let own = OwnEvaluator::new(own, &run);
            let work = |(): &mut (), number, given: Given| Ok(own.evaluate(&given.read(number)?));
            let size = (1, &*run);
            run.watch_and(py, look, || in_parallel(given, size, || (), work))?
                .map_err(wrong)?
        }
        None => {
            let name = evaluator.map(|name| name.extract::<String>()).transpose()?;
            let evaluator = chess_catalog().any_evaluator(name.as_deref().unwrap_or("classical"));
            let evaluator = evaluator.map_err(wrong)?;
            let work = |session: &mut Session, number, given: Given| {
                Ok(evaluator.evaluate_in(&given.read(number)?, session))
            };
            let size = (thread_count(threads), &*run);
            let work = || in_parallel(given, size, Session::new, work);
            run.watch_and(py, look, work)?.map_err(wrong)?
        }
    };
    Ok(Rows::of(&scores).add_score(|score| Some(*score)).columns())
}

/// The scores of a callable that takes many positions at once.
fn in_batches(given: Vec<Given>, evaluator: &Bound<'_, PyAny>) -> PyResult<Vec<Score>> {
    let positions = given.into_iter().enumerate();
    let positions = positions.map(|(number, given)| given.read(number).map(Position));
    let positions = positions.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
    let count = positions.len();
    let scores = evaluator.call_method1("batch", (positions,))?;
    let scores = scores.try_iter()?.map(|score| score::read(&score?));
    let scores = scores.collect::<PyResult<Vec<_>>>()?;
    if scores.len() == count {
        Ok(scores)
    } else {
        let text = format!("{count} positions have {} scores", scores.len());
        Err(wrong(text))
    }
}

/// The features of many positions: a column for each term of the evaluator, how often it counts for White minus for Black.
#[pyfunction]
#[pyo3(signature = (positions, evaluator="classical", *, threads=None))]
pub(crate) fn features_many(
    positions: &Bound<'_, PyAny>,
    evaluator: &str,
    threads: Option<usize>,
) -> PyResult<Columns> {
    let py = positions.py();
    let run = Run::new();
    let given = given(positions)?;
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
    let size = (thread_count(threads), &*run);
    let rows = run.watch(py, || in_parallel(given, size, || (), work))?;
    let rows = rows.map_err(wrong)?;
    let named = names.iter().enumerate();
    let columns = named.fold(Rows::of(&rows), |columns, (index, name)| {
        columns.add(name, move |row| Some(row[index]))
    });
    Ok(columns.columns())
}

/// Search many positions of chess, each by itself: a table with a row for each.
#[pyfunction]
#[pyo3(signature = (positions, strategy, *, threads=None, progress=None, **limits))]
pub(crate) fn search_many(
    positions: &Bound<'_, PyAny>,
    strategy: &Bound<'_, PyAny>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Columns> {
    let py = positions.py();
    let run = Run::new();
    let asked = Asked::read(limits)?;
    let strategies = std::slice::from_ref(strategy);
    let (catalog, texts) = with_strategies(chess_catalog().clone(), strategies, &run)?;
    let contender = contender(&catalog, &texts[0], &asked)?;
    let limits = asked.search_limits(contender.limits())?;
    let limits = limits.with_stop(&run.stop);
    let given = given(positions)?;
    let work = |strategy: &mut AnyStrategy<chess::Position>, number, given: Given| {
        let position = given.read(number)?;
        strategy.new_game();
        let report = strategy.search(&position, &limits);
        let line = san::write_line(&position, &report.line);
        Ok((report, line))
    };
    let size = (thread_count(threads), &*run);
    let mut progress = Progress::new(progress, given.len(), &run);
    let look = |py: Python<'_>| progress.tell(py);
    let work = || in_parallel(given, size, || contender.strategy(0), work);
    let found = run.watch_and(py, look, work)?;
    let found = found.map_err(wrong)?;
    Ok(Rows::of(&found)
        .add("move", |(report, _)| Some(report.best_move?.to_string()))
        .add_score(|(report, _)| report.score)
        .add("depth", |(report, _)| Some(report.depth.cast_signed()))
        .add("nodes", |(report, _)| Some(report.stats.nodes))
        .add("line", |(_, line)| Some(line.as_str()))
        .add("reason", |(report, _)| Some(report.reason.to_string()))
        .add("seconds", |(report, _)| Some(report.elapsed.as_secs_f64()))
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
    let given = given(positions)?;
    let work = |(): &mut (), number, given: Given| {
        let position = given.read(number)?;
        let sets = Color::ALL.map(|color| PieceKind::ALL.map(|kind| position.pieces(color, kind)));
        Ok(sets.map(|sets| sets.map(&bytes_of)))
    };
    let size = (thread_count(None), &*run);
    let bytes = run.watch(py, || in_parallel(given, size, || (), work))?;
    let bytes = bytes.map_err(wrong)?;
    let bytes = bytes.as_flattened().as_flattened().as_flattened();
    Ok(PyByteArray::new(py, bytes))
}

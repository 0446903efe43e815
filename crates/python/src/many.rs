//! Many positions at once, on all cores, with the interpreter free.

use crate::columns::{Columns, columns};
use crate::games::chess_catalog;
use crate::lab::thread_count;
use crate::limits::Asked;
use crate::own_parts::OwnEvaluator;
use crate::position::Position;
use crate::run::Run;
use crate::score;
use crate::strategy::{contender, spelled};
use crate::values::wrong;
use arrow_array::builder::{Float64Builder, Int32Builder, StringBuilder, UInt64Builder};
use arrow_array::{ArrayRef, Float32Array};
use plywood_catalog::{AnyStrategy, Playable};
use plywood_core as chess;
use plywood_eval::{Evaluator, Score, Session};
use plywood_notation::san;
use plywood_search::threads::{StopOnPanic, start_helper};
use plywood_search::{Report, Strategy as _};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyString};
use std::mem;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
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
        let text = value.cast::<PyString>();
        let text = text.map_err(|_| wrong("expected positions or FENs"))?;
        Ok(Self::Fen(text.to_str()?.to_owned()))
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

/// Works on all items by several threads, each with a state of its own; the results are in the order of the items. The first failure
/// ends the work.
fn in_parallel<T, S, R>(
    items: Vec<T>,
    (threads, run): (usize, &Run),
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize, T) -> Result<R, String> + Sync,
) -> Result<Vec<R>, String>
where
    T: Send,
    R: Send,
{
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    let chunk = (items.len() / (4 * threads.max(1))).clamp(1, CHUNK);
    let chunks: Vec<_> = items.chunks_mut(chunk).enumerate().collect();
    let threads = threads.min(chunks.len()).max(1);
    let chunks = Mutex::new(chunks.into_iter());
    let next_chunk = || lock(&chunks).next();
    let (found, failure) = (Mutex::new(Vec::new()), Mutex::new(None));
    let worker = || {
        let _guard = StopOnPanic(&run.stop);
        let (mut state, mut own) = (state(), Vec::new());
        while let Some((number, items)) = next_chunk() {
            for (place, item) in items.iter_mut().enumerate() {
                let number = chunk * number + place;
                let Some(item) = item.take().filter(|_| !run.stop.is_stopped()) else {
                    return;
                };
                match work(&mut state, number, item) {
                    Ok(result) => own.push((number, result)),
                    Err(error) => {
                        lock(&failure).get_or_insert(error);
                        return run.stop.stop();
                    }
                }
                run.done.fetch_add(1, Ordering::Relaxed);
            }
        }
        lock(&found).append(&mut own);
    };
    thread::scope(|scope| {
        // Where the system starts no more threads, fewer items are worked on at once.
        let _ = (1..threads)
            .take_while(|_| start_helper(scope, worker))
            .count();
        worker();
    });
    if let Some(error) = lock(&failure).take() {
        return Err(error);
    }
    let mut found = mem::take(&mut *lock(&found));
    found.sort_unstable_by_key(|(number, _)| *number);
    Ok(found.into_iter().map(|(_, result)| result).collect())
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Centipawns and mates of scores, as two columns.
#[derive(Default)]
struct Scores {
    centipawns: Int32Builder,
    mate_in: Int32Builder,
}

impl Scores {
    fn add(&mut self, score: Option<Score>) {
        self.centipawns
            .append_option(score.and_then(Score::as_centipawns));
        self.mate_in.append_option(score.and_then(Score::mate_in));
    }

    fn columns(mut self) -> [(&'static str, ArrayRef); 2] {
        [
            ("centipawns", Arc::new(self.centipawns.finish())),
            ("mate_in", Arc::new(self.mate_in.finish())),
        ]
    }
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
    let mut scores_found = Scores::default();
    for score in scores {
        scores_found.add(Some(score));
    }
    columns(scores_found.columns().into())
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
    let column = |index: usize| -> ArrayRef {
        Arc::new(Float32Array::from_iter_values(
            rows.iter().map(|row| row[index]),
        ))
    };
    let named = names.iter().enumerate();
    columns(
        named
            .map(|(index, name)| (name.as_str(), column(index)))
            .collect(),
    )
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
    let (catalog, texts) = spelled(chess_catalog().clone(), strategies, &run)?;
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
    reports(&found.map_err(wrong)?)
}

/// The columns of reports.
fn reports(found: &[(Report<chess::Move>, String)]) -> PyResult<Columns> {
    let (mut moves, mut lines) = (StringBuilder::new(), StringBuilder::new());
    let (mut depth, mut nodes) = (Int32Builder::new(), UInt64Builder::new());
    let (mut seconds, mut reasons) = (Float64Builder::new(), StringBuilder::new());
    let mut scores = Scores::default();
    for (report, line) in found {
        moves.append_option(report.best_move.map(|mv| mv.to_string()));
        scores.add(report.score);
        depth.append_value(report.depth.cast_signed());
        nodes.append_value(report.stats.explored);
        lines.append_value(line);
        reasons.append_value(report.reason.to_string());
        seconds.append_value(report.elapsed.as_secs_f64());
    }
    let mut all: Vec<(&str, ArrayRef)> = vec![("move", Arc::new(moves.finish()))];
    all.extend(scores.columns());
    all.push(("depth", Arc::new(depth.finish())));
    all.push(("nodes", Arc::new(nodes.finish())));
    all.push(("line", Arc::new(lines.finish())));
    all.push(("reason", Arc::new(reasons.finish())));
    all.push(("seconds", Arc::new(seconds.finish())));
    columns(all)
}

/// The bitboards of many positions, one after the other: for each the twelve sets of White's and Black's pawns, knights, bishops,
/// rooks, queens and kings, as numbers of 64 bits in the order of the machine.
#[pyfunction]
pub(crate) fn bitboard_bytes<'py>(
    positions: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyByteArray>> {
    let mut bytes = Vec::new();
    for (number, given) in given(positions)?.into_iter().enumerate() {
        let position = given.read(number).map_err(wrong)?;
        for set in sets(&position) {
            bytes.extend(set.0.to_ne_bytes());
        }
    }
    Ok(PyByteArray::new(positions.py(), &bytes))
}

/// The same as planes: a byte for each square, 1 where the piece stands, a1 first.
#[pyfunction]
pub(crate) fn plane_bytes<'py>(positions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyByteArray>> {
    let mut bytes = Vec::new();
    for (number, given) in given(positions)?.into_iter().enumerate() {
        let position = given.read(number).map_err(wrong)?;
        for set in sets(&position) {
            bytes.extend((0..64).map(|square| u8::from(set.0 >> square & 1 != 0)));
        }
    }
    Ok(PyByteArray::new(positions.py(), &bytes))
}

fn sets(position: &chess::Position) -> impl Iterator<Item = chess::Bitboard> {
    let pieces = chess::Color::ALL.into_iter();
    let pieces = pieces.flat_map(|color| chess::PieceKind::ALL.map(|kind| (color, kind)));
    pieces.map(|(color, kind)| position.pieces(color, kind))
}

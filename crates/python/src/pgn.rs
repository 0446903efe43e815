//! PGN: a stream of games, each a tree of moves.

use crate::history::History;
use crate::moves::Move;
use crate::position::{AnyPosition, Position};
use crate::run::Run;
use crate::score::Score;
use crate::values::{file_error, no_attribute, wrong};
use plywood_catalog::files;
use plywood_eval as eval;
use plywood_notation::pgn::{self, Comment, Evaluation, GameResult, Games, Nag, NodeId, PgnScore};
use pyo3::exceptions::{PyKeyError, PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

/// The games of a file, one after the other, in constant memory: `for game in PgnReader("games.pgn")`.
///
/// The source is a path, also of a file compressed by gzip, bzip2, xz or Zstandard, or an object with read, such as a file opened in binary
/// mode. A game with mistakes has the moves before them, and its errors.
#[pyclass(frozen, module = "plywood", name = "PgnReader")]
pub(crate) struct PgnReader {
    games: Mutex<Option<Games<Source>>>,
    run: Arc<Run>,
}

/// The source of the bytes.
pub(crate) type Source = Box<dyn Read + Send>;

/// The reader of a file, unless it is in use. It is never waited for: `read` of a file in Python may ask for the next game itself.
pub(crate) fn free<T>(reader: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    match reader.try_lock() {
        Ok(reader) => Ok(reader),
        Err(TryLockError::Poisoned(reader)) => Ok(reader.into_inner()),
        Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
            "this file is already being read, by a thread or by its own method read",
        )),
    }
}

/// The bytes of an object with `read`, or of a path, decompressed.
pub(crate) fn source(file: &Bound<'_, PyAny>, run: &Arc<Run>) -> PyResult<Source> {
    let reading = |file: Bound<'_, PyAny>| -> Source {
        Box::new(Reading {
            file: file.unbind(),
            piece: Vec::new(),
            used: 0,
            run: Arc::clone(run),
        })
    };
    if file.hasattr("read")? {
        return Ok(reading(file.clone()));
    }
    let path: PathBuf = file.extract()?;
    let opened = files::open(&path).and_then(|mut file| {
        // A pipe is read by Python, which can be interrupted.
        if !file.metadata()?.is_file() {
            return Ok((file, None));
        }
        let mut start = Vec::new();
        let read = file.by_ref().take(LONGEST_MARK).read_to_end(&mut start);
        read.map(|_| (file, Some(start)))
    });
    let (opened, start) = opened.map_err(|error| {
        // File names do not look like games.
        let is_text = path.to_string_lossy().contains(['[', '\n', '*']);
        let hint = "to read a string, use PgnGame(text) or PgnReader(io.StringIO(text))";
        match error.raw_os_error() {
            Some(number) if is_text => PyOSError::new_err((number, hint, path.clone())),
            _ => file_error(&path, &error),
        }
    })?;
    let Some(start) = start else {
        let open = file.py().import("io")?.getattr("open")?;
        return Ok(reading(open.call1((file, "rb", 0))?));
    };
    let data = file.py().import("plywood.data")?;
    let begins = PyBytes::new(file.py(), &start);
    let unpacked = data.call_method1("decompressed", (file, begins))?;
    if unpacked.is_none() {
        return Ok(Box::new(io::Cursor::new(start).chain(opened)));
    }
    Ok(reading(unpacked))
}

/// The number of bytes that identify a compressed file.
const LONGEST_MARK: u64 = 6;

/// A file object of Python.
struct Reading {
    file: Py<PyAny>,
    /// The bytes already read, and the number of those passed on: a letter may be several bytes.
    piece: Vec<u8>,
    used: usize,
    run: Arc<Run>,
}

impl Read for Reading {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.used == self.piece.len() {
            let read = |py: Python<'_>| -> PyResult<Vec<u8>> {
                let piece = self.file.call_method1(py, "read", (buffer.len(),))?;
                match piece.extract::<&[u8]>(py) {
                    Ok(bytes) => Ok(bytes.to_vec()),
                    Err(_) => Ok(piece.extract::<String>(py)?.into_bytes()),
                }
            };
            let piece = self.run.ask_long(read);
            let error = || io::Error::other("the file object has raised an exception");
            (self.piece, self.used) = (piece.ok_or_else(error)?, 0);
        }
        let length = (&self.piece[self.used..]).read(buffer)?;
        self.used += length;
        Ok(length)
    }
}

#[pymethods]
impl PgnReader {
    #[new]
    fn new(file: &Bound<'_, PyAny>) -> PyResult<Self> {
        let run = Run::new();
        let games = Games::new(source(file, &run)?);
        Ok(Self {
            games: Mutex::new(Some(games)),
            run,
        })
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PgnGame>> {
        let next = py.detach(|| free(&self.games).map(|mut games| games.as_mut()?.next()))?;
        self.run.result()?;
        let game = next.transpose().map_err(wrong)?;
        Ok(game.map(PgnGame::of))
    }

    /// Close the file.
    fn close(&self) -> PyResult<()> {
        *free(&self.games)? = None;
        Ok(())
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.close()
    }
}

/// A game of PGN: tags, and a tree of moves with comments and variations. str(game) is its PGN.
#[pyclass(frozen, module = "plywood")]
pub(crate) struct PgnGame(Mutex<pgn::PgnGame>);

#[pymethods]
impl PgnGame {
    /// Read a game from its PGN, which must have no mistakes; without a string, make a new game, from the start or from a position.
    #[new]
    #[pyo3(signature = (text=None, *, start=None))]
    fn new(text: Option<&str>, start: Option<AnyPosition>) -> PyResult<Self> {
        match (text, start) {
            (Some(text), None) => text.parse().map(Self::of).map_err(wrong),
            (None, None) => Ok(Self::of(pgn::PgnGame::new())),
            (None, Some(start)) => Ok(Self::of(pgn::PgnGame::from_position(start.0))),
            (Some(_), Some(_)) => Err(wrong("a text has its own start position")),
        }
    }

    /// The game from a History.
    #[staticmethod]
    fn from_history(history: &History) -> Self {
        Self::of(pgn::PgnGame::from(&history.copied()))
    }

    /// The tags as pairs of name and value, in order.
    #[getter]
    fn tags(&self) -> Vec<(String, String)> {
        let game = self.lock();
        let tags = game.tags().iter();
        tags.map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect()
    }

    fn __getitem__(&self, tag: &str) -> PyResult<String> {
        let game = self.lock();
        let value = game.tags().get(tag).map(str::to_owned);
        value.ok_or_else(|| PyKeyError::new_err(tag.to_owned()))
    }

    fn __setitem__(&self, tag: &str, value: &str) -> PyResult<()> {
        self.lock().set_tag(tag, value).map_err(wrong)
    }

    fn __delitem__(&self, tag: &str) -> PyResult<()> {
        let removed = self.lock().remove_tag(tag).map(|_| ());
        removed.ok_or_else(|| PyKeyError::new_err(tag.to_owned()))
    }

    fn __contains__(&self, tag: &str) -> bool {
        self.lock().tags().get(tag).is_some()
    }

    /// The value of a tag, or the default.
    #[pyo3(signature = (tag, default=None))]
    fn get(&self, tag: &str, default: Option<String>) -> Option<String> {
        let game = self.lock();
        game.tags().get(tag).map(str::to_owned).or(default)
    }

    /// "1-0", "0-1", "1/2-1/2" or "*".
    #[getter]
    fn result(&self) -> &'static str {
        self.lock().result().as_str()
    }

    #[setter]
    fn set_result(&self, result: &str) -> PyResult<()> {
        let result: GameResult = result.parse().map_err(wrong)?;
        self.lock().set_result(result);
        Ok(())
    }

    /// The errors in the game; it has the moves before the first one.
    #[getter]
    fn errors(&self) -> Vec<String> {
        texts(self.lock().errors())
    }

    /// Small mistakes that did not stop the reading.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        texts(self.lock().warnings())
    }

    /// The position at the start.
    #[getter]
    fn start(&self) -> Position {
        Position(self.lock().start().clone())
    }

    /// The position at the end of the main line.
    #[getter]
    fn final_position(&self) -> Position {
        Position(self.lock().final_position())
    }

    /// The moves of the main line; None is a null move.
    #[getter]
    fn moves(&self) -> Vec<Option<Move>> {
        let game = self.lock();
        game.main_line().map(|node| node.mv().map(Move)).collect()
    }

    /// The positions of the main line, the start first.
    #[getter]
    fn positions(&self) -> Vec<Position> {
        let game = self.lock();
        let after = game.main_line_steps().map(|step| step.after);
        let all = std::iter::once(game.start().clone()).chain(after);
        all.map(Position).collect()
    }

    /// The root of the tree, before the first move.
    #[getter]
    fn root(slf: Py<Self>) -> PgnNode {
        let id = slf.get().lock().root().id();
        PgnNode { game: slf, id }
    }

    /// The nodes of the main line, each after a move.
    #[getter]
    fn main_line(slf: &Bound<'_, Self>) -> Vec<PgnNode> {
        let ids: Vec<NodeId> = slf.get().lock().main_line().map(|node| node.id()).collect();
        let node = |id| PgnNode {
            game: slf.clone().unbind(),
            id,
        };
        ids.into_iter().map(node).collect()
    }

    /// The main line as a History; None if it has a null move.
    fn history(&self) -> Option<History> {
        self.lock().to_history().map(History::of)
    }

    /// The number of moves in the tree, variations included.
    fn __len__(&self) -> usize {
        self.lock().len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __str__(&self) -> String {
        self.lock().to_string()
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        Err(no_attribute(py, "PgnGame", name))
    }

    fn __repr__(&self) -> String {
        let game = self.lock();
        let name = |tag| game.tags().get(tag).unwrap_or("?").to_owned();
        let [white, black] = ["White", "Black"].map(name);
        format!("<PgnGame {white} – {black} {}>", game.result())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.final_position()._repr_svg_()
    }

    fn __eq__(&self, other: &Self) -> bool {
        let other = other.lock().clone();
        *self.lock() == other
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let text = slf.get().__str__();
        (slf.py().get_type::<Self>(), (text,)).into_pyobject(slf.py())
    }
}

impl PgnGame {
    fn of(game: pgn::PgnGame) -> Self {
        Self(Mutex::new(game))
    }

    fn lock(&self) -> MutexGuard<'_, pgn::PgnGame> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn texts(errors: &[pgn::PgnError]) -> Vec<String> {
    errors.iter().map(ToString::to_string).collect()
}

/// A place in the tree of a game: the root, or the position after a move.
#[pyclass(frozen, module = "plywood")]
pub(crate) struct PgnNode {
    /// Its game.
    #[pyo3(get)]
    game: Py<PgnGame>,
    id: NodeId,
}

#[pymethods]
impl PgnNode {
    /// The move that leads here; None at the root and for a null move.
    #[getter]
    fn r#move(&self) -> PyResult<Option<Move>> {
        self.look(|node| node.mv().map(Move))
    }

    /// The move in SAN; empty at the root.
    #[getter]
    fn san(&self) -> PyResult<String> {
        self.look(|node| {
            let san = (!node.is_root()).then(|| node.san().to_string());
            san.unwrap_or_default()
        })
    }

    /// The position here.
    #[getter]
    fn position(&self) -> PyResult<Position> {
        self.look(|node| Position(node.position()))
    }

    /// The number of moves to this place.
    #[getter]
    fn ply(&self) -> PyResult<usize> {
        self.look(|node| node.ply())
    }

    /// True if it is on the main line.
    #[getter]
    fn is_main_line(&self) -> PyResult<bool> {
        self.look(|node| node.is_main_line())
    }

    /// The node before; None at the root.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        let id = self.look(|node| node.parent().map(pgn::Node::id))?;
        Ok(id.map(|id| self.at(py, id)))
    }

    /// The next node of the line; None at its end.
    #[getter]
    fn next(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        let id = self.look(|node| node.next().map(pgn::Node::id))?;
        Ok(id.map(|id| self.at(py, id)))
    }

    /// All nodes that follow: the next one of the line first, then the variations.
    #[getter]
    fn continuations(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        let ids = self.look(|node| node.continuations().map(pgn::Node::id).collect::<Vec<_>>())?;
        Ok(ids.into_iter().map(|id| self.at(py, id)).collect())
    }

    /// The comments after the move.
    #[getter]
    fn comments(&self) -> PyResult<Vec<String>> {
        self.look(|node| node.comments().iter().map(ToString::to_string).collect())
    }

    /// The glyphs ("$1" is 1) of the move.
    #[getter]
    fn nags(&self) -> PyResult<Vec<u32>> {
        self.look(|node| node.nags().iter().map(|nag| nag.0.into()).collect())
    }

    /// The seconds on the clock after the move, from a comment; or None.
    #[getter]
    fn clock(&self) -> PyResult<Option<f64>> {
        self.look(|node| {
            let clock = node.comments().iter().find_map(Comment::clock);
            clock.map(|time| time.as_secs_f64())
        })
    }

    /// The evaluation of the position from White's point of view, from a comment; or None.
    #[getter]
    fn evaluation(&self) -> PyResult<Option<Score>> {
        self.look(|node| {
            let found = node.comments().iter().find_map(Comment::evaluation);
            found.map(|found| Score(score_of(found)))
        })
    }

    /// Add a move and return its node; an existing move is not added twice.
    fn play(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mv = self.position()?.read(mv)?;
        let played = self.change(|node| node.play(mv).map(|node| node.id()))?;
        Ok(self.at(py, played.map_err(wrong)?))
    }

    /// Add a comment after the move.
    fn add_comment(&self, text: &str) -> PyResult<()> {
        self.change(|mut node| node.add_comment(Comment::new(text)))
    }

    /// Add a glyph to the move: 1 is "!", 2 is "?".
    fn add_nag(&self, nag: u8) -> PyResult<()> {
        self.change(|mut node| node.add_nag(Nag(nag)))
    }

    /// Remove the move with everything that follows.
    fn remove(&self) -> bool {
        self.game.get().lock().remove(self.id)
    }

    /// Make the line of this move the main line.
    fn make_main_line(&self) -> bool {
        self.game.get().lock().make_main_line(self.id)
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        Err(no_attribute(py, "PgnNode", name))
    }

    fn __repr__(&self) -> String {
        let san = self.san();
        san.map_or_else(
            |_| "<PgnNode that was removed>".to_owned(),
            |san| format!("<PgnNode {san:?}>"),
        )
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game.is(&other.game) && self.id == other.id
    }
}

impl PgnNode {
    fn at(&self, py: Python<'_>, id: NodeId) -> Self {
        let game = self.game.clone_ref(py);
        Self { game, id }
    }

    fn look<T>(&self, look: impl FnOnce(pgn::Node<'_>) -> T) -> PyResult<T> {
        let game = self.game.get().lock();
        game.node(self.id).map(look).ok_or_else(gone)
    }

    fn change<T>(&self, change: impl FnOnce(pgn::NodeMut<'_>) -> T) -> PyResult<T> {
        let mut game = self.game.get().lock();
        game.node_mut(self.id).map(change).ok_or_else(gone)
    }
}

fn gone() -> PyErr {
    wrong("this move was removed from its game")
}

/// The score of an evaluation, from White's point of view.
pub(crate) fn score_of(evaluation: Evaluation) -> eval::Score {
    match evaluation.score {
        PgnScore::Centipawns(value) => eval::Score::centipawns(value),
        PgnScore::Mate(moves) => eval::Score::mate(moves),
    }
}

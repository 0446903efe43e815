//! EPD, opening books and endgame tables.

use crate::moves::Move;
use crate::position::{AnyPosition, Position};
use crate::values::{List, file_error, wrong};
use plywood_catalog::files;
use plywood_console::output::{self, Kind, OutputFile, Replace};
use plywood_core as chess;
use plywood_notation::epd::{self, Dialect, Operand};
use plywood_notation::polyglot;
use plywood_tables as tables;
use plywood_tables::Tables;
use pyo3::exceptions::{PyFileExistsError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::env;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A position with operations, such as its best move: Epd("… bm Nf3; id \"one\";").
#[pyclass(frozen, eq, hash, module = "plywood", str = "{0}")]
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Epd(epd::Epd);

#[pymethods]
impl Epd {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        text.parse().map(Self).map_err(wrong)
    }

    /// The position.
    #[getter]
    fn position(&self) -> Position {
        Position(self.0.position().clone())
    }

    /// The name of the position, or None.
    #[getter]
    fn id(&self) -> Option<&str> {
        self.0.id()
    }

    /// The best moves (bm).
    #[getter]
    fn best_moves(&self) -> Vec<Move> {
        moves(self.0.best_moves())
    }

    /// The moves to avoid (am).
    #[getter]
    fn avoid_moves(&self) -> Vec<Move> {
        moves(self.0.avoid_moves())
    }

    /// The number of moves in which the side to move can mate (dm), or None.
    #[getter]
    fn direct_mate(&self) -> Option<u32> {
        self.0.direct_mate()
    }

    /// The opcodes, in order.
    #[getter]
    fn opcodes(&self) -> Vec<String> {
        let operations = self.0.operations().iter();
        operations.map(|it| it.opcode.clone()).collect()
    }

    /// The comment with a number from 0 to 9 (c0 to c9), or None.
    fn comment(&self, number: u8) -> Option<&str> {
        self.0.text(&format!("c{number}"))
    }

    /// True if a move is among the best moves and not one to avoid.
    fn is_solved_by(&self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mv = self.position().read(mv)?;
        Ok(self.0.is_solved_by(mv))
    }

    fn __repr__(&self) -> String {
        format!("Epd({:?})", self.0.to_string())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.position()._repr_svg_()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (self.0.to_string(),)).into_pyobject(py)
    }
}

fn moves(moves: &[chess::Move]) -> Vec<Move> {
    moves.iter().copied().map(Move).collect()
}

/// The operations of an EPD of python-chess: the opcode, the words of the operand, and true if it's a string.
#[pyfunction]
pub(crate) fn epd_operations(text: &str) -> PyResult<Vec<(String, Vec<String>, bool)>> {
    let read = Dialect::PythonChess.read(text).map_err(wrong)?;
    let plain = |(opcode, operands): (_, Vec<Operand>)| {
        let words = operands.iter().map(|it| it.as_str().to_owned()).collect();
        (opcode, words, matches!(operands[..], [Operand::Quoted(_)]))
    };
    Ok(read.into_iter().map(plain).collect())
}

/// An operation of an EPD of python-chess.
#[pyfunction]
pub(crate) fn epd_operation(opcode: &str, words: List<String>, is_text: bool) -> PyResult<String> {
    let kind = [Operand::Word, Operand::Quoted][usize::from(is_text)];
    let operands: Vec<_> = words.0.into_iter().map(kind).collect();
    Dialect::PythonChess.write(opcode, &operands).map_err(wrong)
}

/// An opening book of Polyglot: Book("book.bin"), or an empty one to fill.
#[pyclass(frozen, module = "plywood")]
#[derive(Debug)]
pub(crate) struct Book(Mutex<polyglot::Book>);

#[pymethods]
impl Book {
    #[new]
    #[pyo3(signature = (path=None))]
    fn new(path: Option<PathBuf>) -> PyResult<Self> {
        let book = match path {
            None => polyglot::Book::new(),
            Some(path) => {
                let read = |file| files::read_whole(&file, files::MOST_BYTES);
                let bytes = files::open_again(&path).and_then(read);
                let bytes = bytes.map_err(|error| file_error(&path, &error))?;
                polyglot::Book::from_bytes(&bytes).map_err(wrong)?
            }
        };
        Ok(Self(Mutex::new(book)))
    }

    /// The moves of a position with their weights, as (move, weight).
    fn moves(&self, position: AnyPosition) -> Vec<(Move, u16)> {
        let moves = self.lock().moves(&position.0);
        let moves = moves.iter().map(|book| (Move(book.mv), book.weight));
        moves.collect()
    }

    /// The move with the highest weight, or None.
    fn best(&self, position: AnyPosition) -> Option<Move> {
        let moves = self.lock().moves(&position.0);
        moves.best().map(|book| Move(book.mv))
    }

    /// Add a move of a position.
    #[pyo3(signature = (position, mv, weight=1))]
    fn add(&self, position: AnyPosition, mv: &Bound<'_, PyAny>, weight: u16) -> PyResult<()> {
        let mv = Position(position.0.clone()).read(mv)?;
        self.lock().add(&position.0, mv, weight).map_err(wrong)
    }

    /// Write the book to a file. One that exists needs replace=True.
    #[pyo3(signature = (path, *, replace=false))]
    fn save(&self, path: PathBuf, replace: bool) -> PyResult<()> {
        let bytes = self.lock().to_bytes();
        write_file(path, &bytes, replace)
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.lock().to_bytes())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let state = slf.get().__bytes__(py);
        (py.get_type::<Self>(), PyTuple::empty(py), state).into_pyobject(py)
    }

    fn __setstate__(&self, state: &[u8]) -> PyResult<()> {
        *self.lock() = polyglot::Book::from_bytes(state).map_err(wrong)?;
        Ok(())
    }

    fn __contains__(&self, position: AnyPosition) -> bool {
        !self.lock().moves(&position.0).is_empty()
    }

    fn __len__(&self) -> usize {
        self.lock().len()
    }

    fn __repr__(&self) -> String {
        format!("<Book of {} entries>", self.__len__())
    }
}

impl Book {
    fn lock(&self) -> MutexGuard<'_, polyglot::Book> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes a page or a book. If that fails, the file keeps its contents. A page of ours is replaced, and any other with `replace`.
#[pyfunction]
pub(crate) fn write_file(path: PathBuf, content: &[u8], replace: bool) -> PyResult<()> {
    let (kind, mark) = match Kind::HTML {
        page @ Kind::Marked(start, mark, _) if content.starts_with(start.as_bytes()) => {
            (page, mark)
        }
        _ => (Kind::BINARY, ""),
    };
    if path.is_file() {
        let replaced = [Replace::default(), Replace::UNMARKED][usize::from(replace)];
        OutputFile::open(&path.as_path().into(), kind, replaced).map_err(|failure| {
            let text = failure.to_string();
            PyFileExistsError::new_err(text.replace("--replace", "replace=True"))
        })?;
    }
    let content = [content, mark.as_bytes()].concat();
    output::write_whole(&path, &content).map_err(|error| file_error(&path, &error))
}

/// The folders of tables.
#[derive(FromPyObject)]
enum Folders {
    Joined(PathBuf),
    Several(List<PathBuf>),
}

/// Endgame tables of Syzygy: Syzygy("tables"), or a list of folders, or folders separated as in PATH.
#[pyclass(frozen, module = "plywood")]
#[derive(Debug)]
pub(crate) struct Syzygy(tables::Syzygy);

#[pymethods]
impl Syzygy {
    #[new]
    fn new(folders: Folders) -> PyResult<Self> {
        let folders = match folders {
            Folders::Joined(folders) => folders.to_string_lossy().into_owned(),
            Folders::Several(folders) => {
                let joined = env::join_paths(folders.0).map_err(wrong)?;
                joined.to_string_lossy().into_owned()
            }
        };
        let tables = tables::Syzygy::open(&folders);
        tables
            .map(Self)
            .map_err(|error| PyOSError::new_err(error.to_string()))
    }

    /// The largest number of men in any table.
    #[getter]
    fn most_men(&self) -> u32 {
        self.0.most_men()
    }

    /// The endgames, such as "KQvK".
    #[getter]
    fn endgames(&self) -> Vec<String> {
        self.0
            .endgames()
            .map(|endgame| endgame.to_string())
            .collect()
    }

    /// The result for the side to move: 2 a win, 1 a win that the fifty-move rule draws, 0 a draw, -1 and -2 losses.
    fn wdl(&self, position: AnyPosition) -> PyResult<i8> {
        self.0.wdl(&position.0).map(wdl_number).map_err(wrong)
    }

    /// The plies to the next capture or pawn move with best play, negative for the losing side.
    fn dtz(&self, position: AnyPosition) -> PyResult<i32> {
        let dtz = self.0.dtz(&position.0).map_err(wrong)?;
        Ok(dtz.plies())
    }

    /// All legal moves with result and distance, as (move, wdl, dtz).
    fn root_moves(&self, position: AnyPosition) -> PyResult<Vec<(Move, i8, i32)>> {
        let moves = self.0.root_moves(&position.0).map_err(wrong)?;
        let moves = moves.all().iter();
        let moves = moves.map(|root| (Move(root.mv), wdl_number(root.wdl), root.dtz.plies()));
        Ok(moves.collect())
    }

    fn __contains__(&self, position: AnyPosition) -> bool {
        self.0.wdl(&position.0).is_ok()
    }

    fn __repr__(&self) -> String {
        format!("<Syzygy with tables of up to {} men>", self.0.most_men())
    }
}

/// The results are in order, with a draw in the middle.
const fn wdl_number(wdl: tables::Wdl) -> i8 {
    wdl as i8 - tables::Wdl::Draw as i8
}

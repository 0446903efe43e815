//! `History`: a game with its earlier positions.

use crate::moves::Move;
use crate::position::{AnyPosition, Position, is_board, outcome_text};
use crate::values::{List, no_attribute, wrong};
use plywood_core as chess;
use plywood_notation::san;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyTuple};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A game so far. It grows with push, shrinks with undo, and counts repetitions.
#[pyclass(frozen, module = "plywood")]
#[derive(Debug)]
pub(crate) struct History(Mutex<chess::History>);

#[pymethods]
impl History {
    /// A game that begins at a position, with moves given as Move, in SAN or in UCI notation.
    #[new]
    #[pyo3(signature = (start=None, moves=List::default()))]
    fn new(start: Option<AnyPosition>, moves: List<Bound<'_, PyAny>>) -> PyResult<Self> {
        let start = start.map_or(chess::Position::START, |start| start.0);
        let history = Self::of(chess::History::new(start));
        for mv in &moves.0 {
            history.push(mv)?;
        }
        Ok(history)
    }

    /// Play a move.
    fn push(&self, mv: &Bound<'_, PyAny>) -> PyResult<()> {
        let mv = self.position().read(mv)?;
        self.lock().play(mv).map_err(wrong)
    }

    /// Take the last move back and return it; None at the start.
    fn undo(&self) -> Option<Move> {
        self.lock().undo().map(Move)
    }

    /// The current position.
    #[getter]
    fn position(&self) -> Position {
        Position(self.lock().position().clone())
    }

    /// All positions from the start to the current one.
    #[getter]
    fn positions(&self) -> Vec<Position> {
        let history = self.lock();
        history.positions().cloned().map(Position).collect()
    }

    /// The moves so far.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.lock().moves().iter().copied().map(Move).collect()
    }

    /// How often the current position has occurred, including now.
    fn occurrences(&self) -> usize {
        self.lock().occurrences()
    }

    /// The result, as (result, reason); None while the game goes on.
    fn outcome(&self) -> Option<(String, String)> {
        self.lock().outcome().map(outcome_text)
    }

    /// The reason the side to move can claim a draw now, or by announcing the given move; None if it can't.
    #[pyo3(signature = (mv=None))]
    fn claim(&self, mv: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
        let mv = mv.map(|mv| self.position().read(mv)).transpose()?;
        let history = self.lock();
        let claim = mv.map_or_else(|| history.claim(), |mv| history.claim_with(mv));
        Ok(claim.map(|claim| claim.to_string()))
    }

    /// The number of moves played.
    fn __len__(&self) -> usize {
        self.lock().moves().len()
    }

    /// A move by its number, or the moves of a slice.
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        PyList::new(py, self.moves())?.as_any().get_item(index)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.moves())?.try_iter()
    }

    fn __str__(&self) -> String {
        let history = self.lock();
        let mut positions = history.positions();
        let start = positions.next().unwrap_or(&chess::Position::START);
        san::write_line(start, history.moves())
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        Err(no_attribute(py, "History", name))
    }

    fn __repr__(&self) -> String {
        format!("<History {:?}>", self.__str__())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.position()._repr_svg_()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.copied() == other.copied()
    }

    fn __copy__(&self) -> Self {
        Self::of(self.copied())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let history = slf.get();
        let start = history.positions().into_iter().next();
        let arguments = (start, history.moves());
        (slf.py().get_type::<Self>(), arguments).into_pyobject(slf.py())
    }
}

impl History {
    pub(crate) const fn of(history: chess::History) -> Self {
        Self(Mutex::new(history))
    }

    pub(crate) fn copied(&self) -> chess::History {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, chess::History> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The game so far of a `History` or a python-chess board. After a move that cannot be read, such as a null move, only the position counts.
pub(crate) fn game_of(object: &Bound<'_, PyAny>) -> PyResult<Option<chess::History>> {
    if let Ok(history) = object.cast::<History>() {
        return Ok(Some(history.get().copied()));
    }
    if !is_board(object)? {
        return Ok(None);
    }
    // A board of plywood.chess already has one.
    if let Ok(history) = object.getattr("history")
        && let Ok(history) = history.cast::<History>()
    {
        return Ok(Some(history.get().copied()));
    }
    let root = object.call_method0("root")?.extract::<AnyPosition>()?;
    let history = History::of(chess::History::new(root.0));
    for mv in object.getattr("move_stack")?.try_iter()? {
        if history.push(&mv?).is_err() {
            let position = object.extract::<AnyPosition>()?;
            return Ok(Some(chess::History::new(position.0)));
        }
    }
    Ok(Some(history.copied()))
}

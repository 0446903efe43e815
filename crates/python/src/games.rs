//! [`Hosted`]: a game whose positions and moves are available in Python.

use crate::moves::{Move, text_of};
use crate::position::{AnyPosition, Position};
use crate::run::Run;
use crate::values::wrong;
use plywood_catalog::{Catalog, Playable};
use plywood_core as chess;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use std::sync::{Arc, LazyLock};

/// A game whose positions and moves are available in Python.
pub(crate) trait Hosted: Playable {
    /// `true` if it is written in Python.
    const IS_OWN: bool = false;

    /// Converts a position from Python.
    fn from_python(position: &Bound<'_, PyAny>, run: &Arc<Run>) -> PyResult<Self>;

    /// Converts the position to Python.
    fn to_python(&self, py: Python<'_>) -> PyResult<Py<PyAny>>;

    /// Converts a move to Python.
    fn move_to_python(mv: Self::Move, py: Python<'_>) -> PyResult<Py<PyAny>>;

    /// Returns `true` if the other position is of the same game. Positions of different games may have equal keys, so they share no table.
    fn is_same_game(&self, _other: &Self) -> bool {
        true
    }

    /// Converts a legal move from Python, which may be a string.
    fn move_from_python(&self, mv: &Bound<'_, PyAny>) -> PyResult<Self::Move>;
}

static CHESS: LazyLock<Catalog<chess::Position>> = LazyLock::new(Catalog::chess);

/// The catalog of chess.
pub(crate) fn chess_catalog() -> &'static Catalog<chess::Position> {
    &CHESS
}

impl Hosted for chess::Position {
    fn from_python(position: &Bound<'_, PyAny>, _: &Arc<Run>) -> PyResult<Self> {
        position.extract::<AnyPosition>().map(|position| position.0)
    }

    fn to_python(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Position(self.clone()).into_py_any(py)
    }

    fn move_to_python(mv: chess::Move, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Move(mv).into_py_any(py)
    }

    fn move_from_python(&self, mv: &Bound<'_, PyAny>) -> PyResult<chess::Move> {
        match mv.cast::<Move>() {
            Ok(mv) => Ok(mv.get().0),
            Err(_) => self.read_move(&text_of(mv)?).map_err(wrong),
        }
    }
}

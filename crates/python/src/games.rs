//! [`Hosted`]: a game whose positions and moves are available in Python.

use crate::game_position::{Breakthrough, GamePosition, Small};
use crate::moves::{Move, text_of};
use crate::position::{AnyPosition, Position, not_a_position};
use crate::run::Run;
use crate::values::wrong;
use plywood_catalog::{Catalog, Playable};
use plywood_core as chess;
use plywood_search::games::{Backgammon, ConnectFour, EinStein, TicTacToe, Tree};
use plywood_search::{Game, Keyed as _};
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

/// Reads a legal move from a string.
fn read_text<G: Playable>(position: &G, mv: &Bound<'_, PyAny>) -> PyResult<G::Move> {
    let text: String = mv.extract()?;
    position.read_move(&text).map_err(wrong)
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

/// The small games: their positions are a `GamePosition`, their moves are strings.
macro_rules! hosted_by_boards {
    ($($game:ident: $is_same_game:expr;)*) => {
        $(impl Hosted for $game {
            fn is_same_game(&self, other: &Self) -> bool {
                $is_same_game(self, other)
            }

            fn from_python(position: &Bound<'_, PyAny>, _: &Arc<Run>) -> PyResult<Self> {
                match position.cast::<GamePosition>().map(|board| &board.get().0) {
                    Ok(Small::$game(board)) => Ok(board.clone()),
                    _ => Err(not_a_position(position)),
                }
            }

            fn to_python(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                GamePosition(Small::$game(self.clone())).into_py_any(py)
            }

            fn move_to_python(mv: <Self as Game>::Move, py: Python<'_>) -> PyResult<Py<PyAny>> {
                mv.to_string().into_py_any(py)
            }

            fn move_from_python(&self, mv: &Bound<'_, PyAny>) -> PyResult<<Self as Game>::Move> {
                read_text(self, mv)
            }
        })*
    };
}
hosted_by_boards! {
    Breakthrough: |_, _| true;
    ConnectFour: |_, _| true;
    TicTacToe: |_, _| true;
    EinStein: |_, _| true;
    Backgammon: |_, _| true;
    // Each tree is a separate game, and its keys are numbers of nodes.
    Tree: |one: &Self, other: &Self| one.key() == other.key() && one.to_string() == other.to_string();
}

//! [`AnyGame`]: a position that Python gives, of chess, a small game of the library, or a class written in Python.

use crate::board::{Board, Small};
use crate::games::{Hosted, OnGame, chess_catalog};
use crate::history::History;
use crate::own_game::OwnPosition;
use crate::position::Position;
use crate::run::Run;
use plywood_catalog::{Catalog, Played};
use plywood_core as chess;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use std::sync::Arc;

/// A position of any game, or a game so far.
#[expect(clippy::large_enum_variant, reason = "there is one for each call")]
pub(crate) enum AnyGame {
    Chess(Catalog<chess::Position>, Played<chess::Position>),
    Small(Small),
    Own(Catalog<OwnPosition>, OwnPosition),
}

impl AnyGame {
    /// Reads a `Position`, a FEN, a `History`, a `Board`, or a position of a class written in Python.
    pub(crate) fn at(position: &Bound<'_, PyAny>, run: &Arc<Run>) -> PyResult<Self> {
        if position.is_instance_of::<Position>() || position.is_instance_of::<PyString>() {
            let position = chess::Position::from_python(position, run)?;
            return Ok(Self::Chess(chess_catalog().clone(), Played::new(position)));
        }
        if let Ok(history) = position.cast::<History>() {
            let history = history.get().copied();
            let start = history.positions().next().unwrap_or(history.position());
            let mut played = Played::new(start.clone());
            for mv in history.moves() {
                played.play(*mv);
            }
            return Ok(Self::Chess(chess_catalog().clone(), played));
        }
        if let Ok(board) = position.cast::<Board>() {
            return Ok(Self::Small(board.get().0.clone()));
        }
        let position = OwnPosition::new(position, run)?;
        Ok(Self::Own(position.catalog()?, position))
    }

    /// The game of a name such as "connect-four", or of a class written in Python, at its start; or a position of it.
    pub(crate) fn named(game: &Bound<'_, PyAny>, run: &Arc<Run>) -> PyResult<Self> {
        if game.is_instance_of::<PyType>() {
            return Self::at(&game.call0()?, run);
        }
        let Ok(name) = game.extract::<String>() else {
            return Self::at(game, run);
        };
        let start = Played::new(chess::Position::START);
        match name.as_str() {
            "chess" => Ok(Self::Chess(chess_catalog().clone(), start)),
            "chess960" => Ok(Self::Chess(plywood_catalog::chess960(), start)),
            name => Small::start(name).map(Self::Small),
        }
    }

    /// Does something with it.
    pub(crate) fn visit<V: OnGame>(self, visitor: V) -> PyResult<V::Output> {
        match self {
            Self::Chess(catalog, played) => visitor.on(catalog, played),
            Self::Small(Small::ConnectFour(board)) => {
                visitor.on(plywood_catalog::connect_four(), Played::new(board))
            }
            Self::Small(Small::TicTacToe(board)) => {
                visitor.on(plywood_catalog::tic_tac_toe(), Played::new(board))
            }
            Self::Small(Small::Tree(tree)) => {
                visitor.on(plywood_catalog::written_tree(), Played::new(tree))
            }
            Self::Own(catalog, position) => visitor.on(catalog, Played::new(position)),
        }
    }
}

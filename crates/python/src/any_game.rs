//! [`AnyGame`]: a position from Python, of chess, a small game of the library, or a class written in Python.

use crate::game_position::{Breakthrough, GamePosition, Small};
use crate::games::{Hosted, chess_catalog};
use crate::history::game_of;
use crate::own_game::{OwnPosition, has_chance};
use crate::position::Position;
use crate::run::Run;
use plywood_catalog::{Catalog, Played};
use plywood_core as chess;
use plywood_search::games::{Backgammon, ConnectFour, EinStein, TicTacToe, Tree};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use std::sync::Arc;

/// The catalog of any game, and the game so far or only a position.
#[expect(clippy::large_enum_variant, reason = "there are few at a time")]
pub(crate) enum AnyGame {
    Chess(Catalog<chess::Position>, Played<chess::Position>),
    Breakthrough(Catalog<Breakthrough>, Played<Breakthrough>),
    ConnectFour(Catalog<ConnectFour>, Played<ConnectFour>),
    TicTacToe(Catalog<TicTacToe>, Played<TicTacToe>),
    EinStein(Catalog<EinStein>, Played<EinStein>),
    Backgammon(Catalog<Backgammon>, Played<Backgammon>),
    Tree(Catalog<Tree>, Played<Tree>),
    Own(Catalog<OwnPosition<false>>, Played<OwnPosition<false>>),
    /// A game with chance.
    Rolling(Catalog<OwnPosition<true>>, Played<OwnPosition<true>>),
}

/// Evaluates an expression over the catalog and the game so far, for positions of any type.
macro_rules! on_game {
    ($game:expr, |$catalog:pat_param, $played:pat_param| $result:expr) => {
        match $game {
            $crate::any_game::AnyGame::Chess($catalog, $played) => $result,
            $crate::any_game::AnyGame::Breakthrough($catalog, $played) => $result,
            $crate::any_game::AnyGame::ConnectFour($catalog, $played) => $result,
            $crate::any_game::AnyGame::TicTacToe($catalog, $played) => $result,
            $crate::any_game::AnyGame::EinStein($catalog, $played) => $result,
            $crate::any_game::AnyGame::Backgammon($catalog, $played) => $result,
            $crate::any_game::AnyGame::Tree($catalog, $played) => $result,
            $crate::any_game::AnyGame::Own($catalog, $played) => $result,
            $crate::any_game::AnyGame::Rolling($catalog, $played) => $result,
        }
    };
}
pub(crate) use on_game;

impl AnyGame {
    /// Reads a `Position`, a FEN, a `History`, a `GamePosition`, a board of python-chess, or a position of a class written in Python.
    pub(crate) fn at(position: &Bound<'_, PyAny>, run: &Arc<Run>) -> PyResult<Self> {
        if position.is_instance_of::<Position>() || position.is_instance_of::<PyString>() {
            let position = chess::Position::from_python(position, run)?;
            return Ok(Self::Chess(chess_catalog().clone(), Played::new(position)));
        }
        if let Some(history) = game_of(position)? {
            let mut played = Played::new(history.start().clone());
            for mv in history.moves() {
                played.play(*mv);
            }
            return Ok(Self::Chess(chess_catalog().clone(), played));
        }
        if let Ok(board) = position.cast::<GamePosition>() {
            return Ok(Self::small(board.get().0.clone()));
        }
        if has_chance(position)? {
            let position = OwnPosition::new(position, run)?;
            let catalog = position.catalog(|is_tactical, _| {
                if is_tactical {
                    Catalog::tactical_rolling
                } else {
                    Catalog::rolling
                }
            })?;
            return Ok(Self::Rolling(catalog, Played::new(position)));
        }
        let position = OwnPosition::new(position, run)?;
        let catalog = position.catalog(|is_tactical, repeats| match (is_tactical, repeats) {
            (false, false) => Catalog::keyed,
            (false, true) => Catalog::repeating,
            (true, false) => Catalog::tactical,
            (true, true) => Catalog::tactical_repeating,
        })?;
        Ok(Self::Own(catalog, Played::new(position)))
    }

    /// Finds the game with a name such as "connect-four", or of a class written in Python, at its start; or reads a position of it.
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
            "chess960" => Ok(Self::Chess(Catalog::chess960(), start)),
            name => Small::start(name).map(Self::small),
        }
    }

    fn small(board: Small) -> Self {
        match board {
            Small::Breakthrough(board) => {
                Self::Breakthrough(Catalog::breakthrough(), Played::new(board))
            }
            Small::ConnectFour(board) => {
                Self::ConnectFour(Catalog::connect_four(), Played::new(board))
            }
            Small::TicTacToe(board) => Self::TicTacToe(Catalog::tic_tac_toe(), Played::new(board)),
            Small::EinStein(board) => Self::EinStein(Catalog::einstein(), Played::new(board)),
            Small::Backgammon(board) => Self::Backgammon(Catalog::backgammon(), Played::new(board)),
            Small::Tree(tree) => Self::Tree(Catalog::written_tree(), Played::new(tree)),
        }
    }
}

//! [`AnyGame`]: a position from Python, of chess, a small game of the library, or a class written in Python.

use crate::game_position::{Breakthrough, GamePosition, Small, small_games};
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

macro_rules! any_games {
    ($($game:ident $name:literal $catalog:ident $($is_same:ident)?;)*) => {
        /// The catalog of any game, and the game so far or only a position.
        #[expect(clippy::large_enum_variant, reason = "there are few at a time")]
        pub(crate) enum AnyGame {
            Chess(Catalog<chess::Position>, Played<chess::Position>),
            Own(Catalog<OwnPosition<false>>, Played<OwnPosition<false>>),
            /// A game with chance.
            Rolling(Catalog<OwnPosition<true>>, Played<OwnPosition<true>>),
            $($game(Catalog<$game>, Played<$game>),)*
        }

        /// Evaluates an expression over the catalog and the game so far, for positions of any type.
        macro_rules! on_game {
            ($any:expr, |$known:pat_param, $played:pat_param| $result:expr) => {
                match $any {
                    $crate::any_game::AnyGame::Chess($known, $played) => $result,
                    $crate::any_game::AnyGame::Own($known, $played) => $result,
                    $crate::any_game::AnyGame::Rolling($known, $played) => $result,
                    $($crate::any_game::AnyGame::$game($known, $played) => $result,)*
                }
            };
        }

        pub(crate) use on_game;

        impl From<Small> for AnyGame {
            fn from(board: Small) -> Self {
                match board {
                    $(Small::$game(board) => Self::$game(Catalog::$catalog(), Played::new(board)),)*
                }
            }
        }
    };
}
small_games!(any_games);

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
            return Ok(board.get().0.clone().into());
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
            name => Small::start(name).map(Self::from),
        }
    }
}

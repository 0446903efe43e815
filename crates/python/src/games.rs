//! [`Hosted`]: a game whose positions and moves Python can use.

use crate::board::{Board, Small};
use crate::history::{AnyPosition, not_a_position};
use crate::moves::{Move, text_of};
use crate::position::Position;
use crate::run::Run;
use crate::values::wrong;
use plywood_catalog::{Catalog, Playable};
use plywood_core::{self as chess, Bitboard, Color, PieceKind};
use plywood_search::games::{ConnectFour, TicTacToe, Tree};
use plywood_search::{Game, Keyed as _};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use std::sync::{Arc, LazyLock};

/// A game whose positions and moves have a face in Python.
pub(crate) trait Hosted: Playable {
    /// The position that Python gives.
    fn from_python(position: &Bound<'_, PyAny>, run: &Arc<Run>) -> PyResult<Self>;

    /// The position as Python sees it.
    fn to_python(&self, py: Python<'_>) -> PyResult<Py<PyAny>>;

    /// A move as Python sees it.
    fn move_to_python(mv: Self::Move, py: Python<'_>) -> PyResult<Py<PyAny>>;

    /// Whether the other position is of the same game. Positions of different games may have the same key, so they share no table.
    fn is_same_game(&self, _other: &Self) -> bool {
        true
    }

    /// Whether it is written in Python.
    const IS_OWN: bool = false;
    /// How many numbers moves can have; 0 if they have none.
    const MOVE_NUMBERS: usize = 0;
    /// How many planes a position has, with how many rows and columns.
    const PLANES: [usize; 3] = [0; 3];

    /// The number of a move, which no other legal move of the position has.
    fn move_number(mv: Self::Move) -> usize {
        Self::move_code(mv).into()
    }

    /// Marks the stones on empty planes, row by row from the lowest: those of the side to move, then those of the other.
    fn draw_planes(&self, planes: &mut [u8]) {
        let text = self.to_string();
        let count = |stone| text.matches(stone).count();
        let is_first = count('X') == count('O');
        let stones = if is_first { ['X', 'O'] } else { ['O', 'X'] };
        for (stone, plane) in stones.iter().zip(planes.chunks_mut(planes.len() / 2)) {
            let cells = text.lines().rev().flat_map(str::chars);
            for (cell, mark) in cells.zip(plane) {
                *mark = u8::from(cell == *stone);
            }
        }
    }

    /// The legal move that Python means, perhaps by a text.
    fn move_from_python(&self, mv: &Bound<'_, PyAny>) -> PyResult<Self::Move>;
}

static CHESS: LazyLock<Catalog<chess::Position>> = LazyLock::new(plywood_catalog::chess);

/// The catalog of chess.
pub(crate) fn chess_catalog() -> &'static Catalog<chess::Position> {
    &CHESS
}

/// A legal move given as a text.
fn read_text<G: Playable>(position: &G, mv: &Bound<'_, PyAny>) -> PyResult<G::Move> {
    let text: String = mv.extract()?;
    position.read_move(&text).map_err(wrong)
}

/// The sets of White's pawns, knights, bishops, rooks, queens and king, and then those of Black's.
pub(crate) fn sets(position: &chess::Position) -> impl Iterator<Item = Bitboard> {
    let of = |color| PieceKind::ALL.map(|kind| position.pieces(color, kind));
    Color::ALL.map(of).into_iter().flatten()
}

/// Above the pairs of squares are the other promotions than to a queen: three from each file in three directions.
const PAIRS: usize = 64 * 64;

impl Hosted for chess::Position {
    const MOVE_NUMBERS: usize = PAIRS + 8 * 3 * 3;
    const PLANES: [usize; 3] = [12, 8, 8];

    fn move_number(mv: chess::Move) -> usize {
        let (from, to) = (mv.from(), mv.to());
        match mv.promotion() {
            None | Some(PieceKind::Queen) => 64 * from.index() + to.index(),
            Some(kind) => {
                let direction = to.file() as usize + 1 - from.file() as usize;
                let kind = kind as usize - PieceKind::Knight as usize;
                PAIRS + 9 * from.file() as usize + 3 * direction + kind
            }
        }
    }

    fn draw_planes(&self, planes: &mut [u8]) {
        for (set, plane) in sets(self).zip(planes.chunks_mut(64)) {
            set.into_iter().for_each(|square| plane[square.index()] = 1);
        }
    }

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

/// The small games: their positions are a `Board`, their moves are texts.
macro_rules! hosted_by_boards {
    ($($game:ident: $is_same_game:expr, $numbers:expr, $planes:expr;)*) => {
        $(impl Hosted for $game {
            const MOVE_NUMBERS: usize = $numbers;
            const PLANES: [usize; 3] = $planes;

            fn is_same_game(&self, other: &Self) -> bool {
                $is_same_game(self, other)
            }

            fn from_python(position: &Bound<'_, PyAny>, _: &Arc<Run>) -> PyResult<Self> {
                match position.cast::<Board>().map(|board| &board.get().0) {
                    Ok(Small::$game(board)) => Ok(board.clone()),
                    _ => Err(not_a_position(position)),
                }
            }

            fn to_python(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                Board(Small::$game(self.clone())).into_py_any(py)
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
    ConnectFour: |_, _| true, 7, [2, 6, 7];
    TicTacToe: |_, _| true, 9, [2, 3, 3];
    // Each tree is a game of its own, and its keys are numbers of nodes.
    Tree: |one: &Self, other: &Self| one.key() == other.key() && one.to_string() == other.to_string(), 0, [0; 3];
}

//! `GamePosition`: the positions of the small games.

use crate::drawing::picture_id;
use crate::values::wrong;
use plywood_catalog::{Catalog, Playable, SpecError};
use plywood_search::Game;
use plywood_search::games::{BoardGame, ConnectFour, TicTacToe, Tree};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A position of connect four, breakthrough, tic-tac-toe or a written tree: GamePosition("connect-four", "ddcc"), GamePosition("tree", "((3 12 8) (2 4 6))").
///
/// It never changes: play returns the next one. Moves are strings.
#[pyclass(frozen, eq, module = "plywood")]
#[derive(Debug)]
pub(crate) struct GamePosition(pub(crate) Small);

/// Breakthrough on its board.
pub(crate) type Breakthrough = BoardGame<plywood_search::games::Breakthrough>;

/// A position of a small game.
#[derive(Debug, Clone)]
pub(crate) enum Small {
    Breakthrough(Breakthrough),
    ConnectFour(ConnectFour),
    TicTacToe(TicTacToe),
    Tree(Tree),
}

impl Small {
    /// The start of the game with that name.
    pub(crate) fn start(name: &str) -> PyResult<Self> {
        match name {
            "breakthrough" => Ok(Self::Breakthrough(Breakthrough::start())),
            "connect-four" => Ok(Self::ConnectFour(ConnectFour::new())),
            "tic-tac-toe" => Ok(Self::TicTacToe(TicTacToe::new())),
            "tree" => Ok(Self::Tree(Catalog::written_tree().start().clone())),
            _ => {
                let small = ["breakthrough", "connect-four", "tic-tac-toe", "tree"];
                let error = SpecError::game(name, &[&["chess", "chess960"], &small[..]].concat());
                Err(wrong(format!("{error}, and classes of your own")))
            }
        }
    }
}

/// Evaluates an expression over the position of a small game.
macro_rules! on_small {
    ($small:expr, $board:ident => $result:expr) => {
        match $small {
            Small::Breakthrough($board) => $result,
            Small::ConnectFour($board) => $result,
            Small::TicTacToe($board) => $result,
            Small::Tree($board) => $result,
        }
    };
}

impl PartialEq for GamePosition {
    fn eq(&self, other: &Self) -> bool {
        (self.game(), self.__str__()) == (other.game(), other.__str__())
    }
}

#[pymethods]
impl GamePosition {
    #[new]
    #[pyo3(signature = (game, text=None))]
    fn new(game: &str, text: Option<&str>) -> PyResult<Self> {
        if game.contains("chess") || game.contains('/') {
            return Err(wrong(
                "a position of chess is a plywood.Position; plywood.chess.Board has push and pop",
            ));
        }
        let start = Small::start(game)?;
        let Some(text) = text else {
            return Ok(Self(start));
        };
        Ok(Self(match start {
            Small::Breakthrough(_) => Small::Breakthrough(text.parse().map_err(wrong)?),
            // As a board, or the columns played.
            Small::ConnectFour(_) if text.contains(['.', 'X', 'O']) => {
                Small::ConnectFour(ConnectFour::drawn(text).map_err(wrong)?)
            }
            Small::ConnectFour(_) => Small::ConnectFour(text.parse().map_err(wrong)?),
            Small::TicTacToe(_) => Small::TicTacToe(text.parse().map_err(wrong)?),
            Small::Tree(_) => Small::Tree(text.parse().map_err(wrong)?),
        }))
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        match &self.0 {
            Small::Breakthrough(_) => "breakthrough",
            Small::ConnectFour(_) => "connect-four",
            Small::TicTacToe(_) => "tic-tac-toe",
            Small::Tree(_) => "tree",
        }
    }

    /// All legal moves.
    fn legal_moves(&self) -> Vec<String> {
        on_small!(&self.0, board => moves(board))
    }

    /// The position after a move.
    fn play(&self, mv: &str) -> PyResult<Self> {
        Ok(Self(match &self.0 {
            Small::Breakthrough(board) => Small::Breakthrough(played(board, mv)?),
            Small::ConnectFour(board) => Small::ConnectFour(played(board, mv)?),
            Small::TicTacToe(board) => Small::TicTacToe(played(board, mv)?),
            Small::Tree(board) => Small::Tree(played(board, mv)?),
        }))
    }

    /// The result for the side to move: "won", "lost", "drawn" or a score as text; None while the game goes on.
    fn ending(&self) -> Option<String> {
        on_small!(&self.0, board => board.ending(&board.legal_moves()))
            .map(|ending| ending.to_string())
    }

    fn _repr_svg_(&self) -> Option<String> {
        on_small!(&self.0, board => board.picture(&[], &picture_id()))
    }

    /// The board as lines of text.
    fn text(&self) -> String {
        on_small!(&self.0, board => board.shown())
    }

    fn __str__(&self) -> String {
        on_small!(&self.0, board => board.to_string())
    }

    fn __repr__(&self) -> String {
        format!("GamePosition({:?}, {:?})", self.game(), self.__str__())
    }

    fn __hash__(&self) -> u64 {
        use plywood_search::Keyed;
        on_small!(&self.0, board => board.key())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (self.game(), self.__str__())).into_pyobject(py)
    }
}

fn moves<G: Playable>(board: &G) -> Vec<String> {
    let moves = board.legal_moves();
    moves.iter().map(ToString::to_string).collect()
}

fn played<G: Playable>(board: &G, mv: &str) -> PyResult<G> {
    let mv = board.read_move(mv).map_err(wrong)?;
    Ok(board.after(mv))
}

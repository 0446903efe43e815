//! `GamePosition`: the positions of the small games.

use crate::drawing::picture_id;
use crate::games::Hosted;
use crate::position::not_a_position;
use crate::run::Run;
use crate::values::wrong;
use plywood_catalog::{Catalog, Playable, SpecError};
use plywood_search::games::{Backgammon, BoardGame, ConnectFour, EinStein, TicTacToe, Tree};
use plywood_search::{Ending, Game, Keyed as _};
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// A position of connect four, breakthrough, tic-tac-toe, EinStein würfelt nicht!, backgammon or a written tree: GamePosition("connect-four", "ddcc"), GamePosition("tree", "((3 12 8) (2 4 6))").
///
/// It never changes: play returns the next one. Moves are strings.
#[pyclass(frozen, eq, module = "plywood")]
#[derive(Debug)]
pub(crate) struct GamePosition(pub(crate) Small);

/// Breakthrough on its board.
pub(crate) type Breakthrough = BoardGame<plywood_search::games::Breakthrough>;

/// Gives a macro the small games: their types, names and catalogs, and if not all positions of a type are of one game, the function that says.
macro_rules! small_games {
    ($then:ident) => {
        $then! {
            Breakthrough "breakthrough" breakthrough;
            ConnectFour "connect-four" connect_four;
            TicTacToe "tic-tac-toe" tic_tac_toe;
            EinStein "einstein" einstein;
            Backgammon "backgammon" backgammon;
            Tree "tree" written_tree is_same_tree;
        }
    };
}
pub(crate) use small_games;

macro_rules! boards {
    ($($game:ident $name:literal $catalog:ident $($is_same:ident)?;)*) => {
        /// A position of a small game.
        #[derive(Debug, Clone)]
        #[expect(clippy::large_enum_variant, reason = "Python allocates each position")]
        pub(crate) enum Small {
            $($game($game),)*
        }

        /// Evaluates an expression over the position of a small game.
        macro_rules! on_small {
            ($small:expr, $board:ident => $result:expr) => {
                match $small {
                    $(Small::$game($board) => $result,)*
                }
            };
        }

        impl Small {
            /// The start of the game with that name.
            pub(crate) fn start(name: &str) -> PyResult<Self> {
                match name {
                    $($name => Ok(Self::$game(Catalog::$catalog().start().clone())),)*
                    _ => {
                        let error = SpecError::game(name, &["chess", "chess960", $($name),*]);
                        Err(wrong(format!("{error}, and classes of your own")))
                    }
                }
            }

            /// The name of the game.
            const fn name(&self) -> &'static str {
                match self {
                    $(Self::$game(_) => $name,)*
                }
            }

            /// Reads another position of the game.
            fn read(&self, text: &str) -> Result<Self, String> {
                match self {
                    // As a board, or the columns played.
                    Self::ConnectFour(_) if text.contains(['.', 'X', 'O']) => {
                        ConnectFour::drawn(text).map(Self::ConnectFour).map_err(|error| error.to_string())
                    }
                    $(Self::$game(_) => $game::read(text).map(Self::$game),)*
                }
            }

            /// The position after a move.
            fn play(&self, mv: &str) -> Result<Self, String> {
                match self {
                    $(Self::$game(board) => Ok(Self::$game(board.after(board.read_move(mv)?))),)*
                }
            }
        }

        $(impl Hosted for $game {
            $(fn is_same_game(&self, other: &Self) -> bool {
                $is_same(self, other)
            })?

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
                self.read_move(mv.extract()?).map_err(wrong)
            }
        })*
    };
}
small_games!(boards);

/// Each tree is a separate game, and its keys are numbers of nodes.
fn is_same_tree(one: &Tree, other: &Tree) -> bool {
    one.key() == other.key() && one.to_string() == other.to_string()
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
        let read = |text| start.read(text).map_err(wrong);
        Ok(Self(text.map_or_else(|| Ok(start.clone()), read)?))
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.name()
    }

    /// All legal moves.
    fn legal_moves(&self) -> Vec<String> {
        on_small!(&self.0, board => moves(board))
    }

    /// The position after a move.
    fn play(&self, mv: &str) -> PyResult<Self> {
        self.0.play(mv).map(Self).map_err(wrong)
    }

    /// The result for the side to move: "won", "lost", "drawn" or a score as text; None while the game goes on.
    fn ending(&self) -> Option<String> {
        on_small!(&self.0, board => ended(board))
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
        on_small!(&self.0, board => board.key())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (self.game(), self.__str__())).into_pyobject(py)
    }
}

fn ended<G: Playable>(board: &G) -> Option<String> {
    board.ending_at_leaf().map(|ending| match ending {
        Ending::Scored(score) => G::score_text(score),
        other => other.to_string(),
    })
}

fn moves<G: Playable>(board: &G) -> Vec<String> {
    let moves = board.legal_moves();
    moves.iter().map(ToString::to_string).collect()
}

//! Games included in the library, small enough to read and fast enough to measure; and [`BoardGame`], for your own game on cells.

mod backgammon;
mod board;
mod breakthrough;
#[cfg(feature = "chess")]
mod chess;
mod connect_four;
mod einstein;
mod tic_tac_toe;
mod tree;
mod chance_tree;

pub use backgammon::{Backgammon, BackgammonMove, CheckerPlay, ParseBackgammonError, Roll};
pub use board::{ALL_AROUND, At, BoardGame, BoardRules, Direction, ParseBoardError, Play};
pub use breakthrough::Breakthrough;
pub use chance_tree::ChanceTree;
pub use connect_four::{Column, ConnectFour, ParseConnectFourError};
pub use einstein::{EinStein, EinSteinMove, ParseEinSteinError};
pub use tic_tac_toe::{Cell, ParseTicTacToeError, TicTacToe};
pub use tree::{Branch, ParseTreeError, Tree};

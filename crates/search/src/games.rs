//! Games that come with the library, small enough to read and fast enough to measure.

#[cfg(feature = "chess")]
mod chess;
mod connect_four;
mod tic_tac_toe;
mod tree;
mod equal_wins;

pub use connect_four::{Column, ConnectFour, ParseConnectFourError};
pub use equal_wins::EqualWins;
pub use tic_tac_toe::{Cell, ParseTicTacToeError, TicTacToe};
pub use tree::{Branch, ParseTreeError, Tree};

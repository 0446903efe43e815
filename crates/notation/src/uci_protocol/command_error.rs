//! [`CommandError`]: why a line is not a command.

use plywood_core::{Excerpt, FenError};

use crate::uci::UciError;
use crate::uci_protocol::numbers::NumberError;

/// Why a line is not a command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// No word of the line is a command.
    #[error("unknown command: {0}")]
    Unknown(Excerpt),
    /// `debug` without `on` or `off`.
    #[error("debug: expected \"on\" or \"off\"")]
    Debug,
    /// `position` has neither `startpos` nor a FEN.
    #[error("position: expected \"startpos\" or \"fen\" and a FEN")]
    NoPosition,
    /// The FEN of a position is wrong.
    #[error("position: {0}")]
    Fen(#[from] FenError),
    /// A move of the game is not legal.
    #[error("position: move {number}: {error}")]
    Move {
        /// Which move of the line, from 1.
        number: usize,
        /// What is wrong with it.
        error: UciError,
    },
    /// A limit of `go` is no number.
    #[error("go: {0}")]
    Go(#[source] NumberError),
    /// The depth of `perft` is no number.
    #[error("perft: {0}")]
    Perft(#[source] NumberError),
    /// `setoption` does not begin with `name` and a name.
    #[error("setoption: expected \"name\", the name of an option, \"value\" and its value")]
    NoOptionName,
}

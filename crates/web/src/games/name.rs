//! [`GameName`]: the games by name.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A game that the server offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum GameName {
    /// Chess.
    #[default]
    Chess,
    /// Chess960: castling moves are written as the king taking its rook.
    Chess960,
    /// Tic-tac-toe.
    TicTacToe,
    /// Connect four.
    ConnectFour,
}

impl GameName {
    pub(crate) const ALL: [Self; 4] = [
        Self::Chess,
        Self::Chess960,
        Self::TicTacToe,
        Self::ConnectFour,
    ];

    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Chess => "Chess",
            Self::Chess960 => "Chess960",
            Self::TicTacToe => "Tic-tac-toe",
            Self::ConnectFour => "Connect four",
        }
    }

    pub(crate) const fn players(self) -> [&'static str; 2] {
        match self {
            Self::Chess | Self::Chess960 => ["white", "black"],
            Self::TicTacToe | Self::ConnectFour => ["X", "O"],
        }
    }

    /// The columns and rows of the board.
    pub(crate) const fn size(self) -> (u8, u8) {
        match self {
            Self::Chess | Self::Chess960 => (8, 8),
            Self::TicTacToe => (3, 3),
            Self::ConnectFour => (7, 6),
        }
    }
}

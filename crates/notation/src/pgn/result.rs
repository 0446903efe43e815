//! The result of a game.

use std::fmt;
use std::str::FromStr;

use plywood_core::{Color, Excerpt, Outcome};

/// The result of a game: `1-0`, `0-1`, `1/2-1/2`, or `*` if it is not over or the result is unknown.
///
/// ```
/// use plywood_core::Color;
/// use plywood_notation::pgn::GameResult;
///
/// assert_eq!("1-0".parse(), Ok(GameResult::Won(Color::White)));
/// assert_eq!(GameResult::Draw.to_string(), "1/2-1/2");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GameResult {
    /// A player has won.
    Won(Color),
    /// The game is drawn.
    Draw,
    /// The game is not over, or its result is unknown.
    #[default]
    Unknown,
}

impl GameResult {
    /// Reads the text of a result.
    #[must_use]
    pub const fn from_text(text: &[u8]) -> Option<Self> {
        match text {
            b"1-0" => Some(Self::Won(Color::White)),
            b"0-1" => Some(Self::Won(Color::Black)),
            b"1/2-1/2" | b"1/2" => Some(Self::Draw),
            b"*" => Some(Self::Unknown),
            _ => None,
        }
    }

    /// The text of the result in PGN.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Won(Color::White) => "1-0",
            Self::Won(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A text is not the result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected 1-0, 0-1, 1/2-1/2 or *, found {0}")]
pub struct GameResultError(Excerpt);

impl FromStr for GameResult {
    type Err = GameResultError;

    fn from_str(text: &str) -> Result<Self, GameResultError> {
        Self::from_text(text.as_bytes()).ok_or_else(|| GameResultError(Excerpt::new(text)))
    }
}

/// The result of a game that has ended by the rules.
impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        outcome.winner().map_or(Self::Draw, Self::Won)
    }
}

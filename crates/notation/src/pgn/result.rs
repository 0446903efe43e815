//! How a game ended, as PGN tells it.

use std::fmt;

use plywood_core::{Color, Outcome};

/// How a game ended: `1-0`, `0-1`, `1/2-1/2`, or `*` when it has not or nobody knows.
///
/// ```
/// use plywood_core::Color;
/// use plywood_notation::pgn::GameResult;
///
/// assert_eq!(GameResult::from_text(b"1-0"), Some(GameResult::Won(Color::White)));
/// assert_eq!(GameResult::Draw.to_string(), "1/2-1/2");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GameResult {
    /// A player has won.
    Won(Color),
    /// Nobody has won.
    Draw,
    /// The game goes on, or its end is not known.
    #[default]
    Unknown,
}

impl GameResult {
    /// Reads the text of a result.
    ///
    /// ```
    /// use plywood_notation::pgn::GameResult;
    ///
    /// assert_eq!(GameResult::from_text(b"1/2"), Some(GameResult::Draw));
    /// assert_eq!(GameResult::from_text(b"2-0"), None);
    /// ```
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

    /// The result as PGN writes it.
    ///
    /// ```
    /// use plywood_notation::pgn::GameResult;
    ///
    /// assert_eq!(GameResult::Unknown.as_str(), "*");
    /// ```
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

/// The result that an outcome by the rules leads to.
impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        outcome.winner().map_or(Self::Draw, Self::Won)
    }
}

//! The tags of a game, its result, and its termination.

use std::fmt;
use std::str::FromStr;

use plywood_core::{CastlingSide, Color, Excerpt, File, Outcome, Position};

/// The seven tags that every game has, in their order.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The value of each tag when it is unknown.
const UNKNOWN: [&str; 7] = ["?", "?", "????.??.??", "?", "?", "?", "*"];

/// The index of the result in the roster.
const RESULT: usize = 6;

/// The error for a tag that can't be set.
///
/// ```
/// use plywood_notation::pgn::{TagError, Tags};
///
/// let error = Tags::default().set("FEN", "8/8/8/8/8/8/8/8 w - - 0 1").unwrap_err();
/// assert!(matches!(error, TagError::StartPosition(_)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TagError {
    /// The name is not valid.
    #[error("{0} is not the name of a tag, which has no spaces, quotes or brackets")]
    Name(Excerpt),
    /// The tag is `FEN` or `SetUp`, which follow from the start position of a game.
    #[error("{0} comes from the game's start position and cannot be set")]
    StartPosition(Excerpt),
}

/// The tags of a game: the seven of the roster, then others in the order they were added.
///
/// The start position is not among them: a game stores it as a [`Position`](plywood_core::Position) and writes `SetUp` and `FEN` when
/// needed.
///
/// ```
/// use plywood_notation::pgn::Tags;
///
/// let mut tags = Tags::default();
/// tags.set("ECO", "A09")?;
/// tags.set("White", "Réti, Richard")?;
/// assert_eq!(tags.get("White"), Some("Réti, Richard"));
/// assert_eq!(tags.get("Date"), Some("????.??.??"));
/// assert_eq!(tags.iter().last(), Some(("ECO", "A09")));
/// assert!(tags.set("E C O", "A09").is_err() && tags.set("[ECO", "A09").is_err());
/// # Ok::<(), plywood_notation::pgn::TagError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Tags {
    roster: [String; 7],
    others: Vec<(String, String)>,
}

impl Default for Tags {
    fn default() -> Self {
        Self {
            roster: UNKNOWN.map(String::from),
            others: Vec::new(),
        }
    }
}

impl Tags {
    /// Returns the value of a tag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|&(known, _)| known == name)
            .map(|(_, value)| value)
    }

    /// Returns all tags in the order they are written.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let roster = ROSTER
            .into_iter()
            .zip(self.roster.iter().map(String::as_str));
        let others = self.others.iter();
        roster.chain(others.map(|(name, value)| (name.as_str(), value.as_str())))
    }

    /// Sets a tag. Line ends and other control characters in its value become spaces; an unknown `Result` becomes `*`.
    ///
    /// # Errors
    /// If the name is not valid, or is that of a start position.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        if matches!(name, "FEN" | "SetUp") {
            return Err(TagError::StartPosition(Excerpt::new(name)));
        }
        let is_odd = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '"' | '[' | ']');
        if name.is_empty() || name.contains(is_odd) {
            return Err(TagError::Name(Excerpt::new(name)));
        }
        let value = value.replace(char::is_control, " ");
        if let Some(index) = ROSTER.iter().position(|&known| known == name) {
            self.roster[index] = match index {
                RESULT => GameResult::from_text(value.trim().as_bytes())
                    .unwrap_or_default()
                    .to_string(),
                _ => value,
            };
            return Ok(());
        }
        match self.others.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => *known = value,
            None => self.others.push((name.to_owned(), value)),
        }
        Ok(())
    }

    /// Removes a tag and returns its value; a tag of the roster becomes unknown.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        if let Some(index) = ROSTER.iter().position(|&known| known == name) {
            let unknown = UNKNOWN[index].to_owned();
            return Some(std::mem::replace(&mut self.roster[index], unknown));
        }
        let index = self.others.iter().position(|(known, _)| known == name)?;
        Some(self.others.remove(index).1)
    }

    /// Tags the game as Chess960 if it has no variant yet, and only those rules allow the castling of its start position.
    pub(super) fn name_variant(&mut self, start: &Position) {
        if needs_chess960(start) && self.get("Variant").is_none() {
            let known = self.set("Variant", "Chess960");
            debug_assert!(known.is_ok(), "the tag has a good name");
        }
    }

    /// Returns the result.
    pub(super) fn result(&self) -> GameResult {
        GameResult::from_text(self.roster[RESULT].as_bytes()).unwrap_or_default()
    }

    /// Sets the result.
    pub(super) fn set_result(&mut self, result: GameResult) {
        result.as_str().clone_into(&mut self.roster[RESULT]);
    }
}

/// Returns `true` if some castling right is impossible in standard chess.
fn needs_chess960(position: &Position) -> bool {
    Color::ALL.into_iter().any(|color| {
        CastlingSide::ALL.into_iter().any(|castling_side| {
            let corner = match castling_side {
                CastlingSide::Kingside => File::H,
                CastlingSide::Queenside => File::A,
            };
            position
                .castling_rook(color, castling_side)
                .is_some_and(|rook| rook.file() != corner || position.king(color).file() != File::E)
        })
    })
}

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
    /// Reads a result.
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

    /// Returns the result in PGN.
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

/// The error for a string that is not the result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected 1-0, 0-1, 1/2-1/2 or *, found {0}")]
pub struct GameResultError(Excerpt);

impl FromStr for GameResult {
    type Err = GameResultError;

    fn from_str(text: &str) -> Result<Self, GameResultError> {
        Self::from_text(text.as_bytes()).ok_or_else(|| GameResultError(Excerpt::new(text)))
    }
}

/// Converts the result of a game that has ended by the rules.
impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        outcome.winner().map_or(Self::Draw, Self::Won)
    }
}

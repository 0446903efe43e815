//! Why a game ended, as PGN's tag `Termination` has it.

use std::fmt;

/// Why a game ended: the value of the tag `Termination`.
///
/// ```
/// use plywood_notation::pgn::{PgnGame, Termination};
///
/// let game: PgnGame = "[Termination \"Time forfeit\"]\n\n1. e4 e5 0-1".parse()?;
/// assert_eq!(game.termination(), Some(Termination::TimeForfeit));
/// # Ok::<(), plywood_notation::pgn::PgnError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Termination {
    /// By the rules of chess, by agreement, or by resignation.
    Normal,
    /// A player lost on time.
    TimeForfeit,
    /// A player lost for breaking the rules.
    RulesInfraction,
    /// Somebody other than the players decided the result.
    Adjudication,
    /// A player left the game.
    Abandoned,
    /// A player died.
    Death,
    /// Something unforeseen ended the game.
    Emergency,
    /// The game has not ended.
    Unterminated,
}

impl Termination {
    /// Every value, in the order of the declaration.
    pub const ALL: [Self; 8] = [
        Self::Normal,
        Self::TimeForfeit,
        Self::RulesInfraction,
        Self::Adjudication,
        Self::Abandoned,
        Self::Death,
        Self::Emergency,
        Self::Unterminated,
    ];

    /// The value as the standard writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::TimeForfeit => "time forfeit",
            Self::RulesInfraction => "rules infraction",
            Self::Adjudication => "adjudication",
            Self::Abandoned => "abandoned",
            Self::Death => "death",
            Self::Emergency => "emergency",
            Self::Unterminated => "unterminated",
        }
    }

    /// Reads the value of a tag, in capitals or small letters; `None` if the standard does not have
    /// it.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let is_meant = |known: &Self| known.as_str().eq_ignore_ascii_case(text.trim());
        Self::ALL.into_iter().find(is_meant)
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

//! [`Terms`]: how a match is played; and why one cannot be.

use crate::play::game::Rules;
use crate::play::schedule::Format;
use crate::players::player::Fault;
use crate::statistics::Sprt;
use thiserror::Error;

/// How a match is played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terms {
    /// Who meets whom.
    pub format: Format,
    /// How many pairs of games each two play who meet.
    pub rounds: usize,
    /// What every game is played by.
    pub rules: Rules,
    /// Ends the match as soon as it is decided whether the first of two players is stronger.
    pub sprt: Option<Sprt>,
    /// What everything random follows from.
    pub seed: u64,
}

/// Why a match cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TournamentError {
    /// Nobody to play against.
    #[error("a match needs two players or more, found {0}")]
    Players(usize),
    /// Tables could not tell two players apart.
    #[error("two players are called {0:?}; give one a label, as in mine={0}")]
    SameName(String),
    /// There is nothing to begin with.
    #[error("a match needs an opening")]
    NoOpening,
    /// The test is about two players.
    #[error("the sequential test compares two players, found {0}")]
    Sprt(usize),
    /// A player would think for ever.
    #[error("{0:?} has no limits; set a depth, nodes or a time for it, or for the match")]
    Unlimited(String),
    /// A player cannot play at all.
    #[error("{name:?} cannot play: {fault}")]
    Fault {
        /// The player.
        name: String,
        /// Why not.
        fault: Fault,
    },
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            format: Format::default(),
            rounds: 1,
            rules: Rules::default(),
            sprt: None,
            seed: 0,
        }
    }
}

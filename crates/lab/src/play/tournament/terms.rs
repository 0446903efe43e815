//! [`Terms`]: how a match is played; and [`TournamentError`]: why it cannot be.

use crate::play::game::Rules;
use crate::play::schedule::Format;
use crate::players::player::Fault;
use crate::statistics::Sprt;
use thiserror::Error;

/// How a match is played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terms {
    /// Which players meet.
    pub format: Format,
    /// The number of pairs of games that two players play against each other.
    pub rounds: usize,
    /// The rules of every game.
    pub rules: Rules,
    /// A test that ends the match as soon as it is decided whether the first of two players is stronger.
    pub sprt: Option<Sprt>,
    /// The seed of everything random.
    pub seed: u64,
}

/// Why a match cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TournamentError {
    /// There are too few players.
    #[error("a match needs at least two players, found {0}")]
    Players(usize),
    /// Two players have the same name.
    #[error("two players are called {0:?}; give one of them a label, as in mine={0}")]
    SameName(String),
    /// There is no opening.
    #[error("a match needs an opening")]
    NoOpening,
    /// The sequential test needs exactly two players.
    #[error("the sequential test compares two players, found {0}")]
    Sprt(usize),
    /// A player has no limits.
    #[error("{0:?} has no limits; set a depth, nodes or a time for it, or for the match")]
    Unlimited(String),
    /// A player cannot play.
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

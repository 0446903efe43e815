//! [`Entry`]: a game of a match as its journal records it.

use crate::checksum::Checksum;
use crate::journal::Item;
use serde::{Deserialize, Serialize};

/// A game that was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number in the schedule.
    pub game: usize,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why it ended, in a word or two.
    pub end: String,
    /// Why it ended, in a sentence.
    pub reason: String,
    /// Half moves that the players made.
    pub plies: usize,
    /// Seconds from its beginning to its end.
    pub seconds: f64,
    /// Seconds that the players spent on their moves.
    pub thinking: f64,
    /// What White and Black spent.
    pub spent: [Spent; 2],
    /// A checksum of the start position and all moves. Games that repeat each other have the same one.
    pub moves: String,
    /// What else should be known, such as a limit that a program does not keep.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The game as PGN.
    pub pgn: String,
}

/// What one player spent on the moves of a game.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Spent {
    /// The number of its moves.
    pub moves: usize,
    /// Its time in seconds.
    pub seconds: f64,
    /// The mean depth of the moves that have one.
    pub depth: Option<f64>,
    /// The nodes it searched, as far as it reported them.
    pub nodes: u64,
}

impl Entry {
    /// Twice the points of the player with White.
    #[must_use]
    pub fn white_steps(&self) -> usize {
        match self.result.as_str() {
            "1-0" => 2,
            "0-1" => 0,
            _ => 1,
        }
    }
}

impl Item for Entry {
    const NAMES: [&'static str; 2] = ["game", "games"];

    fn number(&self) -> usize {
        self.game
    }

    fn fingerprint(&self) -> u64 {
        let texts = [&self.result, &self.end, &self.moves];
        let add = |sum: Checksum, text: &String| sum.with(text.as_bytes());
        texts.into_iter().fold(Checksum::new(), add).number()
    }
}

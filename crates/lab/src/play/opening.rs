//! Openings: from files and books, or random ones that are balanced.

mod random;
mod source;
mod files;

use plywood_core::{History, Move, Position};

pub use files::{OpeningError, read_openings};
pub use source::{Openings, random_openings};

/// A start position and the moves that are played before the players take over.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Opening {
    start: Position,
    moves: Vec<Move>,
}

impl Opening {
    /// An opening of no moves.
    #[must_use]
    pub const fn position(start: Position) -> Self {
        Self {
            start,
            moves: Vec::new(),
        }
    }

    /// An opening that plays these moves, up to the first that is not legal.
    #[must_use]
    pub fn line(start: Position, moves: impl IntoIterator<Item = Move>) -> Self {
        let mut history = History::new(start.clone());
        let legal = moves.into_iter().take_while(|mv| history.play(*mv).is_ok());
        let moves = legal.collect();
        Self { start, moves }
    }

    /// The game at the point where the players take over.
    #[must_use]
    pub fn history(&self) -> History {
        let mut history = History::new(self.start.clone());
        for &mv in &self.moves {
            let played = history.play(mv);
            debug_assert!(played.is_ok(), "only legal moves are taken into an opening");
        }
        history
    }

    /// The start position.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Whether there is a game to play after it.
    fn goes_on(&self) -> bool {
        self.history().outcome().is_none()
    }

    /// The key of the position in which the players take over.
    fn key(&self) -> u64 {
        self.moves
            .iter()
            .fold(self.start.clone(), |position, mv| {
                position.play_unchecked(*mv)
            })
            .key()
    }
}

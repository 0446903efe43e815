//! [`Record`]: a game that was played.

#[cfg(feature = "journal")]
pub(crate) mod text;

use crate::numbers::Mean;
use crate::play::ending::GameEnd;
use crate::play::opening::Opening;
use crate::players::lines::WrongLines;
use plywood_eval::{Score, Side};
use plywood_search::Game;
use std::time::Duration;

/// A game that was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record<G: Game> {
    /// The opening.
    pub opening: Opening<G>,
    /// The side that moved first after the opening.
    pub first: Side,
    /// The moves of the players.
    pub moves: Vec<PlayedMove<G::Move>>,
    /// What should be known of the players.
    pub notes: Vec<(Side, String)>,
    /// The lines of the first side and of the second that are wrong.
    pub wrong_lines: [WrongLines; 2],
    /// Why it ended.
    pub end: GameEnd,
}

/// What one player spent on the moves of a game.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

/// A move with its player's evaluation and time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedMove<M> {
    /// The move.
    pub mv: M,
    /// The score from the player's point of view.
    pub score: Option<Score>,
    /// The depth that was searched.
    pub depth: Option<u32>,
    /// The number of nodes searched.
    pub nodes: Option<u64>,
    /// The time it took.
    pub elapsed: Duration,
    /// The time left on the clock after the move.
    pub clock: Option<Duration>,
}

impl<G: Game> Record<G> {
    /// What one side spent on its moves.
    #[must_use]
    pub fn spent(&self, side: Side) -> Spent {
        let skipped = usize::from(side != self.first);
        let moves: Vec<_> = self.moves.iter().skip(skipped).step_by(2).collect();
        let depths = moves.iter().filter_map(|played| played.depth);
        let depths: Mean = depths.map(f64::from).collect();
        Spent {
            moves: moves.len(),
            seconds: moves
                .iter()
                .map(|played| played.elapsed.as_secs_f64())
                .sum(),
            depth: depths.value(),
            nodes: moves.iter().filter_map(|played| played.nodes).sum(),
        }
    }
}

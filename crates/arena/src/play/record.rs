//! [`Record`]: a finished game.

use crate::numbers::{Mean, real};
use crate::play::ending::GameEnd;
use crate::play::opening::Opening;
use crate::players::lines::WrongLines;
use plywood_eval::{Score, Side};
use plywood_report::Checksum;
use plywood_search::{Ending, Game};
use std::time::Duration;

/// A finished game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record<G: Game> {
    /// The opening.
    pub opening: Opening<G>,
    /// The moves of the players, and the outcomes of chance in between.
    pub moves: Vec<PlayedMove<G::Move>>,
    /// The lines that the program of each side wrote before its first game.
    pub said: [Vec<String>; 2],
    /// Notes on the players.
    pub notes: Vec<(Side, String)>,
    /// The wrong lines of the first side and of the second.
    pub wrong_lines: [WrongLines; 2],
    /// The number of times it was played before, and lost on time because the machine was late.
    pub replays: usize,
    /// The reason for its end.
    pub end: GameEnd,
}

/// Returns a checksum of a start position and moves as text.
pub fn checksum_of<T: AsRef<str>>(start: &str, moves: impl IntoIterator<Item = T>) -> Checksum {
    let start = Checksum::new().with(start.as_bytes());
    let add = |sum: Checksum, mv: T| sum.with(mv.as_ref().as_bytes());
    moves.into_iter().fold(start, add)
}

/// The resources that one player spent on the moves of a game.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Spent {
    /// The number of its moves.
    pub moves: usize,
    /// Its time in seconds.
    pub seconds: f64,
    /// The mean depth of the moves that have one.
    pub depth: Option<f64>,
    /// The nodes it reported.
    pub nodes: u64,
}

/// A move with its player's evaluation and time, or an outcome of chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedMove<M> {
    /// The move.
    pub mv: M,
    /// The side that made it; `None` for an outcome of chance.
    pub side: Option<Side>,
    /// The score from the player's point of view.
    pub score: Option<Score>,
    /// The search depth.
    pub depth: Option<u32>,
    /// The number of nodes searched.
    pub nodes: Option<u64>,
    /// The time it took.
    pub elapsed: Duration,
    /// The time left on the clock after the move.
    pub clock: Option<Duration>,
}

impl<M> PlayedMove<M> {
    /// Makes an outcome of chance.
    pub(crate) const fn rolled(outcome: M) -> Self {
        Self {
            mv: outcome,
            side: None,
            score: None,
            depth: None,
            nodes: None,
            elapsed: Duration::ZERO,
            clock: None,
        }
    }
}

impl<G: Game> Record<G> {
    /// Returns the reason for its end, in a sentence with these names for the sides; for a fault, with the move of the game.
    #[must_use]
    pub fn reason(&self, sides: [&str; 2]) -> String {
        let sentence = self.end.sentence(sides);
        if let GameEnd::Fault(..) = &self.end {
            let plies = self.opening.played().plies() + self.plies();
            return format!("{sentence}, at move {}", plies / 2 + 1);
        }
        sentence
    }

    /// Returns the points of the first side, in a game where a win may be worth [several](plywood_search::Stakes::in_points). A win against
    /// a player that resigns, fails or runs out of time is worth one.
    #[must_use]
    pub fn points_of_first(&self) -> Option<f64> {
        let stakes = G::STAKES.filter(|stakes| stakes.points(stakes.win()) > 1.0)?;
        let start = self.opening.start.clone();
        let last = self.all_moves().fold(start, |last, mv| last.after(*mv));
        let won = match (last.ending_at_leaf(), &self.end) {
            (Some(Ending::Scored(score)), GameEnd::Rules(_)) => {
                stakes.points(score.as_centipawns()?).abs()
            }
            _ => 1.0,
        };
        Some(won * (real(self.end.steps_of_first() as u64) - 1.0))
    }

    /// Returns the number of moves that the players made after the opening.
    #[must_use]
    pub fn plies(&self) -> usize {
        let by_players = self.moves.iter().filter(|played| played.side.is_some());
        by_players.count()
    }

    /// Returns all moves, those of the opening first.
    pub fn all_moves(&self) -> impl Iterator<Item = &G::Move> {
        let played = self.moves.iter().map(|played| &played.mv);
        self.opening.moves.iter().chain(played)
    }

    /// Returns a checksum of the moves as text, after that of the start position.
    #[must_use]
    pub fn checksum(&self, start: &str, text: impl Fn(&G::Move) -> String) -> Checksum {
        checksum_of(start, self.all_moves().map(text))
    }

    /// Returns the resources that one side spent on its moves.
    #[must_use]
    pub fn spent(&self, side: Side) -> Spent {
        let moves = self.moves.iter();
        let moves: Vec<_> = moves.filter(|played| played.side == Some(side)).collect();
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

//! [`ScoredGame`]: a game with a score for every move, as text.

use plywood_search::{Game, Score};
use std::fmt::Write as _;
use thiserror::Error;

/// A game with a score for every move. The line takes about ten bytes per ply, so a million positions take ten megabytes.
///
/// ```
/// use plywood_net::data::ScoredGame;
/// use plywood_search::games::{Column, ConnectFour, ParseConnectFourError};
/// use plywood_search::Score;
///
/// let mut game = ScoredGame { opening: "d c".to_owned(), ..ScoredGame::default() };
/// game.push("d", Score::centipawns(30));
/// game.push("e", Score::centipawns(-28));
/// assert_eq!(game.line, "d 30 e -28");
/// let read = |text: &str| -> Result<ConnectFour, String> {
///     text.parse().map_err(|error: ParseConnectFourError| error.to_string())
/// };
/// let column = |_: &ConnectFour, name: &str| -> Result<Column, String> {
///     let number = "abcdefg".find(name).ok_or("no column")?;
///     Ok(Column::from(number as u8))
/// };
/// let played = game.played(&ConnectFour::new(), read, column)?;
/// assert_eq!(played[1].position, read("dcd")?);
/// assert_eq!(played[1].score, Score::centipawns(-28));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ScoredGame {
    /// The position before the opening; empty for the start of the game.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "String::is_empty")
    )]
    pub start: String,
    /// The moves before the first score.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "String::is_empty")
    )]
    pub opening: String,
    /// Every move after the opening, followed by its score for the side that made it, in centipawns. A mate in n plies is 32,000 minus n.
    pub line: String,
    /// The points of the side that made the first move of the line: 1, 0.5 or 0, or a share of the highest win; `None` if they are unknown.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub points: Option<f32>,
}

/// A position with its score, and with its move and points if they are known.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoredMove<G: Game> {
    /// The position.
    pub position: G,
    /// The move that was made, or the best one.
    pub mv: Option<G::Move>,
    /// The score for the side to move.
    pub score: Score,
    /// The final points of that side.
    pub points: Option<f32>,
}

/// The error for a game that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ScoredGameError {
    /// The start is not a position, or a move of the opening cannot be made.
    #[error("the start {text:?}: {problem}")]
    Start {
        /// The given start.
        text: String,
        /// The problem.
        problem: String,
    },
    /// A move cannot be made.
    #[error("ply {ply}: {problem}")]
    Move {
        /// Its number, from 1.
        ply: usize,
        /// The problem.
        problem: String,
    },
    /// A move has no score.
    #[error("ply {ply}: expected a move and its score in centipawns, found {found:?}")]
    Score {
        /// The number of the move, from 1.
        ply: usize,
        /// The text instead of a score.
        found: String,
    },
}

impl ScoredGame {
    /// Adds a move.
    pub fn push(&mut self, mv: &str, score: Score) {
        let space = if self.line.is_empty() { "" } else { " " };
        let _ = write!(self.line, "{space}{mv} {}", score.packed());
    }

    /// Returns the number of its moves.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.line.split_ascii_whitespace().count() / 2
    }

    /// Returns its moves with the positions before them, read by these functions; outcomes of chance are left out.
    ///
    /// # Errors
    /// [`ScoredGameError`] if a position or a move cannot be read, or a score is not a number.
    pub fn played<G: Game>(
        &self,
        first: &G,
        read: impl Fn(&str) -> Result<G, String>,
        read_move: impl Fn(&G, &str) -> Result<G::Move, String>,
    ) -> Result<Vec<ScoredMove<G>>, ScoredGameError> {
        let wrong = |problem| ScoredGameError::Start {
            text: self.start.clone(),
            problem,
        };
        let start = match self.start.as_str() {
            "" => first.clone(),
            text => read(text).map_err(wrong)?,
        };
        let mut opening = self.opening.split_ascii_whitespace();
        let mut position = opening.try_fold(start, |position, word| {
            let mv = read_move(&position, word).map_err(wrong)?;
            Ok(position.after(mv))
        })?;
        let (mut moves, mut points) = (Vec::new(), self.points);
        let mut words = self.line.split_ascii_whitespace();
        while let Some(word) = words.next() {
            let ply = moves.len() + 1;
            let is_rolled = position.waits_for_chance();
            let mv = read_move(&position, word);
            let mv = mv.map_err(|problem| ScoredGameError::Move { ply, problem })?;
            let score = words.next().unwrap_or_default();
            let score = score.parse().map_err(|_| ScoredGameError::Score {
                ply,
                found: format!("{word} {score}"),
            })?;
            let after = position.after(mv);
            if !is_rolled {
                moves.push(ScoredMove {
                    position,
                    mv: Some(mv),
                    score: Score::from_packed(score),
                    points,
                });
                points = points.map(|points| 1.0 - points);
            }
            position = after;
        }
        Ok(moves)
    }
}

//! [`DataStatistics`]: statistics of training positions.

use plywood_eval::Score;
use std::collections::HashSet;
use std::fmt;

/// Statistics of positions: results, scores, numbers of pieces, and repetitions.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DataStatistics {
    /// The number of positions.
    pub positions: u64,
    /// The number of losses, draws and wins of the side to move, where the result is known.
    pub results: [u64; 3],
    /// The number of positions for every hundred centipawns, from -2,000 to 2,000; values beyond are at the ends.
    pub scores: Vec<u64>,
    /// The number of positions by their number of pieces, from 0 to 64.
    pub pieces: Vec<u64>,
    /// The number of positions that were there before.
    pub repeated: u64,
    #[cfg_attr(feature = "serde", serde(skip))]
    keys: HashSet<u64>,
}

impl DataStatistics {
    /// The index of score 0 in `scores`.
    pub const HUNDREDS: i32 = 20;

    /// Counts a position by its key, its number of pieces, its score and the final points.
    pub fn add(&mut self, key: u64, pieces: usize, score: Score, points: Option<f32>) {
        self.positions += 1;
        if let Some(points) = points {
            self.results[((2.0 * points).round() as usize).min(2)] += 1;
        }
        let hundreds = (f32::from(score.packed()) / 100.0).round() as i32;
        let hundreds = hundreds.clamp(-Self::HUNDREDS, Self::HUNDREDS) + Self::HUNDREDS;
        self.scores.resize(2 * Self::HUNDREDS as usize + 1, 0);
        self.scores[hundreds as usize] += 1;
        self.pieces.resize(65, 0);
        self.pieces[pieces.min(64)] += 1;
        self.repeated += u64::from(!self.keys.insert(key));
    }
}

impl fmt::Display for DataStatistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lost, drawn, won] = self.results;
        let Self {
            positions,
            repeated,
            ..
        } = self;
        write!(
            f,
            "{positions} positions, of which {repeated} were there before; the side to move won {won}, drew {drawn}, lost {lost}"
        )
    }
}

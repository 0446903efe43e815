//! [`Estimate`]: a value with its interval; and Elo as a score.

use serde::Serialize;
use std::fmt;

/// A value and the interval that holds the true one in 95 of 100 experiments.
///
/// A player that won or lost every game is infinitely far away; nothing less fits the games.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    pub(super) fn map(self, function: impl Fn(f64) -> f64) -> Self {
        Self {
            value: function(self.value),
            low: function(self.low),
            high: function(self.high),
        }
    }
}

/// `+34.9 [+1.7, +68.7]`
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!(
            "{:+.1} [{:+.1}, {:+.1}]",
            self.value, self.low, self.high
        ))
    }
}

/// The share of points that a player who is so many Elo stronger is expected to score.
///
/// ```
/// use plywood_lab::statistics::{elo_of_score, score_of_elo};
///
/// assert!((score_of_elo(0.0) - 0.5).abs() < 1e-12);
/// assert!((elo_of_score(score_of_elo(120.0)) - 120.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// How many Elo stronger a player is who scores this share of the points; infinite at 0 and 1, and beyond them.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

//! [`Estimate`]: a value with its interval; and Elo as a score.

use crate::numbers::{Mean, real};
use crate::statistics::distributions::Z95;
use std::fmt;
use std::ops::Neg;

/// A value and its 95 % confidence interval.
///
/// An end is infinite where the results set no limit.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Written"))]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// An estimate as JSON has it, without infinite numbers: an end that is missing is infinite, and so is the value if one end is.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Written {
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

#[cfg(feature = "serde")]
impl From<Written> for Estimate {
    fn from(Written { value, low, high }: Written) -> Self {
        let infinite = match (low, high) {
            (None, Some(_)) => f64::NEG_INFINITY,
            (Some(_), None) => f64::INFINITY,
            _ => f64::NAN,
        };
        Self {
            value: value.unwrap_or(infinite),
            low: low.unwrap_or(f64::NEG_INFINITY),
            high: high.unwrap_or(f64::INFINITY),
        }
    }
}

impl Estimate {
    /// Estimates a mean from its values, if there are any. A single one sets no limit to it.
    pub(crate) fn of(mean: Mean) -> Option<Self> {
        let (value, count) = (mean.value()?, real(mean.count));
        let variance = (mean.squares - mean.sum * value).max(0.0) / (count - 1.0);
        let width = if mean.count > 1 {
            Z95 * (variance / count).sqrt()
        } else {
            f64::INFINITY
        };
        Some(Self {
            value,
            low: value - width,
            high: value + width,
        })
    }

    pub(crate) fn map(self, function: impl Fn(f64) -> f64) -> Self {
        Self {
            value: function(self.value),
            low: function(self.low),
            high: function(self.high),
        }
    }
}

/// The difference from the other side's point of view.
impl Neg for Estimate {
    type Output = Self;

    fn neg(self) -> Self {
        Self {
            value: -self.value,
            low: -self.high,
            high: -self.low,
        }
    }
}

/// Writes `+34.9 [+1.7, +68.7]`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [value, low, high] = [self.value, self.low, self.high].map(signed);
        f.pad(&format!("{value} [{low}, {high}]"))
    }
}

/// Writes one decimal, and no sign for zero.
fn signed(number: f64) -> String {
    match format!("{number:+.1}").as_str() {
        "-0.0" | "+0.0" => "0.0".to_owned(),
        "inf" | "+inf" => "+∞".to_owned(),
        "-inf" => "-∞".to_owned(),
        text => text.to_owned(),
    }
}

/// Returns the expected score of a player who is this many Elo stronger.
///
/// ```
/// use plywood_arena::statistics::{elo_of_score, score_of_elo};
///
/// assert!((score_of_elo(0.0) - 0.5).abs() < 1e-12);
/// assert!((elo_of_score(score_of_elo(120.0)) - 120.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Returns the Elo difference for this expected score; infinite at or beyond 0 and 1.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

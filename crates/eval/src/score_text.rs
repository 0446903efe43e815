//! Scores as text: `+0.35`, `#3` (mate in three moves), `#-2` (mated in two).

use crate::score::{Score, Verdict};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Writes pawns with a sign and two decimals, or `#` and the distance to mate in full moves.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::HIGHEST {
            return f.pad("+∞");
        }
        if *self == Self::LOWEST {
            return f.pad("-∞");
        }
        match self.verdict() {
            Verdict::Centipawns(0) => f.pad("0.00"),
            Verdict::Centipawns(value) => {
                let sign = if value < 0 { '-' } else { '+' };
                let size = value.unsigned_abs();
                f.pad(&format!("{sign}{}.{:02}", size / 100, size % 100))
            }
            Verdict::WonIn(plies) => f.pad(&format!("#{}", plies.div_ceil(2))),
            Verdict::LostIn(plies) => f.pad(&format!("#-{}", plies.div_ceil(2))),
        }
    }
}

/// Why a text is not a score.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseScoreError {
    /// The text is empty.
    #[error("expected a score such as +0.35 or #3, found an empty text")]
    Empty,
    /// The text after `#` is not a number of moves.
    #[error("expected a number of moves after # in {text:?}")]
    MateDistance {
        /// The text that was read.
        text: String,
    },
    /// The text is not pawns with at most two decimals.
    #[error("expected pawns with at most two decimals, such as +0.35, found {text:?}")]
    Pawns {
        /// The text that was read.
        text: String,
    },
}

/// Parses what [`Score`]'s `Display` writes, and pawns without a sign or decimals.
///
/// The winner makes the last move of a mate: `#3` is won in 5 plies, `#-2` lost in 4.
///
/// ```
/// use plywood_eval::Score;
///
/// assert_eq!("-1.5".parse(), Ok(Score::centipawns(-150)));
/// assert_eq!("#3".parse(), Ok(Score::won_in(5)));
/// assert!("#x".parse::<Score>().is_err());
/// ```
impl FromStr for Score {
    type Err = ParseScoreError;

    fn from_str(text: &str) -> Result<Self, ParseScoreError> {
        if text.is_empty() {
            return Err(ParseScoreError::Empty);
        }
        match text.strip_prefix('#') {
            Some(moves) => mate(moves).ok_or_else(|| ParseScoreError::MateDistance {
                text: text.to_owned(),
            }),
            None => pawns(text).ok_or_else(|| ParseScoreError::Pawns {
                text: text.to_owned(),
            }),
        }
    }
}

fn mate(moves: &str) -> Option<Score> {
    match moves.strip_prefix('-') {
        Some(moves) => Some(Score::lost_in(number(moves)?.saturating_mul(2))),
        None => Some(Score::won_in(
            number(moves)?.saturating_mul(2).saturating_sub(1),
        )),
    }
}

fn pawns(text: &str) -> Option<Score> {
    let (sign, size) = match text.strip_prefix('-') {
        Some(size) => (-1, size),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, decimals) = size.split_once('.').unwrap_or((size, "0"));
    let hundredths = match decimals.len() {
        1 => number(decimals)? * 10,
        2 => number(decimals)?,
        0 | 3.. => return None,
    };
    let value = number(whole)?
        .saturating_mul(100)
        .saturating_add(hundredths);
    Some(Score::centipawns(
        sign * i32::try_from(value).unwrap_or(i32::MAX),
    ))
}

/// Digits only: the standard parser would also take a second sign.
fn number(digits: &str) -> Option<u32> {
    digits
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for value in [-30_000, -101, -100, -99, -1, 0, 1, 9, 10, 100, 29_999] {
            let score = Score::centipawns(value);
            assert_eq!(score.to_string().parse(), Ok(score));
        }
        for plies in [1, 3, 5, 99] {
            assert_eq!(
                Score::won_in(plies).to_string().parse(),
                Ok(Score::won_in(plies))
            );
            assert_eq!(
                Score::lost_in(plies - 1).to_string().parse(),
                Ok(Score::lost_in(plies - 1))
            );
        }
    }

    #[test]
    fn what_is_not_a_score_is_refused() {
        for text in [
            "",
            "#",
            "#--1",
            "1.234",
            "1.",
            ".5",
            "+-1",
            "--1",
            "one",
            "#99999999999",
            "1.+5",
            "∞",
        ] {
            assert!(text.parse::<Score>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn width_and_alignment_are_kept() {
        assert_eq!(
            format!("{:>8}|{:<6}|", Score::centipawns(120), Score::won_in(1)),
            "   +1.20|#1    |"
        );
    }
}

//! Evaluations in comments: `[%eval 0.24]`.

use std::fmt;

use crate::text::pad;

/// A program's evaluation of a position, from White's point of view.
///
/// ```
/// use plywood_notation::pgn::{Annotation, Evaluation, PgnScore};
///
/// let found = Evaluation { score: PgnScore::Centipawns(-35), depth: Some(20) };
/// assert_eq!(Annotation::from_command("eval -0.35,20"), Some(Annotation::Evaluation(found)));
/// assert_eq!(Evaluation::from(PgnScore::Mate(3)).to_string(), "#3");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Evaluation {
    /// The score.
    pub score: PgnScore,
    /// The depth of the search, if the comment gives it.
    pub depth: Option<u32>,
}

/// A score in a comment, from White's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PgnScore {
    /// `0.24`, in hundredths of a pawn.
    Centipawns(i32),
    /// `#3`: White mates in 3; `#-3`: Black does.
    Mate(i32),
}

impl PgnScore {
    /// A score from the two numbers of an evaluator's score in White's view: the moves to mate, if
    /// one is found, and centipawns. For a `plywood_eval::Score` that is
    /// `PgnScore::from_parts(score.mate_in(), score.as_centipawns())`.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnScore;
    ///
    /// assert_eq!(PgnScore::from_parts(None, Some(24)), PgnScore::Centipawns(24));
    /// assert_eq!(PgnScore::from_parts(Some(-3), None).to_string(), "#-3");
    /// ```
    #[must_use]
    pub const fn from_parts(mate_in: Option<i32>, centipawns: Option<i32>) -> Self {
        match (mate_in, centipawns) {
            (Some(moves), _) => Self::Mate(moves),
            (None, Some(centipawns)) => Self::Centipawns(centipawns),
            (None, None) => Self::Centipawns(0),
        }
    }
}

impl fmt::Display for PgnScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Mate(moves) => pad(f, format_args!("#{moves}")),
            Self::Centipawns(score) => {
                let sign = if score < 0 { "-" } else { "" };
                let size = score.unsigned_abs();
                pad(f, format_args!("{sign}{}.{:02}", size / 100, size % 100))
            }
        }
    }
}

/// An evaluation without a depth.
impl From<PgnScore> for Evaluation {
    fn from(score: PgnScore) -> Self {
        Self { score, depth: None }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.depth {
            Some(depth) => pad(f, format_args!("{},{depth}", self.score)),
            None => self.score.fmt(f),
        }
    }
}

impl Evaluation {
    /// Reads `0.24`, `#-3` or either with a depth, `0.24,18`.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        let (score, depth) = match text.split_once(',') {
            Some((score, depth)) => (score.trim_ascii(), Some(depth.trim_ascii().parse().ok()?)),
            None => (text, None),
        };
        let score = match score.strip_prefix('#') {
            Some(moves) => PgnScore::Mate(moves.parse().ok()?),
            None => PgnScore::Centipawns(centipawns(score)?),
        };
        Some(Self { score, depth })
    }
}

fn centipawns(text: &str) -> Option<i32> {
    let (is_negative, size) = match text.strip_prefix('-') {
        Some(size) => (true, size),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (pawns, fraction) = size.split_once('.').unwrap_or((size, "0"));
    digits(fraction)?;
    let two: String = fraction.chars().chain("0".chars()).take(2).collect();
    let size = digits(pawns)?
        .checked_mul(100)?
        .checked_add(digits(&two)?)?;
    let size = i64::try_from(size).ok()?;
    i32::try_from(if is_negative { -size } else { size }).ok()
}

/// A number made of digits alone.
pub(super) fn digits(text: &str) -> Option<u64> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

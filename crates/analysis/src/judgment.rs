//! [`Judgment`]: how bad a move was, by the winning chances it gave away.

use crate::winning_chances::winning_chances;
use plywood_eval::{Score, ScoreKind};
use plywood_notation::pgn::Nag;
use serde::Serialize;
use std::fmt;

/// The severity of a bad move. The thresholds are lichess's, so counts can be compared. It is serialized as its name in lower case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Judgment {
    /// It gave away a tenth of the range from lost to won: `?!`.
    Inaccuracy,
    /// Two tenths: `?`.
    Mistake,
    /// Three tenths or more: `??`.
    Blunder,
}

/// The reason a move was bad, with mates taken into account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The winning chances dropped.
    Chances,
    /// The side had a forced mate and no longer has one.
    MateMissed,
    /// The side can now be mated by force.
    MateAllowed,
}

/// A side that is better by at least this much after missing a mate still has an easy win.
const STILL_WINNING: i32 = 1_000;
const STILL_BETTER: i32 = 700;

impl Judgment {
    /// Judges a move by the scores before and after it, both from the point of view of the side that made it; `None` if the move was good
    /// enough.
    ///
    /// ```
    /// use plywood_eval::Score;
    /// use plywood_analysis::{Judgment, Reason};
    ///
    /// let judge = |before, after| {
    ///     Judgment::of(Score::centipawns(before), Score::centipawns(after))
    /// };
    /// assert_eq!(judge(30, 20), None);
    /// assert_eq!(judge(30, -100), Some((Judgment::Mistake, Reason::Chances)));
    /// assert_eq!(judge(900, 500), Some((Judgment::Mistake, Reason::Chances)));
    /// // Far ahead, a piece more or less changes little.
    /// assert_eq!(judge(1500, 1100), None);
    /// ```
    #[must_use]
    pub fn of(before: Score, after: Score) -> Option<(Self, Reason)> {
        match (before.kind(), after.kind()) {
            (ScoreKind::WonIn(_), ScoreKind::WonIn(_)) | (ScoreKind::LostIn(_), _) => None,
            (ScoreKind::WonIn(_), ScoreKind::LostIn(_)) => {
                Some((Self::Blunder, Reason::MateAllowed))
            }
            (ScoreKind::WonIn(_), ScoreKind::Centipawns(left)) => {
                Some((Self::by_advantage(left), Reason::MateMissed))
            }
            (ScoreKind::Centipawns(had), ScoreKind::LostIn(_)) => {
                Some((Self::by_advantage(-had), Reason::MateAllowed))
            }
            (ScoreKind::Centipawns(_), ScoreKind::Centipawns(_) | ScoreKind::WonIn(_)) => {
                let lost = winning_chances(before) - winning_chances(after);
                Some((Self::of_lost_chances(lost)?, Reason::Chances))
            }
        }
    }

    fn of_lost_chances(lost: f64) -> Option<Self> {
        [
            (0.3, Self::Blunder),
            (0.2, Self::Mistake),
            (0.1, Self::Inaccuracy),
        ]
        .into_iter()
        .find(|&(limit, _)| lost >= limit)
        .map(|(_, judgment)| judgment)
    }

    /// Missing a mate is less bad if the position is still winning, and being mated less bad if it was lost.
    const fn by_advantage(centipawns: i32) -> Self {
        if centipawns >= STILL_WINNING {
            Self::Inaccuracy
        } else if centipawns >= STILL_BETTER {
            Self::Mistake
        } else {
            Self::Blunder
        }
    }

    /// Returns the glyph: `?!`, `?` or `??`.
    #[must_use]
    pub const fn nag(self) -> Nag {
        match self {
            Self::Inaccuracy => Nag(6),
            Self::Mistake => Nag(2),
            Self::Blunder => Nag(4),
        }
    }
}

/// Writes the name capitalized, as at the beginning of a sentence.
impl fmt::Display for Judgment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Inaccuracy => "Inaccuracy",
            Self::Mistake => "Mistake",
            Self::Blunder => "Blunder",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_missed_and_allowed_are_judged_by_what_is_left() {
        let cp = Score::centipawns;
        let cases = [
            (Score::won_in(5), Score::won_in(9), None),
            (Score::won_in(5), cp(1_200), Some(Judgment::Inaccuracy)),
            (Score::won_in(5), cp(0), Some(Judgment::Blunder)),
            (Score::won_in(5), Score::lost_in(2), Some(Judgment::Blunder)),
            (cp(0), Score::lost_in(4), Some(Judgment::Blunder)),
            (cp(-800), Score::lost_in(4), Some(Judgment::Mistake)),
            (cp(-1_500), Score::lost_in(4), Some(Judgment::Inaccuracy)),
            (Score::lost_in(8), Score::lost_in(2), None),
            (cp(100), Score::won_in(3), None),
        ];
        for (before, after, expected) in cases {
            let judgment = Judgment::of(before, after).map(|(judgment, _)| judgment);
            assert_eq!(judgment, expected, "{before} to {after}");
        }
    }
}

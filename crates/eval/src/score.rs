//! [`Score`]: how good a position is, in centipawns or as a distance to the end of the game.

use std::ops::Neg;

/// How good a position is: an estimate in centipawns, or a sure win or loss in so many plies.
///
/// A score is from one side's view, in this library the side to move's; `-score` is the same score from the other side's
/// view, and [`Score::for_white`] gives White's. Scores are ordered: a nearer win is better, a nearer loss worse.
///
/// As text (`{score}` or `to_string`) a score is written in pawns with two decimals, `+0.35`, and a win or loss in full
/// moves: `#3` is mate in three, `#-2` is being mated in two. [`Score::as_centipawns`] and [`Score::mate_in`] give the
/// numbers.
///
/// Arithmetic is done by named operations that stay in the range of estimates, so a sum of evaluations never becomes a
/// mate by accident. Every score fits in 16 bits.
///
/// ```
/// use plywood_eval::Score;
///
/// let better = Score::centipawns(35);
/// assert!(better > Score::DRAW && better < Score::won_in(5) && Score::won_in(5) < Score::won_in(1));
/// assert_eq!(-Score::won_in(5), Score::lost_in(5));
/// assert_eq!(better.to_string(), "+0.35");
/// assert_eq!(Score::won_in(5).to_string(), "#3");
/// assert_eq!(Score::lost_in(4).to_string(), "#-2");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

/// The three kinds of [`Score`], for a `match`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// An estimate, in hundredths of a pawn (or of whatever unit the game counts in).
    Centipawns(i32),
    /// A sure win, this many plies away.
    WonIn(u32),
    /// A sure loss, this many plies away.
    LostIn(u32),
}

/// The score of a game that is won now. Any numbers within 16 bits would do; the gap between [`MAX_CENTIPAWNS`] and the
/// farthest win keeps a null window around one from reaching the other.
const WON_NOW: i32 = 32_000;
const MAX_CENTIPAWNS: i32 = 30_000;
const MAX_DISTANCE: u32 = 1_000;
const FARTHEST_WIN: i32 = WON_NOW - MAX_DISTANCE.cast_signed();

impl Score {
    /// Neither side is better.
    pub const DRAW: Self = Self(0);
    /// Below every score a position can have: the start value of a search for the best.
    pub const LOWEST: Self = Self(-WON_NOW - 1);
    /// Above every score a position can have.
    pub const HIGHEST: Self = Self(WON_NOW + 1);

    /// An estimate in hundredths of a pawn. Values beyond ±300 pawns become ±300 pawns.
    #[must_use]
    pub const fn centipawns(value: i32) -> Self {
        Self(if value > MAX_CENTIPAWNS {
            MAX_CENTIPAWNS
        } else if value < -MAX_CENTIPAWNS {
            -MAX_CENTIPAWNS
        } else {
            value
        })
    }

    /// A sure win in this many plies, at most a thousand, counted from the position that has the score.
    #[must_use]
    pub const fn won_in(plies: u32) -> Self {
        Self(if plies > MAX_DISTANCE {
            FARTHEST_WIN
        } else {
            WON_NOW - plies.cast_signed()
        })
    }

    /// A sure loss in this many plies, at most a thousand, counted from the position that has the score. A side that is
    /// checkmated has lost in 0.
    #[must_use]
    pub const fn lost_in(plies: u32) -> Self {
        Self(-Self::won_in(plies).0)
    }

    /// Whether the score is an estimate, a win or a loss, with its number.
    #[must_use]
    pub const fn verdict(self) -> Verdict {
        if self.0 >= FARTHEST_WIN {
            Verdict::WonIn((WON_NOW - self.0).unsigned_abs())
        } else if self.0 <= -FARTHEST_WIN {
            Verdict::LostIn((WON_NOW + self.0).unsigned_abs())
        } else {
            Verdict::Centipawns(self.0)
        }
    }

    /// The estimate, unless the score is a sure win or loss.
    #[must_use]
    pub const fn as_centipawns(self) -> Option<i32> {
        match self.verdict() {
            Verdict::Centipawns(value) => Some(value),
            Verdict::WonIn(_) | Verdict::LostIn(_) => None,
        }
    }

    /// The distance to mate in full moves, negative for the side that is mated; `None` for an estimate.
    #[must_use]
    pub const fn mate_in(self) -> Option<i32> {
        match self.verdict() {
            Verdict::Centipawns(_) => None,
            Verdict::WonIn(plies) => Some(plies.div_ceil(2).cast_signed()),
            Verdict::LostIn(plies) => Some(-(plies.div_ceil(2).cast_signed())),
        }
    }

    /// Whether the score is a sure win or a sure loss.
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.0 >= FARTHEST_WIN || self.0 <= -FARTHEST_WIN
    }

    /// The sum of two estimates. A sure win or loss plus an estimate is that win or loss; of two, the first.
    ///
    /// ```
    /// use plywood_eval::Score;
    ///
    /// assert_eq!(Score::centipawns(30).plus(Score::centipawns(5)), Score::centipawns(35));
    /// assert_eq!(Score::centipawns(30).plus(Score::lost_in(2)), Score::lost_in(2));
    /// ```
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        if self.is_decisive() {
            self
        } else if other.is_decisive() {
            other
        } else {
            Self::centipawns(self.0 + other.0)
        }
    }

    /// The difference of two estimates, under the rule of [`Score::plus`].
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        self.plus(Self(-other.0))
    }

    /// An estimate multiplied. A sure win or loss stays as it is.
    #[must_use]
    pub const fn times(self, factor: i32) -> Self {
        if self.is_decisive() {
            self
        } else {
            Self::centipawns(self.0.saturating_mul(factor))
        }
    }

    /// The next score upwards: `score` and `score.next_above()` make a null window.
    #[must_use]
    pub const fn next_above(self) -> Self {
        Self(if self.0 > WON_NOW { self.0 } else { self.0 + 1 })
    }

    /// The next score downwards: `score.next_below()` and `score` make a null window.
    #[must_use]
    pub const fn next_below(self) -> Self {
        Self(if self.0 < -WON_NOW {
            self.0
        } else {
            self.0 - 1
        })
    }

    /// The score halfway between two, rounded up: if they differ, it is above the lower one.
    #[must_use]
    pub const fn between(self, other: Self) -> Self {
        let sum = self.0 + other.0;
        Self(sum.div_euclid(2) + sum.rem_euclid(2))
    }

    /// The same win or loss, counted from a node `ply` plies below the root instead of from the root. A transposition
    /// table stores scores so.
    ///
    /// ```
    /// use plywood_eval::Score;
    ///
    /// // Five plies from the root are two plies from a node that is three plies below it.
    /// assert_eq!(Score::won_in(5).relative_to_node(3), Score::won_in(2));
    /// assert_eq!(Score::won_in(2).relative_to_root(3), Score::won_in(5));
    /// assert_eq!(Score::centipawns(7).relative_to_node(3), Score::centipawns(7));
    /// ```
    #[must_use]
    pub const fn relative_to_node(self, ply: u32) -> Self {
        match self.verdict() {
            Verdict::Centipawns(_) => self,
            Verdict::WonIn(plies) => Self::won_in(plies.saturating_sub(ply)),
            Verdict::LostIn(plies) => Self::lost_in(plies.saturating_sub(ply)),
        }
    }

    /// The same win or loss, counted from the root instead of from a node `ply` plies below it.
    #[must_use]
    pub const fn relative_to_root(self, ply: u32) -> Self {
        match self.verdict() {
            Verdict::Centipawns(_) => self,
            Verdict::WonIn(plies) => Self::won_in(plies.saturating_add(ply)),
            Verdict::LostIn(plies) => Self::lost_in(plies.saturating_add(ply)),
        }
    }

    /// The score in 16 bits.
    #[must_use]
    pub const fn packed(self) -> i16 {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "every score is within ±32,001"
        )]
        let packed = self.0 as i16;
        packed
    }

    /// The score that was packed. A number that is no packed score becomes the nearest score.
    #[must_use]
    pub const fn from_packed(packed: i16) -> Self {
        let value = packed as i32;
        Self(if value > WON_NOW + 1 {
            WON_NOW + 1
        } else if value < -WON_NOW - 1 {
            -WON_NOW - 1
        } else {
            value
        })
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_runs_from_the_nearest_loss_to_the_nearest_win() {
        let in_order = [
            Score::LOWEST,
            Score::lost_in(0),
            Score::lost_in(2),
            Score::lost_in(u32::MAX),
            Score::centipawns(i32::MIN),
            Score::centipawns(-1),
            Score::DRAW,
            Score::centipawns(i32::MAX),
            Score::won_in(u32::MAX),
            Score::won_in(3),
            Score::won_in(0),
            Score::HIGHEST,
        ];
        assert!(in_order.is_sorted_by(|a, b| a < b));
        for score in in_order {
            assert_eq!(Score::from_packed(score.packed()), score);
            assert_eq!(-(-score), score);
        }
    }

    #[test]
    fn estimates_never_become_wins() {
        let most = Score::centipawns(i32::MAX);
        assert_eq!(most.plus(most), most);
        assert_eq!(most.times(i32::MIN), -most);
        assert!(!most.next_above().is_decisive());
        assert_eq!(Score::DRAW.minus(Score::won_in(1)), Score::lost_in(1));
    }

    #[test]
    fn halves_are_between() {
        let (low, high) = (Score::centipawns(-4), Score::centipawns(-3));
        assert_eq!(low.between(high), high);
        assert_eq!(Score::LOWEST.between(Score::HIGHEST), Score::DRAW);
    }
}

//! [`Score`]: the value of a position, in centipawns or as a distance to the end of the game.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use std::str::FromStr;
use thiserror::Error;

/// The value of a position: an estimate in centipawns, or a sure win or loss in a number of plies.
///
/// A score is from one side's point of view, in this library the side to move's; `-score` is the other side's score, and
/// [`Score::for_white`] converts to White's. Scores are ordered: a nearer win is better, a nearer loss worse.
///
/// `Display` writes pawns with two decimals, `+0.35`, and a win or loss in full moves: `#3` is mate in three, `#-2` is being mated in two.
/// [`Score::as_centipawns`], [`Score::pawns`] and [`Score::mate_in`] return the numbers.
///
/// With the feature `serde` it is serialized, as JSON `{"cp":35}` or `{"mate":-2}`.
///
/// Sums and differences stay in the range of estimates ([`Score::plus`]), so a sum of evaluations never becomes a mate by accident.
/// Every score fits in 16 bits.
///
/// ```
/// use plywood_eval::Score;
///
/// let better = Score::centipawns(35);
/// assert!(
///     better > Score::DRAW
///         && better < Score::won_in(5)
///         && Score::won_in(5) < Score::won_in(1)
/// );
/// assert_eq!(-Score::won_in(5), Score::lost_in(5));
/// assert_eq!(better + better - Score::centipawns(10), Score::centipawns(60));
/// assert_eq!(better.to_string(), "+0.35");
/// assert_eq!(Score::won_in(5).to_string(), "#3");
/// assert_eq!(Score::lost_in(4).to_string(), "#-2");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

/// The three kinds of [`Score`], for a `match`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScoreKind {
    /// An estimate, in hundredths of a pawn (or of the game's unit).
    Centipawns(i32),
    /// A sure win, this many plies away.
    WonIn(u32),
    /// A sure loss, this many plies away.
    LostIn(u32),
}

/// The score of a game that is won now. Any 16-bit number would do; the gap between [`MAX_CENTIPAWNS`] and the farthest win keeps a null
/// window around one from reaching the other.
const WON_NOW: i32 = 32_000;
const MAX_CENTIPAWNS: i32 = 30_000;
const MAX_DISTANCE: u32 = 1_000;
const FARTHEST_WIN: i32 = WON_NOW - MAX_DISTANCE.cast_signed();

impl Score {
    /// Neither side is better.
    pub const DRAW: Self = Self(0);
    /// Below every score a position can have: the start value of a search for the best. It is [infinite](Self::is_infinite).
    pub const LOWEST: Self = Self(-WON_NOW - 1);
    /// Above every score a position can have. It is [infinite](Self::is_infinite).
    pub const HIGHEST: Self = Self(WON_NOW + 1);

    /// Returns an estimate in hundredths of a pawn. Values beyond ±300 pawns become ±300 pawns.
    #[doc(alias = "cp")]
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

    /// Returns a sure win in this many plies, at most a thousand, counted from the position that has the score.
    #[must_use]
    pub const fn won_in(plies: u32) -> Self {
        Self(if plies > MAX_DISTANCE {
            FARTHEST_WIN
        } else {
            WON_NOW - plies.cast_signed()
        })
    }

    /// Returns a sure loss in this many plies, at most a thousand, counted from the position that has the score. A side that is
    /// checkmated has lost in 0.
    #[must_use]
    pub const fn lost_in(plies: u32) -> Self {
        Self(-Self::won_in(plies).0)
    }

    /// Returns the kind of the score, an estimate, a win or a loss, with its number. [`Score::HIGHEST`] and [`Score::LOWEST`], which no
    /// position has, become the nearest win and loss.
    #[must_use]
    pub const fn kind(self) -> ScoreKind {
        if self.0 >= FARTHEST_WIN {
            ScoreKind::WonIn(WON_NOW.unsigned_abs().saturating_sub(self.0.unsigned_abs()))
        } else if self.0 <= -FARTHEST_WIN {
            ScoreKind::LostIn(WON_NOW.unsigned_abs().saturating_sub(self.0.unsigned_abs()))
        } else {
            ScoreKind::Centipawns(self.0)
        }
    }

    /// Returns the estimate, unless the score is a sure win or loss.
    #[must_use]
    pub const fn as_centipawns(self) -> Option<i32> {
        match self.kind() {
            ScoreKind::Centipawns(value) => Some(value),
            ScoreKind::WonIn(_) | ScoreKind::LostIn(_) => None,
        }
    }

    /// Returns the score in pawns; a sure win is infinite, a sure loss minus infinity.
    ///
    /// ```
    /// use plywood_eval::Score;
    ///
    /// assert_eq!(Score::centipawns(-35).pawns(), -0.35);
    /// assert_eq!(Score::lost_in(5).pawns(), f64::NEG_INFINITY);
    /// ```
    #[must_use]
    pub fn pawns(self) -> f64 {
        match self.kind() {
            ScoreKind::Centipawns(value) => f64::from(value) / 100.0,
            ScoreKind::WonIn(_) => f64::INFINITY,
            ScoreKind::LostIn(_) => f64::NEG_INFINITY,
        }
    }

    /// Returns the distance to mate in full moves, negative for the side that is mated; `None` for an estimate.
    #[must_use]
    pub const fn mate_in(self) -> Option<i32> {
        match self.kind() {
            ScoreKind::Centipawns(_) => None,
            ScoreKind::WonIn(plies) => Some(plies.div_ceil(2).cast_signed()),
            ScoreKind::LostIn(plies) => Some(-(plies.div_ceil(2).cast_signed())),
        }
    }

    /// Returns a sure win in this many full moves, or a sure loss if the number is negative or zero. The winner makes the last move, as in
    /// chess: mate in 3 is won in 5 plies, being mated in 2 is lost in 4.
    ///
    /// ```
    /// use plywood_eval::Score;
    ///
    /// assert_eq!(Score::mate(3), Score::won_in(5));
    /// assert_eq!(Score::mate(-2).mate_in(), Some(-2));
    /// ```
    #[must_use]
    pub const fn mate(moves: i32) -> Self {
        let plies = moves.unsigned_abs().saturating_mul(2);
        if moves > 0 {
            Self::won_in(plies - 1)
        } else {
            Self::lost_in(plies)
        }
    }

    /// Returns `true` if the score is a sure win or a sure loss.
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.0 >= FARTHEST_WIN || self.0 <= -FARTHEST_WIN
    }

    /// Returns `true` if no position has this score: it is [`Score::LOWEST`] or [`Score::HIGHEST`], the bounds of an open window.
    #[must_use]
    pub const fn is_infinite(self) -> bool {
        self.0.unsigned_abs() > WON_NOW.unsigned_abs()
    }

    /// Returns the sum of two estimates, like the operator `+`. A sure win or loss plus an estimate is that win or loss; of two, the first.
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

    /// Returns the difference of two estimates, under the rule of [`Score::plus`].
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        self.plus(Self(-other.0))
    }

    /// Returns the next score upwards: `score` and `score.next_above()` make a null window.
    #[must_use]
    pub const fn next_above(self) -> Self {
        Self(if self.0 > WON_NOW { self.0 } else { self.0 + 1 })
    }

    /// Returns the next score downwards: `score.next_below()` and `score` make a null window.
    #[must_use]
    pub const fn next_below(self) -> Self {
        Self(if self.0 < -WON_NOW {
            self.0
        } else {
            self.0 - 1
        })
    }

    /// Returns the score halfway between two, rounded up, so it is above the lower one if they differ.
    #[must_use]
    pub const fn between(self, other: Self) -> Self {
        let sum = self.0 + other.0;
        Self(sum.div_euclid(2) + sum.rem_euclid(2))
    }

    /// Converts a win or loss counted from the root to one counted from a node `ply` plies below it. A transposition table stores scores
    /// this way.
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
        match self.kind() {
            ScoreKind::WonIn(_) | ScoreKind::LostIn(_) if self.is_infinite() => self,
            ScoreKind::Centipawns(_) => self,
            ScoreKind::WonIn(plies) => Self::won_in(plies.saturating_sub(ply)),
            ScoreKind::LostIn(plies) => Self::lost_in(plies.saturating_sub(ply)),
        }
    }

    /// Converts a win or loss counted from a node `ply` plies below the root to one counted from the root.
    #[must_use]
    pub const fn relative_to_root(self, ply: u32) -> Self {
        match self.kind() {
            ScoreKind::WonIn(_) | ScoreKind::LostIn(_) if self.is_infinite() => self,
            ScoreKind::Centipawns(_) => self,
            ScoreKind::WonIn(plies) => Self::won_in(plies.saturating_add(ply)),
            ScoreKind::LostIn(plies) => Self::lost_in(plies.saturating_add(ply)),
        }
    }

    /// Returns the score in 16 bits.
    #[must_use]
    pub const fn packed(self) -> i16 {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "every score is within ±32,001"
        )]
        let packed = self.0 as i16;
        packed
    }

    /// Returns the score of a packed number. A number that is no packed score becomes the nearest score.
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

/// [`Score::plus`].
impl Add for Score {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

/// [`Score::minus`].
impl Sub for Score {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.minus(other)
    }
}

impl AddAssign for Score {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Score {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// The sum of estimates; a draw if there are none.
impl Sum for Score {
    fn sum<I: Iterator<Item = Self>>(scores: I) -> Self {
        scores.fold(Self::DRAW, Add::add)
    }
}

/// Writes pawns with a sign and two decimals, or `#` and the distance to mate in full moves, which a mated position lacks.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            _ if self.is_infinite() => f.pad(if self.0 > 0 { "+∞" } else { "-∞" }),
            ScoreKind::Centipawns(0) => f.pad("0.00"),
            ScoreKind::Centipawns(value) => {
                let sign = if value < 0 { '-' } else { '+' };
                let size = value.unsigned_abs();
                f.pad(&format!("{sign}{}.{:02}", size / 100, size % 100))
            }
            ScoreKind::WonIn(0) | ScoreKind::LostIn(0) => f.pad("#"),
            ScoreKind::WonIn(plies) => f.pad(&format!("#{}", plies.div_ceil(2))),
            ScoreKind::LostIn(plies) => f.pad(&format!("#-{}", plies.div_ceil(2))),
        }
    }
}

/// The error for a string that is not a score.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "expected pawns with at most two decimals, such as +0.35, or moves to mate, such as #3, found {text:?}"
)]
pub struct ParseScoreError {
    /// The string.
    pub text: String,
}

/// Parses the output of [`Score`]'s `Display`, and pawns without a sign or decimals.
///
/// The winner makes the last move of a mate: `#3` is won in 5 plies, `#-2` lost in 4, and `#` is mate on the board.
///
/// ```
/// use plywood_eval::Score;
///
/// assert_eq!("#".parse(), Ok(Score::lost_in(0)));
/// assert_eq!(Score::lost_in(0).to_string(), "#");
/// assert_eq!("-1.5".parse(), Ok(Score::centipawns(-150)));
/// assert_eq!("#3".parse(), Ok(Score::won_in(5)));
/// assert!("#x".parse::<Score>().is_err());
/// ```
impl FromStr for Score {
    type Err = ParseScoreError;

    fn from_str(text: &str) -> Result<Self, ParseScoreError> {
        let score = match text.strip_prefix('#') {
            Some("") => Some(Score::lost_in(0)),
            Some(moves) => mate(moves),
            None => pawns(text),
        };
        score.ok_or_else(|| ParseScoreError {
            text: text.to_owned(),
        })
    }
}

fn mate(moves: &str) -> Option<Score> {
    let (sign, size) = match moves.strip_prefix('-') {
        Some(size) => (-1, size),
        None => (1, moves),
    };
    Some(Score::mate(sign * i32::try_from(number(size)?).ok()?))
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

/// Parses digits only: the standard parser would also accept a second sign.
fn number(digits: &str) -> Option<u32> {
    digits
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| digits.parse().ok())?
}

/// The serialized form of a score.
///
/// A format such as JSON has `{"cp":35}` for an estimate in centipawns, and `{"mate":3}` or `{"mate":-2}` for a win or loss in full moves,
/// which the winner's move ends. In games where the other side's move can end it, the plies are counted: `{"won_in":4}`, `{"lost_in":3}`.
/// The bounds of an open window are `null`, which is not accepted when read. A binary format has [`Score::packed`].
#[cfg(feature = "serde")]
mod data {
    use super::{Score, ScoreKind};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(rename = "Score", rename_all = "snake_case")]
    enum Data {
        Cp(i32),
        Mate(i32),
        WonIn(u32),
        LostIn(u32),
    }

    impl Serialize for Score {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            if !serializer.is_human_readable() {
                return self.packed().serialize(serializer);
            }
            let data = match (self.kind(), self.mate_in()) {
                _ if self.is_infinite() => return serializer.serialize_none(),
                (ScoreKind::Centipawns(value), _) => Data::Cp(value),
                (_, Some(moves)) if Self::mate(moves) == *self => Data::Mate(moves),
                (ScoreKind::WonIn(plies), _) => Data::WonIn(plies),
                (ScoreKind::LostIn(plies), _) => Data::LostIn(plies),
            };
            data.serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Score {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            if !deserializer.is_human_readable() {
                return i16::deserialize(deserializer).map(Self::from_packed);
            }
            Ok(match Data::deserialize(deserializer)? {
                Data::Cp(value) => Self::centipawns(value),
                Data::Mate(moves) => Self::mate(moves),
                Data::WonIn(plies) => Self::won_in(plies),
                Data::LostIn(plies) => Self::lost_in(plies),
            })
        }
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
        assert_eq!(most + most, most);
        assert_eq!(
            [most, -most, Score::centipawns(3)]
                .into_iter()
                .sum::<Score>(),
            Score::centipawns(3)
        );
        let mut score = Score::DRAW;
        score += Score::centipawns(7);
        score -= Score::centipawns(2);
        assert_eq!(score, Score::centipawns(5));
        assert_eq!(
            Score::won_in(1) + Score::lost_in(1),
            Score::won_in(1),
            "the first one"
        );
        assert!(!most.next_above().is_decisive());
        assert_eq!(Score::DRAW.minus(Score::won_in(1)), Score::lost_in(1));
    }

    #[test]
    fn halves_are_between() {
        let (low, high) = (Score::centipawns(-4), Score::centipawns(-3));
        assert_eq!(low.between(high), high);
        assert_eq!(Score::LOWEST.between(Score::HIGHEST), Score::DRAW);
    }

    /// Returns every score that a search can meet.
    fn all() -> impl Iterator<Item = Score> {
        (Score::LOWEST.packed()..=Score::HIGHEST.packed()).map(Score::from_packed)
    }

    #[test]
    fn counting_from_another_node_moves_only_wins_and_losses() {
        for score in all() {
            assert_eq!(score.relative_to_root(0), score);
            assert_eq!(score.relative_to_node(0), score);
            let farther = score.relative_to_root(7);
            assert!(farther == score || !score.is_infinite() && score.is_decisive());
            if farther.relative_to_node(7) != score {
                let plies = [score.0.abs() - FARTHEST_WIN, farther.0.abs() - FARTHEST_WIN];
                assert!(
                    plies[0] < 7 && plies[1] == 0,
                    "{score} is too far away to count on"
                );
            }
        }
    }

    #[test]
    fn the_kind_is_the_score() {
        for score in all() {
            let same = match score.kind() {
                ScoreKind::Centipawns(value) => Score::centipawns(value),
                ScoreKind::WonIn(plies) => Score::won_in(plies),
                ScoreKind::LostIn(plies) => Score::lost_in(plies),
            };
            let between = (MAX_CENTIPAWNS + 1..FARTHEST_WIN).contains(&score.0.abs());
            assert!(same == score || score.is_infinite() || between, "{score:?}");
        }
        assert_eq!(Score::HIGHEST.kind(), ScoreKind::WonIn(0));
        assert_eq!(Score::LOWEST.mate_in(), Some(0));
    }

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

    #[cfg(feature = "serde")]
    #[test]
    fn scores_are_data() {
        let written = |score: Score| serde_json::to_string(&score).unwrap();
        assert_eq!(written(Score::centipawns(-35)), r#"{"cp":-35}"#);
        assert_eq!(written(Score::won_in(5)), r#"{"mate":3}"#);
        assert_eq!(written(Score::lost_in(4)), r#"{"mate":-2}"#);
        assert_eq!(written(Score::won_in(4)), r#"{"won_in":4}"#);
        assert_eq!(written(Score::LOWEST), "null");
        for score in all().filter(|score| !score.is_infinite()) {
            let read: Score = serde_json::from_str(&written(score)).unwrap();
            assert!(
                read == score
                    || score
                        .as_centipawns()
                        .is_some_and(|value| value.abs() > MAX_CENTIPAWNS)
            );
        }
        assert!(serde_json::from_str::<Score>("null").is_err());
        assert!(serde_json::from_str::<Score>(r#"{"cp":1,"mate":1}"#).is_err());
    }
}

//! [`Outcomes`]: the count of each result, and the statistics.

use crate::numbers::real;
use crate::statistics::distributions::{Z95, exact_interval, normal_distribution, superiority};
use crate::statistics::estimate::{Estimate, elo_of_score, score_of_elo};
use crate::statistics::hypothesis::{Shares, with_lead, with_score};
use std::ops::Add;

/// The count of each result, from no points to all points in equal steps.
///
/// Three counts are the results of single games ([`Trinomial`]), five those of pairs ([`Pentanomial`]), in which two players play one
/// opening with both colors. Pairs give smaller errors, since the opening's advantage cancels out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcomes<const N: usize>(pub [u64; N]);

/// Losses, draws and wins.
pub type Trinomial = Outcomes<3>;

/// Pairs of games that scored 0, ½, 1, 1½ and 2 points.
pub type Pentanomial = Outcomes<5>;

impl Trinomial {
    /// Returns the number of games won.
    #[must_use]
    pub const fn won(&self) -> u64 {
        self.0[2]
    }

    /// Returns the number of games drawn.
    #[must_use]
    pub const fn drawn(&self) -> u64 {
        self.0[1]
    }

    /// Returns the number of games lost.
    #[must_use]
    pub const fn lost(&self) -> u64 {
        self.0[0]
    }
}

/// A result that did not occur counts as a thousandth of a game: it is unlikely, not impossible.
const NEARLY_NONE: f64 = 0.001;

/// If all results are equal, the others count as one result together, spread evenly: the interval is then about as wide as the rule of
/// three allows.
const ONE_RESULT: f64 = 1.0;

/// Scales (score - ½) / deviation so that a small advantage with a typical share of draws resembles Elo: the slope of Elo at even score,
/// times the deviation of a game without draws.
const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

impl<const N: usize> Outcomes<N> {
    /// Counts a result, given as the number of steps above no points.
    pub fn count(&mut self, steps: usize) {
        self.0[steps] += 1;
    }

    /// Returns the number of results.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    const GAMES_EACH: usize = (N - 1) / 2;

    /// Returns the number of points, one for a won game.
    #[must_use]
    pub fn points(&self) -> f64 {
        let steps: u64 = (0..).zip(self.0).map(|(steps, count)| steps * count).sum();
        real(steps) / 2.0
    }

    /// Returns the results from the other player's point of view.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// Returns the score: the share of points, from 0 to 1.
    #[must_use]
    pub fn score(&self) -> f64 {
        // Without results the score is even.
        let least = if self.total() == 0 { 1.0 } else { 0.0 };
        mean(&self.shares(least))
    }

    /// Returns the smallest count of a result for estimates of strength.
    fn prior(&self) -> f64 {
        let kinds = self.0.iter().filter(|count| **count > 0).count();
        if kinds > 1 {
            NEARLY_NONE
        } else {
            ONE_RESULT / real(N as u64)
        }
    }

    /// Returns the Elo difference by the logistic curve. Results that did not occur have a small prior, so the value is always finite.
    /// An end of the interval is infinite only if all points were won or lost.
    ///
    /// ```
    /// use plywood_arena::statistics::Outcomes;
    ///
    /// // Ten pairs, eight of them lost and two won, give the exact interval of two in ten.
    /// assert_eq!(Outcomes([8, 0, 0, 0, 2]).elo().to_string(), "-240.7 [-634.9, +39.1]");
    /// ```
    #[must_use]
    pub fn elo(&self) -> Estimate {
        self.score_interval().map(elo_of_score)
    }

    /// Returns the normalized Elo difference: measured in standard deviations of a game, and scaled to resemble Elo. It decides the number
    /// of games that a test needs, regardless of the share of draws.
    #[must_use]
    pub fn normalized_elo(&self) -> Estimate {
        let games = real(Self::GAMES_EACH as u64);
        let deviation_of_game = (self.variance() * games).sqrt();
        self.score_interval()
            .map(|score| (score - 0.5) / deviation_of_game * NORMALIZED)
    }

    /// Returns the likelihood of superiority: the probability that the player is the stronger one. It is exact where the interval of
    /// [`elo`](Self::elo) is.
    ///
    /// ```
    /// use plywood_arena::statistics::Outcomes;
    ///
    /// // Two pairs that were won, and the same without the last half point.
    /// let [won, nearly] = [[0, 0, 0, 0, 2], [0, 0, 0, 1, 1]].map(|pairs| Outcomes(pairs).los());
    /// assert!((won - 0.875).abs() < 1e-12 && nearly < won, "{won}, {nearly}");
    /// ```
    #[must_use]
    pub fn los(&self) -> f64 {
        match self.normal_interval() {
            Some(Estimate { value, .. }) => normal_distribution((value - 0.5) / self.error()),
            None => superiority(self.results_won(), real(self.total())),
        }
    }

    /// Returns the generalized log-likelihood ratio of the hypotheses that the player is `elo1` or `elo0` stronger.
    ///
    /// A hypothesis fixes only the expected score; it is represented by the most likely distribution with that score.
    #[must_use]
    pub fn llr(&self, elo0: f64, elo1: f64) -> f64 {
        let [score0, score1] = [elo0, elo1].map(score_of_elo);
        let shares = self.shares(NEARLY_NONE);
        self.ratio(with_score(&shares, score0), with_score(&shares, score1))
    }

    /// Returns the generalized log-likelihood ratio of hypotheses in normalized Elo.
    #[must_use]
    pub fn llr_normalized(&self, elo0: f64, elo1: f64) -> f64 {
        let games = real(Self::GAMES_EACH as u64);
        let [lead0, lead1] = [elo0, elo1].map(|elo| elo / NORMALIZED * games.sqrt());
        let shares = self.shares(NEARLY_NONE);
        self.ratio(with_lead(&shares, lead0), with_lead(&shares, lead1))
    }

    /// Returns the log-likelihood ratio of the second distribution to the first.
    fn ratio(&self, first: [f64; N], second: [f64; N]) -> f64 {
        let counts = self.0.iter().map(|&count| at_least(count, NEARLY_NONE));
        let chances = first.into_iter().zip(second);
        counts
            .zip(chances)
            .map(|(count, (first, second))| count * (second / first).ln())
            .sum()
    }

    /// Returns each kind's points, from 0 to 1, and its share of the results.
    fn shares(&self, least: f64) -> Shares<N> {
        let counts = self.0.map(|count| at_least(count, least));
        let total: f64 = counts.iter().sum();
        let steps = real(N as u64 - 1);
        let mut points = 0.0;
        counts.map(|count| {
            let row = (points / steps, count / total);
            points += 1.0;
            row
        })
    }

    fn variance(&self) -> f64 {
        let shares = self.shares(self.prior());
        let mean = mean(&shares);
        shares
            .iter()
            .map(|(points, share)| share * (points - mean).powi(2))
            .sum()
    }

    /// Returns the standard error of the score.
    pub(crate) fn error(&self) -> f64 {
        let total: f64 = self
            .0
            .iter()
            .map(|count| at_least(*count, self.prior()))
            .sum();
        (self.variance() / total).sqrt()
    }

    /// Returns the score with its interval, by the exact distribution where the normal one gives none.
    fn score_interval(&self) -> Estimate {
        self.normal_interval().unwrap_or_else(|| {
            let value = mean(&self.shares(self.prior()));
            let [low, high] = exact_interval(self.results_won(), real(self.total()));
            Estimate { value, low, high }
        })
    }

    /// Returns the score with its interval by the normal distribution, unless that would reach beyond 0 or 1, as it does for few or
    /// one-sided results.
    fn normal_interval(&self) -> Option<Estimate> {
        let value = mean(&self.shares(self.prior()));
        let width = Z95 * self.error();
        let [low, high] = [value - width, value + width];
        (low > 0.0 && high < 1.0).then_some(Estimate { value, low, high })
    }

    /// Returns the points, if a result with all points counts as one.
    fn results_won(&self) -> f64 {
        self.points() / real(Self::GAMES_EACH as u64)
    }
}

impl<const N: usize> Default for Outcomes<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Add for Outcomes<N> {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(mine, theirs)| *mine += theirs);
        self
    }
}

/// The counts of single games by name.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Named {
    won: u64,
    drawn: u64,
    lost: u64,
}

#[cfg(feature = "serde")]
impl serde::Serialize for Trinomial {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self([lost, drawn, won]) = *self;
        Named { won, drawn, lost }.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Trinomial {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Named { won, drawn, lost } = Named::deserialize(deserializer)?;
        Ok(Self([lost, drawn, won]))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Pentanomial {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Pentanomial {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(<[u64; 5]>::deserialize(deserializer)?))
    }
}

fn mean(shares: &[(f64, f64)]) -> f64 {
    shares.iter().map(|(points, share)| points * share).sum()
}

fn at_least(count: u64, least: f64) -> f64 {
    real(count).max(least)
}

#[cfg(test)]
mod tests;

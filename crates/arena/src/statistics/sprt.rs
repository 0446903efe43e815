//! [`Sprt`]: the sequential probability ratio test, which ends when one of two hypotheses is likely enough.

use crate::statistics::outcomes::Outcomes;
use plywood_report::{Setting, SettingError, number};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A test of the hypothesis that a player is `elo1` stronger against the hypothesis that it is only `elo0` stronger.
///
/// **Source.** Wald, "Sequential tests of statistical hypotheses", 1945.
///
/// ```
/// use plywood_arena::statistics::{Decision, Outcomes, Sprt};
///
/// let test = Sprt::new(0.0, 5.0);
/// assert_eq!("elo0=0,elo1=5,alpha=0.05".parse(), Ok(test));
/// assert_eq!(test.bounds().map(|bound| format!("{bound:.2}")), ["-2.94", "2.94"]);
/// // Pairs of games that scored 0, ½, 1, 1½ and 2 points.
/// let [early, late] = [[3, 15, 40, 25, 7], [60, 330, 800, 520, 130]].map(Outcomes);
/// assert_eq!(test.decision(test.llr(&early)), None);
/// assert_eq!(test.decision(test.llr(&late)), Some(Decision::Accepted));
/// assert!("elo0=5,elo1=0".parse::<Sprt>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Sprt {
    /// The Elo difference of the null hypothesis.
    pub elo0: f64,
    /// The Elo difference of the alternative.
    pub elo1: f64,
    /// The error rate for accepting a player of strength `elo0`.
    pub alpha: f64,
    /// The error rate for rejecting a player of strength `elo1`.
    pub beta: f64,
    /// The unit of both.
    pub scale: Scale,
}

/// The unit of Elo in a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Scale {
    /// Elo by the logistic curve.
    #[default]
    Logistic,
    /// Normalized Elo, which makes the length of a test independent of the share of draws.
    Normalized,
}

impl Scale {
    const ALL: [Self; 2] = [Self::Logistic, Self::Normalized];

    const fn name(self) -> &'static str {
        match self {
            Self::Logistic => "logistic",
            Self::Normalized => "normalized",
        }
    }

    /// Returns the largest difference of a hypothesis. On the normalized scale the most likely distribution is found only near even.
    const fn most(self) -> f64 {
        match self {
            Self::Logistic => 1_000.0,
            Self::Normalized => 200.0,
        }
    }
}

/// The decision of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Decision {
    /// The player is `elo1` stronger.
    Accepted,
    /// The player is at most `elo0` stronger.
    Rejected,
}

impl Default for Sprt {
    fn default() -> Self {
        Self::new(0.0, 5.0)
    }
}

impl Sprt {
    /// Makes a test of these Elo differences, with error rates of 5 %, on the logistic scale.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64) -> Self {
        let (alpha, beta, scale) = (0.05, 0.05, Scale::default());
        Self {
            elo0,
            elo1,
            alpha,
            beta,
            scale,
        }
    }

    /// Returns the log-likelihood ratios that end the test.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        [
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        ]
    }

    /// Returns the log-likelihood ratio of results; 0 for none.
    #[must_use]
    pub fn llr<const N: usize>(&self, results: &Outcomes<N>) -> f64 {
        match self.scale {
            _ if results.total() == 0 => 0.0,
            Scale::Logistic => results.llr(self.elo0, self.elo1),
            Scale::Normalized => results.llr_normalized(self.elo0, self.elo1),
        }
    }

    /// Returns the decision at this log-likelihood ratio, if the test ends.
    #[must_use]
    pub fn decision(&self, llr: f64) -> Option<Decision> {
        let [low, high] = self.bounds();
        if llr >= high {
            Some(Decision::Accepted)
        } else if llr <= low {
            Some(Decision::Rejected)
        } else {
            None
        }
    }
}

/// The least difference between the hypotheses. Telling nearer ones apart takes too many games: about 600 thousand, divided by the square
/// of the difference.
const LEAST: f64 = 0.01;

/// The error for a string that is not a test.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum SprtError {
    /// A setting is wrong.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The hypotheses are in the wrong order, or nearly equal.
    #[error("elo1 must be above elo0, by {LEAST} or more, found elo0={elo0}, elo1={elo1}")]
    Order {
        /// The given null hypothesis.
        elo0: f64,
        /// The given alternative.
        elo1: f64,
    },
    /// A hypothesis is so far from even that no test needs it.
    #[error("elo0 and elo1 must be within -{most} and {most} on the {scale} scale")]
    Far {
        /// The unit of both.
        scale: &'static str,
        /// The largest difference.
        most: f64,
    },
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let mut test = Self::default();
        let rate = |text: &str| number::read(text).filter(|rate| *rate > 0.0 && *rate < 0.5);
        let named = |text: &str| Scale::ALL.into_iter().find(|scale| scale.name() == text);
        for setting in Setting::list(text)? {
            match setting.key {
                "elo0" => test.elo0 = setting.value("a number", number::read)?,
                "elo1" => test.elo1 = setting.value("a number", number::read)?,
                "alpha" => test.alpha = setting.value("a rate between 0 and 0.5", rate)?,
                "beta" => test.beta = setting.value("a rate between 0 and 0.5", rate)?,
                "scale" => test.scale = setting.value("logistic or normalized", named)?,
                _ => {
                    let known = ["elo0", "elo1", "alpha", "beta", "scale"];
                    return Err(setting.unknown(&known).into());
                }
            }
        }
        let Self {
            elo0, elo1, scale, ..
        } = test;
        let most = scale.most();
        if elo0 + LEAST > elo1 {
            Err(SprtError::Order { elo0, elo1 })
        } else if elo0.abs().max(elo1.abs()) > most {
            Err(SprtError::Far {
                scale: scale.name(),
                most,
            })
        } else {
            Ok(test)
        }
    }
}

/// Writes it the way it is typed.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "elo0={},elo1={}", self.elo0, self.elo1)?;
        write!(f, ",alpha={},beta={}", self.alpha, self.beta)?;
        write!(f, ",scale={}", self.scale.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::estimate::score_of_elo;
    use crate::statistics::outcomes::Pentanomial;

    const TEST: Sprt = Sprt {
        elo0: 0.0,
        elo1: 60.0,
        alpha: 0.05,
        beta: 0.05,
        scale: Scale::Logistic,
    };

    /// Returns a pair of games against a player this many Elo weaker, a third of them drawn; one of the two is easier.
    fn pair(elo: f64, rng: &mut fastrand::Rng) -> usize {
        let color = 30.0;
        let mut game = |elo: f64| {
            let (chance, draws) = (rng.f64(), 1.0 / 3.0);
            let wins = score_of_elo(elo) - draws / 2.0;
            usize::from(chance < wins) + usize::from(chance < wins + draws)
        };
        game(elo + color) + game(elo - color)
    }

    fn acceptances(elo: f64, runs: u64) -> usize {
        let run = |seed| {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut pairs = Pentanomial::default();
            loop {
                pairs.count(pair(elo, &mut rng));
                if let Some(decision) = TEST.decision(TEST.llr(&pairs)) {
                    return decision;
                }
            }
        };
        (0..runs)
            .filter(|seed| run(*seed) == Decision::Accepted)
            .count()
    }

    #[test]
    fn errors_stay_within_their_bounds() {
        let (equal, stronger) = (acceptances(TEST.elo0, 1_000), acceptances(TEST.elo1, 1_000));
        assert!(equal <= 60, "{equal} of 1000 equal players were accepted");
        assert!(
            stronger >= 940,
            "{stronger} of 1000 stronger players were accepted"
        );
    }

    #[test]
    fn any_hypothesis_has_a_finite_ratio() {
        for scale in Scale::ALL {
            let most = scale.most();
            for (elo0, elo1) in [
                (-most, most),
                (0.0, most),
                (-most, 1.0 - most),
                (0.0, LEAST),
            ] {
                let text = format!("elo0={elo0},elo1={elo1},scale={}", scale.name());
                let test: Sprt = text.parse().unwrap();
                for results in [
                    [0, 0, 0, 0, 1],
                    [1, 0, 0, 0, 0],
                    [0, 0, 9, 0, 0],
                    [2, 5, 9, 4, 1],
                ] {
                    let ratio = test.llr(&Outcomes(results));
                    assert!(ratio.is_finite(), "{test}: {ratio} for {results:?}");
                }
            }
        }
    }

    #[test]
    fn written_values_parse_back() {
        let test = Sprt {
            elo0: -3.5,
            elo1: 1.0,
            alpha: 0.1,
            beta: 0.01,
            scale: Scale::Normalized,
        };
        assert_eq!(test.to_string().parse(), Ok(test));
        for wrong in [
            "elo1=nan",
            "elo1=1001",
            "elo1=201,scale=normalized",
            "alpha=0",
            "beta=0.7",
            "elo=3",
            "elo0=5",
            "scale=linear",
        ] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }
}

//! [`Fit`]: finds the weights that let an evaluator best predict the results of games.
//!
//! **Idea.** The logistic function turns a score into an expected result: a lead of one *scale* (about 200 centipawns in chess) is expected
//! to score 73 %. The weights are chosen so that the expected results of quiet positions match the games' results. This is logistic
//! regression, which chess programmers call Texel's method.
//!
//! **Error.** The error of a position is the log loss: minus the logarithm of the probability given to the result. An evaluator that
//! predicts nothing has 0.693. For a position with a score instead of a result, the target is the score's expected result.
//!
//! **Method.** The error is convex, so there is one best answer. Conjugate gradients find it, scaled by how often each weight counts, with
//! an exact search along each direction. Equal samples give equal weights.
//!
//! **Source.** Österlund, "Texel's tuning method", 2014; Hestenes and Stiefel, "Methods of conjugate gradients", 1952; for the
//! intervals White, "Maximum likelihood estimation of misspecified models", 1982.

mod rows;
mod descent;
mod spread;

use crate::fit::descent::{Descent, expected, mean_error};
use crate::fit::rows::Rows;
use crate::fit::spread::deviations;
use crate::linear::Linear;
use crate::score::{Score, ScoreKind};
use crate::sides::Side;
use std::fmt;

/// A position from a game, with the game's result.
///
/// It should be quiet, since an evaluator doesn't see captures. A sample with neither result nor score is ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sample<P> {
    /// The position.
    pub position: P,
    /// The number of the game. Positions of one game are nearly alike, so they are held out together and count together in the intervals.
    pub game: u64,
    /// The result of the game.
    pub result: Option<GameResult>,
    /// The score found by a search, from the first side's point of view.
    pub score: Option<Score>,
}

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum GameResult {
    /// This side won.
    Won(Side),
    /// Neither side won.
    Drawn,
}

impl GameResult {
    /// Returns the points of the first side: 1, ½ or 0.
    #[must_use]
    pub const fn points(self) -> f64 {
        match self {
            Self::Won(Side::First) => 1.0,
            Self::Drawn => 0.5,
            Self::Won(Side::Second) => 0.0,
        }
    }
}

/// Finds the weights that let an evaluator best predict the results of games.
///
/// ```
/// use plywood_eval::{Fit, GameResult, Linear, Sample, Side, Sides, Weighted};
///
/// #[derive(Clone)]
/// struct Race {
///     lead: i32,
/// }
/// impl Sides for Race {
///     fn to_move(&self) -> Side {
///         Side::First
///     }
///     fn mirrored(&self) -> Self {
///         Race { lead: -self.lead }
///     }
/// }
/// let evaluator = Weighted::new().term("lead", 10, |race: &Race, side| match side {
///     Side::First => race.lead,
///     Side::Second => 0,
/// });
/// // Who leads by one wins two games of three.
/// let samples: Vec<_> = (0..900)
///     .map(|game| Sample {
///         position: Race { lead: if game % 2 == 0 { 1 } else { -1 } },
///         game,
///         result: Some(GameResult::Won(if (game % 2 == 0) == (game % 3 != 0) {
///             Side::First
///         } else {
///             Side::Second
///         })),
///         score: None,
///     })
///     .collect();
/// let fitted = Fit::default().scale(100.0).run(evaluator, &samples);
/// let weight = &fitted.weights[0];
/// // The logarithm of the odds, 2 to 1, times the scale.
/// assert!((weight.after - 100.0 * f64::ln(2.0)).abs() < weight.margin.unwrap());
/// println!("{fitted}");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    rounds: usize,
    held_out: f64,
    result_share: f64,
    expected_change: f64,
    scale: Option<f64>,
}

impl Default for Fit {
    fn default() -> Self {
        Self {
            rounds: 300,
            held_out: 0.1,
            result_share: 1.0,
            expected_change: 50.0,
            scale: None,
        }
    }
}

/// A scale that fits chess, used if there are no results to derive it from.
const USUAL_SCALE: f64 = 200.0;

impl Fit {
    /// Stops after this many passes over the samples, or earlier if nothing improves any more. The default is 300.
    #[must_use]
    pub const fn rounds(self, rounds: usize) -> Self {
        Self { rounds, ..self }
    }

    /// Leaves out this share of the games, from 0 to less than 1, to measure the error on games that were not fitted. The default is 0.1.
    #[must_use]
    pub const fn hold_out(self, share: f64) -> Self {
        Self {
            held_out: share,
            ..self
        }
    }

    /// Sets how much the result counts, from 0 to 1, where a sample has both result and score. The default is 1: the score is not used.
    #[must_use]
    pub const fn result_share(self, share: f64) -> Self {
        Self {
            result_share: share.clamp(0.0, 1.0),
            ..self
        }
    }

    /// Sets the expected change of weights in centipawns. The default is 50. A weight seen in few games stays near its old value. A small
    /// number keeps an evaluator with hundreds of weights from overfitting a few thousand games.
    #[must_use]
    pub const fn expected_change(self, centipawns: f64) -> Self {
        Self {
            expected_change: centipawns,
            ..self
        }
    }

    /// Sets the lead that is expected to score 73 %. By default it is derived from the results and the weights before the fit, so that the
    /// new weights use the same units as the old ones; without results it is 200 centipawns.
    #[must_use]
    pub const fn scale(self, centipawns: f64) -> Self {
        Self {
            scale: Some(centipawns.max(1.0)),
            ..self
        }
    }

    /// Fits the weights of an evaluator.
    #[must_use]
    pub fn run<P, L: Linear<P>>(&self, evaluator: L, samples: &[Sample<P>]) -> Fitted<L> {
        self.run_observed(evaluator, samples, &mut |_, _| ())
    }

    /// Fits like [`run`](Self::run) and calls the observer with the number of each round and the mean error after it.
    #[must_use]
    pub fn run_observed<P, L: Linear<P>>(
        &self,
        mut evaluator: L,
        samples: &[Sample<P>],
        observer: &mut dyn FnMut(usize, f64),
    ) -> Fitted<L> {
        let (names, before): (Vec<_>, Vec<_>) = evaluator.weights().into_iter().unzip();
        let [fitted, held_out] = [false, true].map(|is_held_out| {
            let chosen = samples
                .iter()
                .filter(|sample| self.holds_out(sample.game) == is_held_out);
            Rows::new(&evaluator, chosen, before.len())
        });
        let scale = self.scale.unwrap_or_else(|| best_scale(&fitted, &before));
        let targets = |rows: &Rows| rows.targets(|result, score| self.target(result, score, scale));
        let descent = Descent {
            targets: targets(&fitted),
            rows: &fitted,
            scale,
            start: &before,
            expected_change: self.expected_change,
        };
        let (found, rounds) = descent.run(self.rounds, observer);
        evaluator.set_weights(&found);
        let after: Vec<f64> = evaluator
            .weights()
            .into_iter()
            .map(|named| named.1)
            .collect();
        let errors = |rows: &Rows| {
            let error = |weights| mean_error(&rows.times(weights), &targets(rows), scale);
            FitErrors {
                positions: rows.len(),
                games: rows.games(),
                before: error(&before),
                after: error(&after),
            }
        };
        let seen = fitted.seen(before.len());
        let deviations = deviations(&descent, &after, &seen);
        let weights = (0..names.len()).map(|index| FittedWeight {
            name: names[index].clone(),
            before: before[index],
            after: after[index],
            seen: seen[index],
            // 95 % of a normal distribution is within this many deviations.
            margin: deviations[index].map(|deviation| 1.96 * deviation),
        });
        Fitted {
            weights: weights.collect(),
            scale,
            rounds,
            fitted: errors(&fitted),
            held_out: errors(&held_out),
            evaluator,
        }
    }

    /// Multiples of the golden ratio spread evenly between 0 and 1, without a period that the games could share.
    #[expect(
        clippy::cast_precision_loss,
        reason = "the number of a game is only spread"
    )]
    fn holds_out(&self, game: u64) -> bool {
        let spread = (game.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 11) as f64;
        spread < self.held_out * (1_u64 << 53) as f64
    }

    /// Returns the target for the expected result of a position.
    fn target(&self, result: Option<GameResult>, score: Option<Score>, scale: f64) -> f64 {
        let by_score = score.map(|score| match score.kind() {
            ScoreKind::Centipawns(lead) => expected(f64::from(lead), scale),
            ScoreKind::WonIn(_) => 1.0,
            ScoreKind::LostIn(_) => 0.0,
        });
        match (result.map(GameResult::points), by_score) {
            (Some(points), Some(score)) => {
                self.result_share * points + (1.0 - self.result_share) * score
            }
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => 0.5,
        }
    }
}

/// Returns the scale with which the weights best predict the results.
fn best_scale(rows: &Rows, weights: &[f64]) -> f64 {
    let sums = rows.times(weights);
    let results = rows.results();
    // The error is convex in the inverse of the scale, so that Newton's method finds the best.
    let mut inverse = 1.0 / USUAL_SCALE;
    for _ in 0..50 {
        let (mut slope, mut curvature) = (0.0, 0.0);
        for (sum, result) in sums.iter().zip(&results) {
            if let Some(result) = result {
                let predicted = expected(sum * inverse, 1.0);
                slope += (predicted - result.points()) * sum;
                curvature += predicted * (1.0 - predicted) * sum * sum;
            }
        }
        if curvature <= f64::EPSILON {
            break;
        }
        // No step is larger than a factor of two, and no scale of any game is out of this range.
        let next = (inverse - slope / curvature).clamp(inverse / 2.0, inverse * 2.0);
        inverse = next.clamp(1e-4, 1.0);
    }
    1.0 / inverse
}

/// An evaluator with fitted weights, and the statistics of the fit. `Display` writes a table.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Fitted<L> {
    /// The evaluator.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub evaluator: L,
    /// Its weights, in the evaluator's order.
    pub weights: Vec<FittedWeight>,
    /// The lead in centipawns that is expected to score 73 %.
    pub scale: f64,
    /// The number of rounds.
    pub rounds: usize,
    /// The errors on the fitted positions.
    pub fitted: FitErrors,
    /// The errors on the held-out positions.
    pub held_out: FitErrors,
}

/// A weight before and after a fit.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FittedWeight {
    /// Its name.
    pub name: String,
    /// Its value before the fit, in centipawns.
    pub before: f64,
    /// Its value after the fit.
    pub after: f64,
    /// The number of fitted positions where it counted more often for one side than for the other.
    pub seen: usize,
    /// Half the width of the 95 % interval, which accounts for the similarity of positions in a game. `None` for a weight that was never
    /// seen, and for all weights of an evaluator with more than 3,000 seen weights.
    pub margin: Option<f64>,
}

/// The prediction error, as mean log loss: 0.693 for an evaluator that predicts nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FitErrors {
    /// The number of positions.
    pub positions: usize,
    /// The number of games they come from.
    pub games: usize,
    /// The error before the fit; 0 without positions.
    pub before: f64,
    /// The error after the fit.
    pub after: f64,
}

impl<L> fmt::Display for Fitted<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.weights.iter().map(|weight| weight.name.len());
        let width = names.max().unwrap_or(0).max("weight".len());
        writeln!(
            f,
            "{:<width$}{:>10}{:>10}{:>10}{:>10}",
            "weight", "before", "after", "95 %", "seen"
        )?;
        for weight in &self.weights {
            let (name, before, after) = (&weight.name, weight.before, weight.after);
            let margin = weight.margin.map(|margin| format!("±{margin:.1}"));
            let (margin, seen) = (margin.unwrap_or_default(), weight.seen);
            writeln!(
                f,
                "{name:<width$}{before:>10.1}{after:>10.1}{margin:>10}{seen:>10}"
            )?;
        }
        writeln!(f, "\nfitted:   {}", self.fitted)?;
        writeln!(f, "held out: {}", self.held_out)?;
        let (scale, rounds) = (self.scale, self.rounds);
        writeln!(
            f,
            "A lead of {scale:.0} centipawns is expected to score 73 %. Rounds: {rounds}"
        )
    }
}

impl fmt::Display for FitErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (positions, games) = (self.positions, self.games);
        match positions {
            0 => f.write_str("no positions"),
            _ => write!(
                f,
                "error {:.4} before, {:.4} after, on {positions} positions of {games} games",
                self.before, self.after
            ),
        }
    }
}

//! The fit: gradient descent on the error of the predicted results.

use crate::sample::Sample;
use plywood_eval::{Tapered, Weights};

/// The result counts so much, the score of the search the rest.
const RESULT_SHARE: f64 = 0.6;
/// How strongly all positions together hold weights at their values by hand. A weight that few positions count stays near
/// them. The number expects a change of some 20 centipawns, and that neighboring positions of a game say nearly the same.
const HOLD: f64 = 3.5e-3;
/// The step of a weight in a round is at most about this many centipawns.
const RATE: f64 = 1.0;

/// The weights of middlegame and endgame side by side.
type Pairs = Vec<[f64; 2]>;

/// Fits the weights in this number of rounds over all samples, beginning with the classical evaluator's.
pub(crate) fn fit(samples: &[Sample], rounds: usize) -> Weights {
    let start: Pairs = Weights::DEFAULT.all().iter().copied().map(pair).collect();
    let scale = best_scale(samples, &start);
    eprintln!("{} positions, {scale:.1} centipawns a unit", samples.len());
    let mut weights = start.clone();
    let hold = HOLD / samples.len().max(1) as f64;
    let mut momentum = vec![[0.0; 2]; weights.len()];
    let mut squares = vec![[0.0; 2]; weights.len()];
    for round in 1..=rounds {
        let (error, gradient) = gradient(samples, &weights, scale);
        if round == 1 || round % 50 == 0 {
            eprintln!("round {round}: error {error:.6}");
        }
        let rate = RATE * (1.0 - round as f64 / rounds as f64).max(0.05);
        for index in 0..weights.len() {
            for half in 0..2 {
                let pull = hold * (weights[index][half] - start[index][half]);
                let slope = gradient[index][half] + pull;
                let (mean, square) = (&mut momentum[index][half], &mut squares[index][half]);
                *mean = 0.9 * *mean + 0.1 * slope;
                *square = 0.999 * *square + 0.001 * slope * slope;
                let correction = (1.0 - 0.999_f64.powi(round as i32)).sqrt();
                weights[index][half] -= rate * *mean * correction / (square.sqrt() + 1e-12);
            }
        }
    }
    let mut all = *Weights::DEFAULT.all();
    for (weight, pair) in all.iter_mut().zip(&weights) {
        *weight = Tapered::new(pair[0].round() as i32, pair[1].round() as i32);
    }
    Weights::new(all)
}

fn pair(weight: Tapered) -> [f64; 2] {
    [f64::from(weight.middlegame), f64::from(weight.endgame)]
}

fn sigmoid(centipawns: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-centipawns / scale).exp())
}

/// What the position should be predicted as.
fn target(sample: &Sample, scale: f64) -> f64 {
    RESULT_SHARE * sample.result + (1.0 - RESULT_SHARE) * sigmoid(sample.score, scale)
}

fn evaluate(sample: &Sample, weights: &Pairs) -> f64 {
    let mut sum = [0.0; 2];
    for &(index, lead) in &sample.coefficients {
        let [middlegame, endgame] = weights[usize::from(index)];
        sum[0] += f64::from(lead) * middlegame;
        sum[1] += f64::from(lead) * endgame;
    }
    sum[0] * sample.middlegame + sum[1] * sample.endgame
}

/// The mean squared error, and its slope for each weight.
fn gradient(samples: &[Sample], weights: &Pairs, scale: f64) -> (f64, Pairs) {
    let mut slopes = vec![[0.0; 2]; weights.len()];
    let mut error = 0.0;
    for sample in samples {
        let predicted = sigmoid(evaluate(sample, weights), scale);
        let miss = predicted - target(sample, scale);
        error += miss * miss;
        let slope = 2.0 * miss * predicted * (1.0 - predicted) / scale;
        for &(index, lead) in &sample.coefficients {
            let slopes = &mut slopes[usize::from(index)];
            slopes[0] += slope * f64::from(lead) * sample.middlegame;
            slopes[1] += slope * f64::from(lead) * sample.endgame;
        }
    }
    let count = samples.len().max(1) as f64;
    for slopes in &mut slopes {
        slopes[0] /= count;
        slopes[1] /= count;
    }
    (error / count, slopes)
}

/// The centipawns at which the expected result is 1 / (1 + 1/e), fitted to the results before the weights are.
fn best_scale(samples: &[Sample], weights: &Pairs) -> f64 {
    let error = |scale: f64| -> f64 {
        let miss = |sample: &Sample| sigmoid(evaluate(sample, weights), scale) - sample.result;
        samples.iter().map(|sample| miss(sample).powi(2)).sum()
    };
    let scales = (8..60).map(|tens| f64::from(tens) * 10.0);
    scales
        .min_by(|a, b| error(*a).total_cmp(&error(*b)))
        .unwrap_or(200.0)
}

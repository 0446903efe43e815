//! [`Descent`]: conjugate gradients with an exact search along each direction.

use crate::fit::rows::Rows;

/// Returns the expected result of a lead, from 0 to 1.
pub(super) fn expected(lead: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-lead / scale).exp())
}

/// Returns the mean log loss of these leads.
pub(super) fn mean_error(leads: &[f64], targets: &[f64], scale: f64) -> f64 {
    let error = |(lead, target): (&f64, &f64)| {
        let units = lead / scale;
        // The logarithm of 1 + e^units, without an overflow.
        units.max(0.0) + (-units.abs()).exp().ln_1p() - target * units
    };
    let sum: f64 = leads.iter().zip(targets).map(error).sum();
    sum / count(leads.len().max(1))
}

#[expect(clippy::cast_precision_loss, reason = "a number of positions")]
pub(super) fn count(number: usize) -> f64 {
    number as f64
}

/// The descent stops when the rest could improve the likelihood of all results together by less than this, in natural logarithms: far less
/// than the intervals.
const ENOUGH: f64 = 1e-6;
/// The least and the largest expected change. Without a limit, weights that were never seen would have no curvature.
const CHANGES: [f64; 2] = [1e-3, 1e6];

/// The error of all positions as a function of the weights, and its descent from the start.
pub(super) struct Descent<'a> {
    pub(super) rows: &'a Rows,
    pub(super) targets: Vec<f64>,
    pub(super) scale: f64,
    pub(super) start: &'a [f64],
    pub(super) expected_change: f64,
}

impl Descent<'_> {
    /// Returns the best weights, and the number of rounds.
    pub(super) fn run(
        &self,
        rounds: usize,
        observer: &mut dyn FnMut(usize, f64),
    ) -> (Vec<f64>, usize) {
        let mut weights = self.start.to_vec();
        let mut leads = self.rows.times(&weights);
        // Weights that count often have steeper slopes; in these units all are alike.
        let units = self.curvatures(&leads);
        let mut direction = vec![0.0; weights.len()];
        let mut last: Option<(Vec<f64>, f64)> = None;
        for round in 1..=rounds {
            let slopes = self.slopes(&leads, &weights);
            let steepest: Vec<f64> = divide(&slopes, &units);
            let size = dot(&slopes, &steepest);
            if size < ENOUGH {
                return (weights, round - 1);
            }
            let turn = last.map_or(0.0, |(slopes, last_size)| {
                ((size - dot(&slopes, &steepest)) / last_size).max(0.0)
            });
            for (component, steep) in direction.iter_mut().zip(&steepest) {
                *component = turn * *component - steep;
            }
            if dot(&direction, &slopes) >= 0.0 {
                direction = steepest.iter().map(|steep| -steep).collect();
            }
            let changes = self.rows.times(&direction);
            let step = self.best_step([&leads, &changes], [&weights, &direction]);
            advance(&mut weights, &direction, step);
            advance(&mut leads, &changes, step);
            observer(round, mean_error(&leads, &self.targets, self.scale));
            last = Some((slopes, size));
        }
        (weights, rounds)
    }

    /// Returns the slope of the error by the lead of each position.
    pub(super) fn pulls(&self, leads: &[f64]) -> Vec<f64> {
        let pull =
            |(lead, target): (&f64, &f64)| (expected(*lead, self.scale) - target) / self.scale;
        leads.iter().zip(&self.targets).map(pull).collect()
    }

    /// Returns the curvature of the error by the lead of each position.
    pub(super) fn bends(&self, leads: &[f64]) -> Vec<f64> {
        let bend = |&lead: &f64| {
            let predicted = expected(lead, self.scale);
            predicted * (1.0 - predicted) / (self.scale * self.scale)
        };
        leads.iter().map(bend).collect()
    }

    /// Returns the strength with which a weight is held at its start: the curvature of the cost of a change.
    pub(super) fn hold(&self) -> f64 {
        let [least, largest] = CHANGES;
        self.likeness() / self.expected_change.max(least).min(largest).powi(2)
    }

    /// Returns the number of positions that carry as much information as one game. A game's positions are alike, so the old weights must
    /// count as if there were fewer.
    pub(super) fn likeness(&self) -> f64 {
        count(self.rows.len().max(1)) / count(self.rows.games().max(1))
    }

    fn slopes(&self, leads: &[f64], weights: &[f64]) -> Vec<f64> {
        let changes = weights.iter().zip(self.start);
        let hold = self.hold();
        let mut slopes: Vec<f64> = changes
            .map(|(weight, start)| hold * (weight - start))
            .collect();
        let pulls = self.pulls(leads);
        (self.rows).for_each(&pulls, |column, pull, value| slopes[column] += pull * value);
        slopes
    }

    fn curvatures(&self, leads: &[f64]) -> Vec<f64> {
        let mut curvatures = vec![self.hold(); self.start.len()];
        let bends = self.bends(leads);
        (self.rows).for_each(&bends, |column, bend, value| {
            curvatures[column] += bend * value * value;
        });
        curvatures
    }

    /// Returns the length of the step to the least error. Newton's method finds it, bracketed by points known to be too near and too far.
    fn best_step(&self, [leads, changes]: [&[f64]; 2], [weights, direction]: [&[f64]; 2]) -> f64 {
        let held: f64 = (weights.iter().zip(self.start).zip(direction))
            .map(|((weight, start), component)| (weight - start) * component)
            .sum();
        let hold = self.hold();
        let held_bend = hold * dot(direction, direction);
        let (mut near, mut far, mut step) = (0.0, f64::INFINITY, 0.0);
        for _ in 0..40 {
            let mut slope = hold * held + held_bend * step;
            let mut bend = held_bend;
            for ((lead, change), target) in leads.iter().zip(changes).zip(&self.targets) {
                let predicted = expected(lead + step * change, self.scale);
                slope += (predicted - target) * change / self.scale;
                bend += predicted * (1.0 - predicted) * (change / self.scale).powi(2);
            }
            if slope < 0.0 {
                near = step;
            } else {
                far = step;
            }
            let guess = step - slope / bend;
            let next = if guess > near && guess < far {
                guess
            } else if far.is_finite() {
                f64::midpoint(near, far)
            } else {
                2.0 * near + 1.0
            };
            let is_close = (next - step).abs() <= 1e-5 * next.abs();
            step = next;
            if is_close {
                break;
            }
        }
        step
    }
}

/// Returns the sum of the products. Eight independent sums more than halve the time of a fit of 1,100 weights.
pub(super) fn dot(one: &[f64], other: &[f64]) -> f64 {
    const WIDTH: usize = 8;
    let mut sums = [0.0; WIDTH];
    let (ones, others) = (one.chunks_exact(WIDTH), other.chunks_exact(WIDTH));
    let rest = ones.remainder().iter().zip(others.remainder());
    let rest: f64 = rest.map(|(one, other)| one * other).sum();
    for (ones, others) in ones.zip(others) {
        for index in 0..WIDTH {
            sums[index] += ones[index] * others[index];
        }
    }
    sums.iter().sum::<f64>() + rest
}

fn divide(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter()
        .zip(other)
        .map(|(one, other)| one / other)
        .collect()
}

fn advance(place: &mut [f64], direction: &[f64], step: f64) {
    for (coordinate, component) in place.iter_mut().zip(direction) {
        *coordinate += step * component;
    }
}

//! The most likely distribution of results under a hypothesis about strength.

use std::array;

/// For each kind of result its points, from 0 to 1, and its share, which is above 0.
pub(super) type Shares<const N: usize> = [(f64, f64); N];

/// Returns the most likely distribution with this mean.
///
/// **Source.** Van den Bergh, "A practical introduction to the GSPRT", 2020.
pub(super) fn with_score<const N: usize>(shares: &Shares<N>, score: f64) -> [f64; N] {
    balanced(shares, &shares.map(|(points, _)| points - score))
}

/// Returns the most likely distribution whose mean is this many of its standard deviations above ½.
///
/// The deviation is linearized at the last distribution found, until nothing changes.
///
/// **Source.** Van den Bergh, "Normalized Elo", 2021.
pub(super) fn with_lead<const N: usize>(shares: &Shares<N>, lead: f64) -> [f64; N] {
    // The observed results may be so one-sided that the iteration fails, so it starts from an even distribution.
    let even = 1.0 / shares.iter().map(|_| 1.0).sum::<f64>();
    let mut found = [even; N];
    for _ in 0..MOST_STEPS {
        let mean: f64 = weighed(shares, &found, |points| points);
        let deviation = weighed(shares, &found, |points| (points - mean).powi(2)).sqrt();
        let excesses = shares.map(|(points, _)| {
            let slope = f64::midpoint(1.0, ((points - mean) / deviation).powi(2));
            points - 0.5 - lead * deviation * slope
        });
        let next = balanced(shares, &excesses);
        let step = found
            .iter()
            .zip(next)
            .map(|(old, new)| (old - new).abs())
            .fold(0.0, f64::max);
        found = next;
        if step < CLOSE {
            break;
        }
    }
    found
}

/// Each step reduces the error by a large factor, so a few are enough; the rest is reserve.
const MOST_STEPS: usize = 100;
const CLOSE: f64 = 1e-15;

fn weighed<const N: usize>(shares: &Shares<N>, found: &[f64; N], of: impl Fn(f64) -> f64) -> f64 {
    shares
        .iter()
        .zip(found)
        .map(|((points, _), chance)| chance * of(*points))
        .sum()
}

/// Returns the most likely distribution for which these excesses are 0 on average: share / (1 + x · excess) for the right x.
///
/// Between the two poles, where all shares are positive, the average decreases with x, so bisection finds it.
fn balanced<const N: usize>(shares: &Shares<N>, excesses: &[f64; N]) -> [f64; N] {
    let (least, most) = excesses
        .iter()
        .fold((0.0_f64, 0.0_f64), |(least, most), excess| {
            (least.min(*excess), most.max(*excess))
        });
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    loop {
        let x = f64::midpoint(low, high);
        let average: f64 = shares
            .iter()
            .zip(excesses)
            .map(|((_, share), excess)| share * excess / (1.0 + x * excess))
            .sum();
        // No number is between two neighbors.
        if x <= low || x >= high {
            return array::from_fn(|kind| shares[kind].1 / (1.0 + x * excesses[kind]));
        }
        if average > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
}

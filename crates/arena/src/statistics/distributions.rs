//! The normal distribution; and the exact interval of a share, for numbers of results that are too small for it.

use std::f64::consts::PI;

/// Half the width of an interval that contains 95 % of a standard normal distribution.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// Returns the share of a standard normal distribution below `x`, to about fifteen digits.
///
/// ```
/// use plywood_arena::statistics::normal_distribution;
///
/// assert!((normal_distribution(1.7) - 0.955_434_537_241_457).abs() < 1e-14);
/// ```
#[must_use]
pub fn normal_distribution(x: f64) -> f64 {
    0.5 * erfc(-x * std::f64::consts::FRAC_1_SQRT_2)
}

/// Returns the complementary error function, to about fifteen digits (Abramowitz and Stegun 7.1.6 and 7.1.14).
fn erfc(x: f64) -> f64 {
    if x < 0.0 {
        return 2.0 - erfc(-x);
    }
    let factor = (-x * x).exp() / PI.sqrt();
    if x < 1.0 {
        // Further terms add nothing.
        let (mut term, mut sum) = (x, 0.0);
        for odd in (3..60).step_by(2) {
            sum += term;
            term *= 2.0 * x * x / f64::from(odd);
        }
        return 1.0 - 2.0 * factor * sum;
    }
    let fraction = (1..200)
        .rev()
        .fold(x, |rest, half| x + f64::from(half) / 2.0 / rest);
    factor / fraction
}

/// Returns the logarithm of the gamma function of a positive number, by Lanczos's approximation, to about fifteen digits.
fn lgamma(x: f64) -> f64 {
    const SHIFT: f64 = 7.0;
    const TERMS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let x = x - 1.0;
    let terms = (1_u8..)
        .zip(TERMS)
        .map(|(place, term)| term / (x + f64::from(place)));
    let sum = 0.999_999_999_999_809_9 + terms.sum::<f64>();
    let base = x + SHIFT + 0.5;
    0.5 * (2.0 * PI).ln() + (x + 0.5) * base.ln() - base + sum.ln()
}

/// The share that each end of a 95 % interval leaves out.
const TAIL: f64 = 0.025;

/// Returns the 95 % interval for the expected value of results from 0 to 1, of which `count` have this sum.
///
/// At its lower end a sum at least as high as this one has a chance of 2.5 %, and at its upper end one at most as high. That is exact only
/// for results of 0 and 1. Other results vary less, so for them the interval is too wide rather than too narrow.
///
/// **Source.** Clopper and Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial", 1934.
pub(super) fn exact_interval(sum: f64, count: f64) -> [f64; 2] {
    let low = if sum > 0.0 {
        beta_quantile(sum, count - sum + 1.0, TAIL)
    } else {
        0.0
    };
    let high = if sum < count {
        1.0 - beta_quantile(count - sum, sum + 1.0, TAIL)
    } else {
        1.0
    };
    [low, high]
}

/// Returns the probability that the expected value is above one half without prior knowledge. It is halfway between those of the two
/// [exact](exact_interval) tails.
pub(super) fn superiority(sum: f64, count: f64) -> f64 {
    1.0 - beta_distribution(sum + 1.0, count - sum + 1.0, 0.5)
}

/// Returns the point where the beta distribution reaches this share, by bisection.
fn beta_quantile(a: f64, b: f64, share: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    loop {
        let middle = f64::midpoint(low, high);
        // No number is between two neighbors.
        if middle <= low || middle >= high {
            return middle;
        }
        if beta_distribution(a, b, middle) < share {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// Returns the share of a beta distribution below `x`, which is between 0 and 1 (Abramowitz and Stegun 26.5.8).
fn beta_distribution(a: f64, b: f64, x: f64) -> f64 {
    if x > (a + 1.0) / (a + b + 2.0) {
        // The continued fraction converges fast only on the other side.
        return 1.0 - beta_distribution(b, a, 1.0 - x);
    }
    let log_beta = lgamma(a) + lgamma(b) - lgamma(a + b);
    let factor = (a * x.ln() + b * (-x).ln_1p() - log_beta).exp() / a;
    // About as many terms as the square root of the larger parameter are needed.
    let terms = 50.0 + 5.0 * a.max(b).sqrt();
    let (mut term, mut rest) = (terms.ceil(), 0.0);
    while term > 0.0 {
        let even = term * (b - term) * x / ((a + 2.0 * term - 1.0) * (a + 2.0 * term));
        let before = term - 1.0;
        let odd =
            -(a + before) * (a + b + before) * x / ((a + 2.0 * before) * (a + 2.0 * before + 1.0));
        rest = odd / (1.0 + even / (1.0 + rest));
        term -= 1.0;
    }
    factor / (1.0 + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with 40 digits, through the complementary error function.
    #[test]
    fn the_distribution_agrees_with_known_values() {
        for (x, share) in [
            (-6.0, 9.865_876_450_376_982e-10),
            (-2.5, 0.006_209_665_325_776_135),
            (-1.0, 0.158_655_253_931_457_05),
            (0.0, 0.5),
            (0.3, 0.617_911_422_188_952_6),
            (4.0, 0.999_968_328_758_166_9),
            (7.0, 0.999_999_999_998_720_2),
        ] {
            let found = normal_distribution(x);
            assert!(
                (found - share).abs() <= 1e-14 * share.max(1e-9),
                "{x}: {found}"
            );
        }
        assert!(normal_distribution(f64::NEG_INFINITY).abs() < f64::EPSILON);
        assert!((normal_distribution(f64::INFINITY) - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn factorials_are_those_of_whole_numbers() {
        let mut factorial: f64 = 1.0;
        for number in 1..=150 {
            let found = lgamma(f64::from(number));
            assert!(
                (found - factorial.ln()).abs() <= 1e-13 * found.abs().max(1.0),
                "{number}"
            );
            factorial *= f64::from(number);
        }
        assert!((lgamma(0.5) - PI.sqrt().ln()).abs() < 1e-14);
    }

    /// Returns the chance of each sum of `count` results with these chances of 0, 1, … steps.
    fn sums(chances: &[f64], count: usize) -> Vec<f64> {
        let add = |sums: Vec<f64>, _| {
            let mut next = vec![0.0; sums.len() + chances.len() - 1];
            for (sum, chance) in sums.iter().enumerate() {
                for (steps, more) in chances.iter().enumerate() {
                    next[sum + steps] += chance * more;
                }
            }
            next
        };
        (0..count).fold(vec![1.0], add)
    }

    #[test]
    fn wins_and_losses_have_the_chances_of_brute_force() {
        for count in [1_u32, 2, 5, 10, 40, 300] {
            for wins in 0..=count {
                let [low, high] = exact_interval(f64::from(wins), f64::from(count));
                let place = wins as usize;
                let at = |share: f64| sums(&[1.0 - share, share], count as usize);
                let as_high: f64 = at(low)[place..].iter().sum();
                let as_low: f64 = at(high)[..=place].iter().sum();
                assert!(
                    wins == 0 || (as_high - TAIL).abs() < 1e-9,
                    "{wins}/{count}: {as_high}"
                );
                assert!(
                    wins == count || (as_low - TAIL).abs() < 1e-9,
                    "{wins}/{count}: {as_low}"
                );
                assert!((wins == 0) == (low <= 0.0) && (wins == count) == (high >= 1.0));
            }
        }
    }

    #[test]
    fn results_between_are_never_less_likely_to_be_inside() {
        let mut rng = fastrand::Rng::with_seed(7);
        for count in [1_u32, 2, 3, 5, 9] {
            for steps in 1..=4 * count {
                let sum = f64::from(steps) / 4.0;
                let [low, _] = exact_interval(sum, f64::from(count));
                for _ in 0..20 {
                    // Any five chances, mixed with certain losses or wins until their mean is the lower end.
                    let chances = [(); 5].map(|()| rng.f64().powi(8));
                    let all: f64 = chances.iter().sum();
                    let chances = chances.map(|chance| chance / all);
                    let points = [0.0, 0.25, 0.5, 0.75, 1.0];
                    let mean: f64 = points
                        .iter()
                        .zip(&chances)
                        .map(|(point, chance)| point * chance)
                        .sum();
                    let (share, certain) = if mean > low {
                        (low / mean, 0)
                    } else {
                        ((1.0 - low) / (1.0 - mean), 4)
                    };
                    let mut chances = chances.map(|chance| chance * share);
                    chances[certain] += 1.0 - share;
                    let as_high: f64 = sums(&chances, count as usize)[steps as usize..]
                        .iter()
                        .sum();
                    assert!(
                        as_high <= TAIL + 1e-9,
                        "{sum} of {count}: {as_high} at {chances:?}"
                    );
                }
            }
        }
    }
}

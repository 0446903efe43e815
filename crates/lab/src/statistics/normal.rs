//! The normal distribution.

/// Half of the width of an interval that holds 95 % of a standard normal distribution.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// From here on the continued fraction needs fewer terms than the series.
const FAR: f64 = 2.5;

/// The share of a standard normal distribution that lies below `x`, to about fifteen digits.
///
/// ```
/// use plywood_lab::statistics::normal_distribution;
///
/// assert!((normal_distribution(1.7) - 0.955_434_537_241_457).abs() < 1e-14);
/// ```
#[must_use]
pub fn normal_distribution(x: f64) -> f64 {
    if x.is_nan() {
        x
    } else if x.abs() < FAR {
        0.5 + x.signum() * between_zero_and(x.abs())
    } else if x < 0.0 {
        above(-x)
    } else {
        1.0 - above(x)
    }
}

fn density(x: f64) -> f64 {
    (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt()
}

/// The series x + x³/3 + x⁵/(3·5) + …, times the density (Abramowitz and Stegun 26.2.11).
fn between_zero_and(x: f64) -> f64 {
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term > sum * f64::EPSILON {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    sum * density(x)
}

/// The continued fraction 1/(x + 1/(x + 2/(x + 3/(x + …)))), times the density (26.2.14). From [`FAR`] on, a hundred
/// steps are enough.
fn above(x: f64) -> f64 {
    let fraction = (1..=100)
        .rev()
        .fold(x, |rest, step| x + f64::from(step) / rest);
    density(x) / fraction
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
}

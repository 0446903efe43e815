//! The normal distribution.

/// Half of the width of an interval that holds 95 % of a standard normal distribution.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// The share of a standard normal distribution that lies below `x`, to about fifteen digits.
///
/// ```
/// use plywood_lab::statistics::normal_distribution;
///
/// assert!((normal_distribution(1.7) - 0.955_434_537_241_457).abs() < 1e-14);
/// ```
#[must_use]
pub fn normal_distribution(x: f64) -> f64 {
    0.5 * libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2)
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

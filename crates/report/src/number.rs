//! Reads numbers as people type them: `5000`, `10_000`, `5k`, `2.5M`, `1e6`; and counts as real numbers.

use std::str::FromStr;

/// The accepted forms of large numbers, for the end of a sentence.
pub const FORMS: &str = "also as 10_000, 5k, 2M or 1e6";

/// Reads a number of any type that can hold it. `NaN` and `inf` are refused, and so are commas, which some people write before decimals and
/// others between thousands.
///
/// ```
/// use plywood_report::number;
///
/// assert_eq!(number::read("2.5k"), Some(2_500_u32));
/// assert_eq!(number::read("-1e-3"), Some(-0.001_f64));
/// assert_eq!(number::read::<u8>("1k"), None);
/// ```
#[must_use]
pub fn read<N: FromStr>(text: &str) -> Option<N> {
    let is_grouped = text.split('_').all(|part| !part.is_empty());
    let mut plain = text.replace('_', "");
    for (suffix, exponent) in [('k', "e3"), ('M', "e6")] {
        if let Some(digits) = plain.strip_suffix(suffix) {
            plain = format!("{digits}{exponent}");
        }
    }
    let is_bare = !plain.starts_with('+') && is_grouped;
    let value: f64 = plain
        .parse()
        .ok()
        .filter(|value: &f64| is_bare && value.is_finite())?;
    // Every digit of a large number counts, so its own type reads it first.
    plain.parse().or_else(|_| value.to_string().parse()).ok()
}

/// Returns a count as a real number, for a ratio or a plot.
#[expect(
    clippy::cast_precision_loss,
    reason = "read by people, to a few digits"
)]
#[must_use]
pub const fn real(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, number) in [
            ("0", 0),
            ("10_000", 10_000),
            ("5k", 5_000),
            ("1.001k", 1_001),
            ("2M", 2_000_000),
            ("1e6", 1_000_000),
            ("1E3", 1_000),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(read(text), Some(number), "{text}");
        }
        assert_eq!(read("-2k"), Some(-2_000_i32));
        assert_eq!(read("1e-5"), Some(1e-5_f32));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in [
            "", " ", "x", "k", "1,000", "1_", "_1", "1__0", "+1", "NaN", "inf", "-inf", "1e400",
            "5kk", "1e3k", "0x10", "5m",
        ] {
            assert_eq!(read::<f64>(text), None, "{text}");
        }
        for text in ["0.5", "-1", "1e20", "18446744073709551616"] {
            assert_eq!(read::<u64>(text), None, "{text}");
        }
    }
}

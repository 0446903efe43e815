//! [`Unit`]: the format of a plot's numbers.

/// The kind of a plot's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A count: `850`, `12.3 k`, `4.5 M`.
    Count,
    /// A time in seconds: `35 µs`, `12 ms`, `3.4 s`.
    Seconds,
    /// A share, from 0 to 1: `85 %`.
    Share,
    /// A plain number with at most two decimals.
    Number,
    /// A ratio: `× 1.8`.
    Times,
    /// A difference with its sign: `+35`.
    Difference,
    /// A plain number with this many decimals.
    Decimals(usize),
}

impl Unit {
    /// Returns the number as text, with three digits.
    ///
    /// ```
    /// use plywood_report::plot::Unit;
    ///
    /// assert_eq!(Unit::Count.text(1_234_000.0), "1.23 M");
    /// assert_eq!(Unit::Seconds.text(0.0125), "12.5 ms");
    /// assert_eq!(Unit::Times.text(0.25), "× 0.25");
    /// ```
    #[must_use]
    pub fn text(self, value: f64) -> String {
        match self {
            Self::Count => scaled(value, &COUNTS),
            Self::Seconds => scaled(value, &TIMES),
            Self::Share => format!("{} %", three_digits(100.0 * value)),
            Self::Number => three_digits(value),
            Self::Times => format!("× {}", three_digits(value)),
            Self::Difference if value == f64::INFINITY => "+∞".to_owned(),
            Self::Difference if value == f64::NEG_INFINITY => "-∞".to_owned(),
            Self::Difference if value.abs() < 0.5 => "0".to_owned(),
            Self::Difference => format!("{value:+.0}"),
            Self::Decimals(count) => format!("{value:.count$}"),
        }
    }
}

const COUNTS: [(f64, &str); 4] = [(1e9, " G"), (1e6, " M"), (1e3, " k"), (1.0, "")];
const TIMES: [(f64, &str); 4] = [(1.0, " s"), (1e-3, " ms"), (1e-6, " µs"), (1e-9, " ns")];

/// Writes the number in the largest unit that is not above it.
fn scaled(value: f64, units: &[(f64, &str)]) -> String {
    // 999.9 would be rounded to 1000 of the smaller unit.
    let fits = |&&(size, _): &&(f64, &str)| value.abs() >= size * 0.9995;
    let unit = units.iter().find(fits).or(units.last());
    let (size, name) = unit.copied().unwrap_or((1.0, ""));
    match three_digits(value / size).as_str() {
        "0" => "0".to_owned(),
        number => format!("{number}{name}"),
    }
}

/// Writes the number with three digits, without trailing zeros.
fn three_digits(value: f64) -> String {
    let decimals = match value.abs() {
        size if size < 9.995 => 2,
        size if size < 99.95 => 1,
        _ => 0,
    };
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    if text == "-0" { "0" } else { text }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let written = [0.0, 7.0, 999.0, 999.6, 1_000.0, 54_321.0, 2e9].map(|n| Unit::Count.text(n));
        assert_eq!(written, ["0", "7", "999", "1 k", "1 k", "54.3 k", "2 G"]);
        let written = [0.0, 2e-9, 0.000_5, 1.0, 75.25].map(|time| Unit::Seconds.text(time));
        assert_eq!(written, ["0", "2 ns", "500 µs", "1 s", "75.2 s"]);
        assert_eq!(Unit::Share.text(0.987_6), "98.8 %");
        assert_eq!(Unit::Number.text(-0.001), "0");
        assert_eq!(
            [-12.4, 0.2, 35.0].map(|n| Unit::Difference.text(n)),
            ["-12", "0", "+35"]
        );
        assert_eq!(Unit::Difference.text(f64::NEG_INFINITY), "-∞");
    }
}

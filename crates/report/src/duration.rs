//! Reads and writes durations as people type them: `100ms`, `1.5s`, `2m`.

use std::time::Duration;

/// The longest time, a year: sums of a few times are then far from the largest number.
const LONGEST: Duration = Duration::from_hours(365 * 24);

/// Reads a number with a unit: `ms`, `s`, `m` or `h`. A time of more than a year is refused.
#[must_use]
pub fn read(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3_600.0,
        _ => return None,
    };
    // The standard parser would accept a sign or an exponent; both are refused here.
    let is_plain = digits
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number: f64 = digits.parse().ok().filter(|_| is_plain)?;
    let time = Duration::try_from_secs_f64(number * unit).ok();
    time.filter(|time| *time <= LONGEST)
}

/// Writes the format of [`read`], in the largest unit that needs no decimals, or else in seconds.
#[must_use]
pub fn write(time: Duration) -> String {
    let millis = time.as_millis();
    if !time.subsec_nanos().is_multiple_of(1_000_000) {
        return format!("{}s", time.as_secs_f64());
    }
    let units = [("h", 3_600_000), ("m", 60_000), ("s", 1_000)];
    let whole = units
        .into_iter()
        .find(|(_, size)| millis > 0 && millis.is_multiple_of(*size));
    let (unit, size) = whole.unwrap_or(("ms", 1));
    format!("{}{unit}", millis / size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_values_parse_back() {
        for (text, millis) in [
            ("0ms", 0),
            ("90ms", 90),
            ("1500ms", 1_500),
            ("2s", 2_000),
            ("3m", 180_000),
            ("1h", 3_600_000),
        ] {
            let time = Duration::from_millis(millis);
            assert_eq!(read(text), Some(time));
            assert_eq!(write(time), text);
        }
        assert_eq!(read("0.5s"), Some(Duration::from_millis(500)));
        let odd = Duration::from_micros(1_250);
        assert_eq!(read(&write(odd)), Some(odd));
    }

    #[test]
    fn malformed_times_are_refused() {
        for text in [
            "",
            "5",
            "ms",
            "-1s",
            "1e3s",
            "1.2.3s",
            "1 s",
            "1d",
            "infs",
            "é",
            "8761h",
            "999999999999999999999999h",
        ] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }
}

//! The kinds of numbers on a command line: for each its range, and a sentence that describes it.

use plywood_report::{duration, number};
use plywood_search::MAX_DEPTH;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// Reads a number in a range.
pub fn within<N>(
    range: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = number::read(text).filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (low, high) = (range.start(), range.end().to_string());
            match ("0.5".parse::<N>(), high.len()) {
                (Ok(_), _) => format!("expected a number from {low} to {high}"),
                (Err(_), ..=3) => format!("expected a whole number from {low} to {high}"),
                (Err(_), _) => {
                    let forms = number::FORMS;
                    format!("expected a whole number from {low} to {high}, {forms}")
                }
            }
        })
    }
}

/// Reads a search depth in plies.
pub fn depth() -> impl Fn(&str) -> Result<u32, String> + Clone + Send + Sync + 'static {
    within(1..=MAX_DEPTH)
}

/// Reads a number of nodes, up to a search of years.
pub fn nodes() -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    within(1..=1_000_000_000_000_000)
}

/// Reads a time above zero; a bare number is in seconds.
///
/// # Errors
/// The reason if the text is not such a time.
pub fn time(text: &str) -> Result<Duration, String> {
    let time = duration::read(text).or_else(|| duration::read(&format!("{text}s")));
    let time = time.filter(|time| *time > Duration::ZERO);
    time.ok_or_else(|| format!("expected a time above zero, such as 200ms or 1.5s, found {text:?}"))
}

/// Reads a share of a whole.
pub fn share<N>() -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: FromStr + PartialOrd + Display + Clone + Send + Sync + From<u8> + 'static,
{
    within(N::from(0)..=N::from(1))
}

/// Reads a random seed.
pub fn seed() -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    within(0..=u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units_or_are_seconds() {
        assert_eq!(time("1.5"), Ok(Duration::from_millis(1_500)));
        assert_eq!(time("200ms"), Ok(Duration::from_millis(200)));
        for wrong in ["0", "0ms", "-1", "soon", "1e3", ""] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }
}

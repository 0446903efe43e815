//! The kinds of numbers on a command line: what each takes, and the sentence that says so.

use plywood_search::{MAX_DEPTH, number};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

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

/// A depth of a search in plies.
pub fn depth() -> impl Fn(&str) -> Result<u32, String> + Clone + Send + Sync + 'static {
    within(1..=MAX_DEPTH)
}

/// A number of nodes, with which a search could go on for years.
pub fn nodes() -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    within(1..=1_000_000_000_000_000)
}

/// A share of a whole.
pub fn share<N>() -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: FromStr + PartialOrd + Display + Clone + Send + Sync + From<u8> + 'static,
{
    within(N::from(0)..=N::from(1))
}

/// The seed of what is random.
pub fn seed() -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    within(0..=u64::MAX)
}

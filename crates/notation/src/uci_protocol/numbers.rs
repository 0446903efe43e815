//! Numbers in protocol lines: generous about their size, strict about their form.

use std::time::Duration;

use plywood_core::Excerpt;

/// A word of a protocol line needs a whole number, but something else follows, or nothing.
///
/// ```
/// use plywood_notation::uci_protocol::Command;
///
/// let error = "go depth six".parse::<Command>().unwrap_err();
/// assert_eq!(error.to_string(), r#"go: expected a whole number after "depth", found "six""#);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected a whole number after {word}, found {found}")]
pub struct NumberError {
    /// The word that needs a number.
    pub word: Excerpt,
    /// What follows it.
    pub found: Excerpt,
}

/// The whole number in the text that follows a word. A number that does not fit becomes the nearest one that does: some
/// programs send negative times, and others a huge depth where they mean no limit.
pub(super) fn number(word: &str, text: Option<&str>) -> Result<i64, NumberError> {
    let found = text.unwrap_or_default();
    let (digits, farthest) = found
        .strip_prefix('-')
        .map_or((found, i64::MAX), |digits| (digits, i64::MIN));
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number {
        Ok(found.parse().unwrap_or(farthest))
    } else {
        Err(NumberError {
            word: Excerpt::new(word),
            found: Excerpt::new(found),
        })
    }
}

/// A number that counts something: below zero it becomes zero.
pub(super) fn count(word: &str, text: Option<&str>) -> Result<u64, NumberError> {
    number(word, text).map(|number| u64::try_from(number).unwrap_or(0))
}

/// A small count, such as a depth.
pub(super) fn small_count(word: &str, text: Option<&str>) -> Result<u32, NumberError> {
    count(word, text).map(|count| u32::try_from(count).unwrap_or(u32::MAX))
}

/// A time in milliseconds: below zero it becomes zero.
pub(super) fn time(word: &str, text: Option<&str>) -> Result<Duration, NumberError> {
    count(word, text).map(Duration::from_millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_do_not_fit_are_clamped() {
        assert_eq!(count("nodes", Some("-7")), Ok(0));
        assert_eq!(small_count("depth", Some("99999999999")), Ok(u32::MAX));
        let huge = "9".repeat(60);
        assert_eq!(number("wtime", Some(&huge)), Ok(i64::MAX));
        assert_eq!(number("wtime", Some(&format!("-{huge}"))), Ok(i64::MIN));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in [
            None,
            Some(""),
            Some("-"),
            Some("+5"),
            Some("1e3"),
            Some("é"),
            Some("--1"),
        ] {
            assert!(number("wtime", text).is_err(), "{text:?}");
        }
    }
}

//! [`counted`]: writes a number with its noun.

use std::fmt::Display;

/// Writes a number with its noun, in the plural unless the number is one.
///
/// ```
/// use plywood_report::counted;
///
/// assert_eq!(counted(1_usize, "game"), "1 game");
/// assert_eq!(counted(0_u64, "game"), "0 games");
/// assert_eq!(counted(3, "half-ply"), "3 half-plies");
/// ```
#[must_use]
pub fn counted<N: Display + PartialEq + From<u8> + Copy>(count: N, what: &str) -> String {
    match what.strip_suffix('y') {
        _ if count == N::from(1) => format!("{count} {what}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {what}s"),
    }
}

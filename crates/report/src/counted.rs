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
/// assert_eq!(counted(3, "leaf"), "3 leaves");
/// assert_eq!(counted(3, "pass"), "3 passes");
/// ```
#[must_use]
pub fn counted<N: Display + PartialEq + From<u8> + Copy>(count: N, what: &str) -> String {
    if count == N::from(1) {
        return format!("{count} {what}");
    }
    let endings = [("y", "ies"), ("af", "aves"), ("ss", "sses"), ("", "s")];
    let stems = endings.map(|(one, many)| Some((what.strip_suffix(one)?, many)));
    let (stem, many) = stems.into_iter().flatten().next().unwrap_or((what, ""));
    format!("{count} {stem}{many}")
}

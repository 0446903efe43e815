//! Checks that every position must pass: those of the core's own tests.

#[path = "../../crates/core/tests/check.rs"]
mod check;

use plywood_core::Position;

/// Checks a position, its moves and its FENs.
///
/// # Panics
/// If two answers about the position contradict each other.
pub fn check_position(position: &Position) {
    check::check_position(position);
}

//! The limits of a search when none is given.

use crate::players::move_limits::MoveLimits;
pub(super) use plywood_console::LimitOptions;
use std::time::Duration;

/// The limits that were given, or a tenth of a second.
pub(super) fn read(given: LimitOptions) -> MoveLimits {
    MoveLimits::from(given).or(MoveLimits::time(Duration::from_millis(100)))
}

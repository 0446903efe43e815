//! The limits of a search when none is given.

use crate::players::move_limits::MoveLimits;
pub(super) use plywood_console::LimitOptions;
use std::time::Duration;

/// The limits that were given, or a tenth of a second.
pub(super) fn read(given: LimitOptions) -> MoveLimits {
    let limits = MoveLimits {
        depth: given.depth,
        nodes: given.nodes,
        time: given.time,
    };
    let usual = MoveLimits {
        time: Some(Duration::from_millis(100)),
        ..MoveLimits::default()
    };
    limits.or(usual)
}

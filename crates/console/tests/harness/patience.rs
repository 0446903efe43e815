//! The time that tests wait.

use std::time::Duration;

/// The time after which an event is taken never to happen, even on a slow machine. No other bound in a test is one of time alone.
pub(crate) const PATIENCE: Duration = Duration::from_mins(5);

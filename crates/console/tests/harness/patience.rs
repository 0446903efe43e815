//! How long tests wait.

use std::time::Duration;

/// However slow the machine is, what has not happened after this time never will. No other bound in a test is one of time alone.
pub(crate) const PATIENCE: Duration = Duration::from_mins(5);

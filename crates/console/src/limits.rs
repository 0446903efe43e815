//! [`LimitOptions`]: the limits of a search on the command line.

use crate::numbers;
use clap::Args;
use plywood_search::{MoveLimits, duration};
use std::time::Duration;

/// The limits of a search. The first one that is reached ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Args)]
pub struct LimitOptions {
    /// The depth in plies.
    #[arg(long, value_name = "PLIES", value_parser = numbers::depth())]
    pub depth: Option<u32>,
    /// The number of nodes.
    #[arg(long, value_name = "NODES", value_parser = numbers::nodes())]
    pub nodes: Option<u64>,
    /// The time, such as 200ms, 1.5s or 2m.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,
    /// The number of nodes from which on no iteration begins; one that begins below it is finished.
    #[arg(long, value_name = "NODES", value_parser = numbers::nodes())]
    pub soft_nodes: Option<u64>,
}

/// A time above zero; a bare number is in seconds.
fn time(text: &str) -> Result<Duration, String> {
    let time = duration::read(text).or_else(|| duration::read(&format!("{text}s")));
    let time = time.filter(|time| *time > Duration::ZERO);
    time.ok_or_else(|| format!("expected a time above zero, such as 200ms or 1.5s, found {text:?}"))
}

impl LimitOptions {
    /// The limits; this time if none is given.
    #[must_use]
    pub fn or_time(self, default: Duration) -> MoveLimits {
        MoveLimits::from(self).or(MoveLimits::time(default))
    }
}

impl From<LimitOptions> for MoveLimits {
    fn from(options: LimitOptions) -> Self {
        let LimitOptions {
            depth,
            nodes,
            time,
            soft_nodes,
        } = options;
        Self {
            depth,
            nodes,
            time,
            soft_nodes,
        }
    }
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

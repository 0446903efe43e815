//! The options for the limits of a search.

use crate::duration;
use crate::failure::Failure;
use crate::players::move_limits::MoveLimits;
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct LimitOptions {
    /// The depth in plies.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// The number of nodes.
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The time, such as 200ms or 1s. Without any limit: 100ms.
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
}

impl LimitOptions {
    pub(super) fn read(&self) -> Result<MoveLimits, Failure> {
        let time = self.time.as_deref().map(|text| {
            let time = duration::read(text);
            time.ok_or_else(|| {
                Failure::Usage(format!(
                    "expected a time such as 200ms or 1s, found {text:?}"
                ))
            })
        });
        let limits = MoveLimits {
            depth: self.depth,
            nodes: self.nodes,
            time: time.transpose()?,
        };
        let usual = MoveLimits {
            time: duration::read("100ms"),
            ..MoveLimits::default()
        };
        Ok(limits.or(usual))
    }
}

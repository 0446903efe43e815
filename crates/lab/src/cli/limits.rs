//! The options by which commands are told what may be spent on a position.

use crate::duration;
use crate::failure::Failure;
use crate::players::move_limits::MoveLimits;
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct LimitOptions {
    /// Look so many plies ahead.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Explore so many nodes.
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Take so long, such as 200ms or 1s. If nothing is limited, a tenth of a second.
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

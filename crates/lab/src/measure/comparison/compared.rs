//! [`Compared`]: all searches of one position.

use crate::journal::Item;
use crate::measure::positions::{read_line, read_typed};
use plywood_catalog::{Catalog, Playable};
use plywood_console::Failure;
use plywood_net::Checksum;
use plywood_search::ComparisonRow as Run;
use serde::{Deserialize, Serialize};

/// All searches of one position, as a journal records them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// The number of the position, from 0.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// The text it was read from.
    pub text: String,
    /// A run for each strategy and depth, in this order.
    pub runs: Vec<Run>,
}

impl Compared {
    /// The deepest completed search of a strategy; for a strategy that never completes by itself, such as Monte Carlo tree
    /// search, the last search.
    #[must_use]
    pub fn deepest(&self, strategy: usize) -> Option<&Run> {
        Run::deepest(&self.runs, strategy)
    }

    /// The position, read again.
    pub(super) fn position<G: Playable>(&self, catalog: &Catalog<G>) -> Result<G, Failure> {
        let read = read_line(&self.text).map(|(_, position)| position);
        read.or_else(|_| read_typed(catalog, &self.text))
    }
}

impl Item for Compared {
    const NAMES: [&'static str; 2] = ["position", "positions"];

    fn number(&self) -> usize {
        self.number
    }

    fn fingerprint(&self) -> u64 {
        let start = Checksum::new().with(self.text.as_bytes());
        let add = |sum: Checksum, run: &Run| {
            let mv = run.best_move.as_deref().unwrap_or_default();
            sum.with(mv.as_bytes())
                .with(&run.stats.explored.to_le_bytes())
        };
        self.runs.iter().fold(start, add).number()
    }
}

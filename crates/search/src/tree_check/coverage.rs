//! [`Coverage`]: the properties that a check has verified, with their numbers.

use std::fmt;

/// A property of a search that a check verifies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Property {
    /// The value of a node, which follows from its children, its leaf or its table entry.
    Values,
    /// The window of a child.
    Windows,
    /// A null window.
    NullWindows,
    /// A search repeated with a wider window.
    SecondSearches,
    /// A cutoff at beta.
    Cutoffs,
    /// A cutoff at a bound from three or more plies above.
    DeepCutoffs,
    /// A move as good as the best one before it.
    Ties,
    /// A node that searched each of its moves.
    EveryMove,
    /// The score of a leaf.
    Leaves,
    /// A draw by repetition.
    Repetitions,
    /// A win or loss, whose distance counts from the root.
    Mates,
    /// A score from the table.
    TableHits,
    /// A score from a deeper search in the table.
    DeeperHits,
    /// A result given to the table.
    Stores,
    /// Standing pat in quiescence.
    StandPats,
    /// A move tried a second time, to its full depth, after a reduced search.
    Reductions,
    /// A skipped move, announced.
    Skips,
    /// A node pruned by a step, announced.
    Prunings,
    /// A node searched for a step, such as a null move.
    Steps,
    /// A best move, which has the value of its node.
    BestMoves,
    /// A result in a window, compared with the value.
    Contracts,
    /// A report, its moves and its counts.
    Reports,
    /// A report whose score, best move and line agree with minimax.
    Minimax,
    /// A position that is won, drawn or lost as a solved report says.
    Proofs,
    /// A search by a driver.
    Drivers,
    /// A search stopped by a limit.
    Stops,
    /// A search repeated in a new game.
    Repeats,
    /// A search on several threads.
    Threads,
}

/// The names of the properties, in their order.
const NAMES: [&str; 28] = [
    "values",
    "windows",
    "null windows",
    "second searches",
    "cutoffs",
    "deep cutoffs",
    "ties",
    "nodes with every move",
    "leaves",
    "repetitions",
    "mates",
    "table hits",
    "table hits of greater depth",
    "stores",
    "stand pats",
    "reductions searched again",
    "skipped moves",
    "pruned nodes",
    "nodes of steps",
    "best moves",
    "values in windows",
    "reports",
    "reports equal to minimax",
    "solved claims",
    "drivers",
    "stops",
    "repeated searches",
    "searches on several threads",
];

impl Property {
    /// Returns the property in a word or two, such as `deep cutoffs`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self as usize]
    }
}

/// The number of times a check verified each property, and the number of times it could not.
///
/// ```
/// use plywood_search::{Coverage, Property};
///
/// let mut coverage = Coverage::default();
/// coverage.verified(Property::Cutoffs, 1204);
/// coverage.unverified(Property::TableHits, 3);
/// let text = coverage.to_string();
/// assert!(text.starts_with("cutoffs 1,204; could not verify: table hits 3; not covered: values"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Coverage {
    /// For each property, how often it was verified and how often it could not be.
    counts: [[u64; 2]; NAMES.len()],
}

impl Coverage {
    /// Adds to the number of times that a property was verified.
    #[inline]
    pub const fn verified(&mut self, property: Property, times: u64) {
        self.counts[property as usize][0] += times;
    }

    /// Adds to the number of times that a property could not be verified.
    #[inline]
    pub const fn unverified(&mut self, property: Property, times: u64) {
        self.counts[property as usize][1] += times;
    }

    /// Returns the number of times that a property was verified.
    #[must_use]
    pub const fn of(&self, property: Property) -> u64 {
        self.counts[property as usize][0]
    }

    /// Returns the number of times that a property could not be verified.
    #[must_use]
    pub const fn missed(&self, property: Property) -> u64 {
        self.counts[property as usize][1]
    }

    /// Adds the numbers of another check.
    pub fn add(&mut self, other: &Self) {
        let counts = self.counts.as_flattened_mut().iter_mut();
        for (count, more) in counts.zip(other.counts.as_flattened()) {
            *count += more;
        }
    }

    /// Returns the names of the properties that were never verified.
    pub fn not_covered(&self) -> impl Iterator<Item = &'static str> {
        let counts = NAMES.into_iter().zip(&self.counts);
        counts
            .filter(|(_, [verified, _])| *verified == 0)
            .map(|(name, _)| name)
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |kind: usize| {
            let counts = NAMES
                .into_iter()
                .zip(&self.counts)
                .filter(|(_, counts)| counts[kind] > 0);
            let texts = counts.map(|(name, counts)| format!("{name} {}", grouped(counts[kind])));
            texts.collect::<Vec<_>>().join(", ")
        };
        let parts = [
            ("", counted(0)),
            ("could not verify: ", counted(1)),
            (
                "not covered: ",
                self.not_covered().collect::<Vec<_>>().join(", "),
            ),
        ];
        let parts = parts.iter().filter(|(_, text)| !text.is_empty());
        let texts: Vec<_> = parts
            .map(|(title, text)| format!("{title}{text}"))
            .collect();
        f.write_str(&texts.join("; "))
    }
}

/// Writes a number with a comma between its thousands.
fn grouped(number: u64) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1000), number % 1000),
    }
}

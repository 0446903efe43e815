//! [`Coverage`]: the properties that a check has verified, with their numbers.

use std::fmt;

/// Declares the properties with their names.
macro_rules! properties {
    ($($(#[$about:meta])* $Property:ident = $name:literal,)*) => {
        /// A property of a search that a check verifies.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Property {
            $($(#[$about])* $Property,)*
        }

        /// The names of the properties, in their order.
        const NAMES: [&str; [$($name),*].len()] = [$($name),*];
    };
}

properties! {
    /// The value of a node, which follows from its children, its leaf or its table entry.
    Values = "values",
    /// The window of a child.
    Windows = "windows",
    /// A null window.
    NullWindows = "null windows",
    /// A search repeated with a wider window.
    SecondSearches = "second searches",
    /// A cutoff at beta.
    Cutoffs = "cutoffs",
    /// A cutoff at a bound from three or more plies above.
    DeepCutoffs = "deep cutoffs",
    /// A move as good as the best one before it.
    Ties = "ties",
    /// A node that searched each of its moves.
    EveryMove = "nodes with every move",
    /// The score of a leaf.
    Leaves = "leaves",
    /// A draw by repetition.
    Repetitions = "repetitions",
    /// A win or loss, whose distance counts from the root.
    Mates = "mates",
    /// A score from the table.
    TableHits = "table hits",
    /// A score from a deeper search in the table.
    DeeperHits = "table hits of greater depth",
    /// A result given to the table.
    Stores = "stores",
    /// Standing pat in quiescence.
    StandPats = "stand pats",
    /// A move tried a second time, to its full depth, after a reduced search.
    Reductions = "reductions searched again",
    /// A skipped move, announced.
    Skips = "skipped moves",
    /// A node pruned by a step, announced.
    Prunings = "pruned nodes",
    /// A node searched for a step, such as a null move.
    Steps = "nodes of steps",
    /// A best move, which has the value of its node.
    BestMoves = "best moves",
    /// A result in a window, compared with the value.
    Contracts = "values in windows",
    /// A report, its moves and its counts.
    Reports = "reports",
    /// A report whose score, best move and line agree with minimax.
    Minimax = "reports equal to minimax",
    /// A position that is won, drawn or lost as a solved report says.
    Proofs = "solved claims",
    /// A search by a driver.
    Drivers = "drivers",
    /// A search stopped by a limit.
    Stops = "stops",
    /// A search repeated in a new game.
    Repeats = "repeated searches",
    /// A search of which another thread has visited nodes.
    Threads = "searches on several threads",
}

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

    /// Returns the names of all properties, each with the number of times that it was verified.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        NAMES
            .into_iter()
            .zip(self.counts.iter().map(|counts| counts[0]))
    }

    /// Returns the names of the properties that were never verified.
    pub fn not_covered(&self) -> impl Iterator<Item = &'static str> {
        let missing = self.counts().filter(|(_, verified)| *verified == 0);
        missing.map(|(name, _)| name)
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
        let names = NAMES.into_iter().zip(&self.counts);
        let uncovered = names.filter(|(_, counts)| **counts == [0; 2]);
        let uncovered: Vec<_> = uncovered.map(|(name, _)| name).collect();
        let parts = [
            ("", counted(0)),
            ("could not verify: ", counted(1)),
            ("not covered: ", uncovered.join(", ")),
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

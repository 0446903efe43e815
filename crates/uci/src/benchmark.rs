//! [`bench()`]: a fixed amount of work, to measure speed and to notice when the search changes.

use crate::engine::Engine;
use plywood_core::Position;
use plywood_search::{Limits, Strategy};
use std::fmt;
use std::time::{Duration, Instant};

/// The positions, a FEN a line: some from games of plywood with itself, the others set up by hand or known from books.
const POSITIONS: &str = include_str!("benchmark/positions.fen");
/// The depth that is usual for [`bench()`].
const DEPTH: u32 = 13;

/// The result of [`bench()`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bench {
    /// The nodes searched. They are the same on every run and machine.
    pub nodes: u64,
    /// How long the searches took.
    pub elapsed: Duration,
}

impl Bench {
    /// Nodes per second.
    #[must_use]
    pub fn speed(&self) -> u64 {
        let nanoseconds = self.elapsed.as_nanos().max(1);
        let speed = u128::from(self.nodes) * 1_000_000_000 / nanoseconds;
        u64::try_from(speed).unwrap_or(u64::MAX)
    }
}

/// `N nodes M nps`, as `OpenBench` reads it.
impl fmt::Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.speed())
    }
}

/// Searches some 40 positions on one thread to a depth, 13 unless another is given, each with an empty table.
///
/// ```
/// let first = plywood_engine::bench(Some(3));
/// assert_eq!(first.nodes, plywood_engine::bench(Some(3)).nodes);
/// assert!(first.to_string().ends_with(" nps"));
/// ```
#[must_use]
pub fn bench(depth: Option<u32>) -> Bench {
    let limits = Limits::depth(depth.unwrap_or(DEPTH));
    let mut engine = Engine::new();
    let (mut nodes, mut elapsed) = (0, Duration::ZERO);
    for position in POSITIONS
        .lines()
        .filter_map(|line| line.parse::<Position>().ok())
    {
        Strategy::<Position>::new_game(&mut engine);
        // To clear the table is not part of a search.
        let started = Instant::now();
        nodes += engine.search(&position, &limits).stats.explored;
        elapsed += started.elapsed();
    }
    Bench { nodes, elapsed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_legal() {
        for line in POSITIONS.lines() {
            assert!(line.parse::<Position>().is_ok(), "{line}");
        }
        assert!(POSITIONS.lines().count() >= 40);
    }
}

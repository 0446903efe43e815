//! [`bench()`]: a fixed amount of work, to measure speed and to notice changes of the search or its network.

use crate::searcher::Searcher;
use plywood_core::{History, Position};
use plywood_search::{Limits, StopHandle};
use std::fmt;
use std::time::{Duration, Instant};

/// The positions, one FEN per line: some from games of plywood with itself, the others set up by hand or known from books.
const POSITIONS: &str = include_str!("benchmark/positions.fen");
/// The default depth of [`bench()`].
pub(crate) const DEPTH: u32 = 13;

/// The result of [`bench()`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bench {
    /// The nodes searched. With one thread they are the same on every run and machine.
    nodes: u64,
    /// The time of the searches.
    elapsed: Duration,
}

impl Bench {
    /// Nodes per second.
    fn speed(&self) -> u64 {
        let nanoseconds = self.elapsed.as_nanos().max(1);
        let speed = u128::from(self.nodes) * 1_000_000_000 / nanoseconds;
        u64::try_from(speed).unwrap_or(u64::MAX)
    }
}

/// Writes `N nodes M nps`, as `OpenBench` reads it.
impl fmt::Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.speed())
    }
}

/// Searches about 40 positions to a depth, each as the first one of a game.
pub(crate) fn bench(searcher: &mut Searcher, depth: u32, stop: &StopHandle) -> Bench {
    let limits = Limits::depth(depth).with_stop(stop);
    let (mut nodes, mut elapsed) = (0, Duration::ZERO);
    for position in POSITIONS
        .lines()
        .filter_map(|line| line.parse::<Position>().ok())
    {
        // Clearing the table is not part of a search.
        searcher.new_game();
        let game = History::new(position);
        let started = Instant::now();
        nodes += searcher.search(&game, &limits, &mut ()).stats.nodes;
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

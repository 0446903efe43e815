//! Random opening positions that both sides can play, for tests of strength.

use crate::searcher::Searcher;
use fastrand::Rng;
use plywood_console::random_game;
use plywood_core::{History, Position};
use plywood_search::Limits;

/// So many random moves are made: enough for thousands of different positions.
const PLIES: usize = 8;
/// Positions in which a short search finds a larger advantage are left out.
const MOST_CENTIPAWNS: i32 = 150;
const NODES: u64 = 2_000;

/// Makes the positions that follow from a seed.
#[derive(Debug)]
pub(crate) struct RandomOpenings {
    random: Rng,
    searcher: Searcher,
    starts: Vec<Position>,
}

impl RandomOpenings {
    /// Openings from these positions, of which there must be one at least.
    pub(crate) fn new(seed: u64, starts: Vec<Position>, searcher: Searcher) -> Self {
        Self {
            random: Rng::with_seed(seed),
            searcher,
            starts,
        }
    }

    fn balanced(&mut self) -> Option<Position> {
        let start = self.random.choice(&self.starts)?.clone();
        // A coin decides the side to move, so that an opening does not favor the same color.
        let plies = PLIES + self.random.usize(..2);
        let game = random_game(&start, plies, &mut self.random)?;
        let start = History::new(game.position().clone());
        let report = self.searcher.search(&start, &Limits::nodes(NODES), &mut ());
        let centipawns = report.score?.as_centipawns()?;
        (centipawns.abs() <= MOST_CENTIPAWNS).then(|| game.position().clone())
    }
}

impl Iterator for RandomOpenings {
    type Item = Position;

    /// The next position; `None` if a thousand attempts fail, as from a position without moves.
    fn next(&mut self) -> Option<Position> {
        (0..1_000).find_map(|_| self.balanced())
    }
}

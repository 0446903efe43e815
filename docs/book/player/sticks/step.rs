//! Chapter 1: count what the rules allow, and play any of it.

use fastrand::Rng;
use plywood::search::StopReason;
use plywood::{Game, Limits, Report, Strategy};

/// In how many ways the next moves can be played.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    todo!("1 at depth 0; otherwise the sum over all `legal_moves`, one ply less deep `after` each")
}

pub struct Anything(pub Rng);

impl<G: Game> Strategy<G> for Anything {
    fn search(&mut self, position: &G, _: &Limits) -> Report<G::Move> {
        let moves = position.legal_moves();
        todo!(
            "a `Report::from` any move that `self.0` chooses, or `Report::new(StopReason::Solved)`"
        )
    }
}

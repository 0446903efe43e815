//! Chapter 1: counts what the rules allow, and plays any of it.

use fastrand::Rng;
use plywood::search::StopReason;
use plywood::{Game, Limits, Report, Strategy};

/// In how many ways the next moves can be played.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    // ANCHOR: yours todo!("1 at depth 0; otherwise the sum over all `legal_moves`, one ply less deep `after` each")
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    let below = |&mv| perft(&position.after(mv), depth - 1);
    moves.iter().map(below).sum()
    // ANCHOR_END: yours
}

pub struct Anything(pub Rng);

impl<G: Game> Strategy<G> for Anything {
    fn search(&mut self, position: &G, _: &Limits) -> Report<G::Move> {
        let moves = position.legal_moves();
        // ANCHOR: yours todo!("a `Report::from` any move that `self.0` chooses, or `Report::new(StopReason::Solved)`")
        match self.0.choice(moves.iter()) {
            Some(&mv) => Report::from(mv),
            None => Report::new(StopReason::Solved),
        }
        // ANCHOR_END: yours
    }
}

//! Chapter 2: the move after which the position looks best.

use plywood::search::StopReason;
use plywood::{Evaluator, Game, Limits, Report, Score, Strategy};

pub struct Greedy<E>(pub E);

impl<G: Game, E: Evaluator<G>> Strategy<G> for Greedy<E> {
    fn search(&mut self, position: &G, _: &Limits) -> Report<G::Move> {
        let (mut best, mut best_move) = (Score::LOWEST, None::<G::Move>);
        for &mv in position.legal_moves().iter() {
            // ANCHOR: yours todo!("`self.0.evaluate` the position after the move, for the side that moves here")
            // The opponent is to move there, so it's the opponent's score.
            let score = -self.0.evaluate(&position.after(mv));
            if best_move.is_none() || score > best {
                (best, best_move) = (score, Some(mv));
            }
            // ANCHOR_END: yours
        }
        best_move.map_or_else(|| Report::new(StopReason::Solved), Report::from)
    }
}

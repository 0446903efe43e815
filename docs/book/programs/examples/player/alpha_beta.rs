// ANCHOR: step
//! Chapter 4: minimax that leaves out what can't matter. Chapter 5 gives it an order.

use plywood::search::{FixedDepth, Horizon, MoveOrdering, SearchState, Stopped};
use plywood::search::{Window, searches_once};
use plywood::{Game, Score, Strategy};

pub struct Cutting<H, O>(pub H, pub O);

impl<G: Game, H: Horizon<G>, O: MoveOrdering<G>> FixedDepth<G> for Cutting<H, O> {
    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, window)?;
        let Self(horizon, ordering) = self;
        if depth == 0 {
            return horizon.value(position, window, state);
        }
        let mut moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Ok(state.ended(ending));
        }
        ordering.sort(position, &mut moves, state.ply());
        let (mut alpha, beta, mut best) = (window.alpha(), window.beta(), Score::LOWEST);
        for &mv in moves.iter() {
            state.down(mv);
            // ANCHOR: yours let below: Window = todo!("the window of alpha and beta, as the opponent sees it");
            let below = -Window::between(alpha, beta);
            // ANCHOR_END: yours
            let score = -self.value(&position.after(mv), depth - 1, below, state)?;
            state.up(score);
            best = best.max(score);
            // ANCHOR: yours todo!("a move above alpha is an improvement, and raises it; one that reaches beta is the last")
            if score > alpha {
                state.improved(mv, score);
                alpha = score;
            }
            if score >= beta {
                break;
            }
            // ANCHOR_END: yours
        }
        Ok(best)
    }
}

impl<G: Game, H: Horizon<G>, O: MoveOrdering<G>> Strategy<G> for Cutting<H, O> {
    searches_once!(G);
}
// ANCHOR_END: step

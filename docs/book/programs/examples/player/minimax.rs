//! Chapter 3: the best move if the opponent answers as well as possible, and so on until the depth is used up.

use plywood::search::{FixedDepth, Horizon, SearchState, Stopped, Window, searches_once};
use plywood::{Game, Score, Strategy};

pub struct Thinking<H>(pub H);

impl<G: Game, H: Horizon<G>> FixedDepth<G> for Thinking<H> {
    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window, // For the next chapter. Pass it on.
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        // Counts the node, and stops the search if the nodes or the time are used up: that's what each `?` is for.
        state.visit(depth, window)?;
        if depth == 0 {
            return self.0.value(position, window, state);
        }
        let moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Ok(state.ended(ending));
        }
        let mut best = Score::LOWEST;
        for &mv in moves.iter() {
            state.down(mv);
            // ANCHOR: yours let score = todo!("the value after the move, one ply less deep, for the side that moves here");
            let score = -self.value(&position.after(mv), depth - 1, window, state)?;
            // ANCHOR_END: yours
            state.up(score);
            // ANCHOR: yours todo!("if it's better: keep it, and tell the search by `state.improved(mv, score)`")
            if score > best {
                state.improved(mv, score);
                best = score;
            }
            // ANCHOR_END: yours
        }
        Ok(best)
    }
}

impl<G: Game, H: Horizon<G>> Strategy<G> for Thinking<H> {
    searches_once!(G);
}

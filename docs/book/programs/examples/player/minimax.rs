//! Chapter 3: the best move if the opponent answers as well as possible, and so on until the depth is used up.

use plywood::search::{FixedDepth, Horizon, SearchState, Stopped, Window, searches_once};
use plywood::{Game, Score, Strategy};

pub struct Thinking<H>(pub H);

impl<G: Game, H: Horizon<G>> FixedDepth<G> for Thinking<H> {
    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
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
            let score = -self.value(&position.after(mv), depth - 1, window, state)?;
            state.up(score);
            if score > best {
                state.improved(mv, score);
                best = score;
            }
        }
        Ok(best)
    }
}

impl<G: Game, H: Horizon<G>> Strategy<G> for Thinking<H> {
    searches_once!(G);
}

//! Chapter 9, on dice: minimax for games in which chance moves, too.

use plywood::search::{FixedDepth, Horizon, SearchState, Stopped, Window, searches_once};
use plywood::{Game, Score, Strategy};

pub struct Rolling<H>(pub H);

impl<G: Game, H: Horizon<G>> FixedDepth<G> for Rolling<H> {
    fn value(
        &mut self,
        position: &G,
        depth: u32,
        _: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, Window::OPEN)?;
        if depth == 0 {
            return self.0.value(position, Window::OPEN, state);
        }
        let moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Ok(state.ended(ending));
        }
        if position.waits_for_chance() {
            let (mut sum, mut weights) = (0.0, 0.0);
            for &outcome in moves.iter() {
                let weight = position.weight(outcome);
                state.roll(outcome, weight);
                // ANCHOR: yours let value: Score = todo!("the value after the outcome: it costs no depth, and the side to move is the same");
                let value = self.value(&position.after(outcome), depth, Window::OPEN, state)?;
                // ANCHOR_END: yours
                state.unroll(Some(value));
                // ANCHOR: yours todo!("add the points, `value.pawns() * 100.0`, to the sum by their weight, and the weight to the weights");
                sum += f64::from(weight) * value.pawns() * 100.0;
                weights += f64::from(weight);
                // ANCHOR_END: yours
            }
            // Halves are rounded away from zero, so the value is the opposite for the other side.
            let mean: f64 = sum / weights;
            return Ok(Score::centipawns(mean.round() as i32));
        }
        let mut best = Score::LOWEST;
        for &mv in moves.iter() {
            state.down(mv);
            let score = -self.value(&position.after(mv), depth - 1, Window::OPEN, state)?;
            state.up(score);
            if score > best {
                state.improved(mv, score);
                best = score;
            }
        }
        Ok(best)
    }
}

impl<G: Game, H: Horizon<G>> Strategy<G> for Rolling<H> {
    searches_once!(G);
}

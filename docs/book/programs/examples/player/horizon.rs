// ANCHOR: step
//! Chapter 10: where the depth ends, captures are played out.

use plywood::search::{Horizon, MoveOrdering, SearchState, Stopped, Tactical, Window};
use plywood::{Evaluator, Game, Move, Position, Score};

use super::ordering::TakeFirst;

pub struct Quiet<E>(pub E);

impl<E: Evaluator<Position>> Horizon<Position> for Quiet<E> {
    fn value(
        &self,
        position: &Position,
        window: Window,
        state: &mut SearchState<'_, Move>,
    ) -> Result<Score, Stopped> {
        if let Some(ending) = position.ending_at_leaf() {
            return Ok(state.ended(ending));
        }
        // ANCHOR: yours let mut best: Score = todo!("standing pat: the score of the position as it is");
        let mut best = state.evaluate(&self.0, position);
        // ANCHOR_END: yours
        let mut moves = position.noisy_moves();
        moves.retain(|mv| position.exchange(*mv) >= Score::DRAW);
        TakeFirst.sort(position, &mut moves, state.ply());
        for mv in moves {
            if best >= window.beta() || state.is_too_deep() {
                break;
            }
            // ANCHOR: yours let below: Window = todo!("what is open between the best score so far and beta, as the opponent sees it");
            let below = -Window::between(window.alpha().max(best), window.beta());
            // ANCHOR_END: yours
            state.down(mv);
            state.visit_quiescence(below)?;
            // ANCHOR: yours let score: Score = todo!("the score of the captures that may follow");
            let score = -self.value(&position.after(mv), below, state)?;
            // ANCHOR_END: yours
            state.up(score);
            best = best.max(score);
        }
        Ok(best)
    }

    fn is_exact(&self) -> bool {
        true
    }
}
// ANCHOR_END: step

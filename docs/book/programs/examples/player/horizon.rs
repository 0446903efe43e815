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
        let mut best = state.evaluate(&self.0, position);
        let mut moves = position.noisy_moves();
        moves.retain(|mv| position.exchange(*mv) >= Score::DRAW);
        TakeFirst.sort(position, &mut moves, state.ply());
        for mv in moves {
            if best >= window.beta() || state.is_too_deep() {
                break;
            }
            let below = -Window::between(window.alpha().max(best), window.beta());
            state.down(mv);
            state.visit_quiescence(below)?;
            let score = -self.value(&position.after(mv), below, state)?;
            state.up(score);
            best = best.max(score);
        }
        Ok(best)
    }

    fn is_exact(&self) -> bool {
        true
    }
}

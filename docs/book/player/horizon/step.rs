//! Chapter 10: where the depth ends, captures are played out.

use plywood::search::{Horizon, MoveOrdering, SearchState, Stopped, Tactical, Window};
use plywood::{Evaluator, Game, Move, Position, Score};

use crate::book::ordering::TakeFirst;

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
        let mut best: Score = todo!("standing pat: the score of the position as it is");
        let mut moves = position.noisy_moves();
        moves.retain(|mv| position.exchange(*mv) >= Score::DRAW);
        TakeFirst.sort(position, &mut moves, state.ply());
        for mv in moves {
            if best >= window.beta() || state.is_too_deep() {
                break;
            }
            let below: Window = todo!(
                "what is open between the best score so far and beta, as the opponent sees it"
            );
            state.down(mv);
            state.visit_quiescence(below)?;
            let score: Score = todo!("the score of the captures that may follow");
            state.up(score);
            best = best.max(score);
        }
        Ok(best)
    }

    fn is_exact(&self) -> bool {
        true
    }
}

//! Chapter 8: a question for each move but the first: is it better?

use plywood::search::{FixedDepth, Horizon, MoveOrdering, SearchState, Stopped, TableEntry};
use plywood::search::{TranspositionTable, Window, arrange, searches_once};
use plywood::{Game, Score, Strategy};

pub struct Asking<H, O, T>(pub H, pub O, pub T);

impl<G: Game, H, O, T> FixedDepth<G> for Asking<H, O, T>
where
    H: Horizon<G>,
    O: MoveOrdering<G>,
    T: TranspositionTable<G>,
{
    fn begin(&mut self) {
        self.1.begin();
        self.2.begin();
    }

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
        let mut moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Ok(state.ended(ending));
        }
        let known = self.2.find(position, &moves, depth, state.ply());
        if let Some(known) = known.filter(|known| self.2.answers(known, depth, window))
            && state.ply() > 0
        {
            return Ok(state.saved(known.score, known.flag));
        }
        let first = known.and_then(|known| known.best);
        arrange(&self.1, position, &mut moves, first, state);
        let (mut alpha, beta) = (window.alpha(), window.beta());
        let (mut best, mut best_move) = (Score::LOWEST, None);
        for (index, &mv) in moves.iter().enumerate() {
            let child = position.after(mv);
            let whole = Window::between(alpha, beta);
            // ANCHOR: yours
            let asked = if index == 0 {
                whole
            } else {
                whole.null_at_alpha()
            };
            // ANCHOR_END: yours
            state.down(mv);
            // ANCHOR: yours // This asks for the value of every move. Ask if a move behind the first is better (`whole.null_at_alpha()`), and for its
            // ANCHOR: yours // value (after `state.search_again(-score)`) only if it is, and doesn't reach beta.
            // ANCHOR: yours let score = -self.value(&child, depth - 1, -whole, state)?;
            let mut score = -self.value(&child, depth - 1, -asked, state)?;
            if asked != whole && score > alpha && score < beta {
                state.search_again(-score);
                score = -self.value(&child, depth - 1, -whole, state)?;
            }
            // ANCHOR_END: yours
            state.up(score);
            best = best.max(score);
            if score > alpha {
                (alpha, best_move) = (score, Some(mv));
                state.improved(mv, score);
            }
            if score >= beta {
                self.1.cut(position, mv, depth, state.ply());
                break;
            }
        }
        let found = TableEntry::new(best, window.bound_of(best), depth, best_move);
        self.2.store(position, state.ply(), found);
        Ok(best)
    }
}

impl<G: Game, H, O, T> Strategy<G> for Asking<H, O, T>
where
    H: Horizon<G>,
    O: MoveOrdering<G>,
    T: TranspositionTable<G>,
{
    searches_once!(G);
}

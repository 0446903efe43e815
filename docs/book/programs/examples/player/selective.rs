//! Chapter 13: a bet. What comes late in the order is searched a ply less deeply, and again if it looks good.

use plywood::search::{FixedDepth, Horizon, MoveOrdering, SearchState, Stopped, TableEntry};
use plywood::search::{TranspositionTable, Window, arrange, searches_once};
use plywood::{Game, Move, Position, Score, Strategy};

pub struct Betting<H, O, T>(pub H, pub O, pub T);

impl<H, O, T> FixedDepth<Position> for Betting<H, O, T>
where
    H: Horizon<Position>,
    O: MoveOrdering<Position>,
    T: TranspositionTable<Position>,
{
    fn begin(&mut self) {
        self.1.begin();
        self.2.begin();
    }

    fn value(
        &mut self,
        position: &Position,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, Move>,
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
            let is_quiet = !position.is_capture(mv) && !position.is_check() && !child.is_check();
            let is_late = index > 3 && depth > 2 && is_quiet;
            let whole = Window::between(alpha, beta);
            let asked = if index == 0 {
                whole
            } else {
                whole.null_at_alpha()
            };
            state.down(mv);
            let less = depth - 1 - u32::from(is_late);
            let mut score = -self.value(&child, less, -asked, state)?;
            if score > alpha && (is_late || (asked != whole && score < beta)) {
                state.search_again(-score);
                score = -self.value(&child, depth - 1, -whole, state)?;
            }
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

impl<H, O, T> Strategy<Position> for Betting<H, O, T>
where
    H: Horizon<Position>,
    O: MoveOrdering<Position>,
    T: TranspositionTable<Position>,
{
    searches_once!(Position);
}

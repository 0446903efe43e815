// ANCHOR: step
//! Chapter 13: bets. What is far ahead stays ahead, even after a pass; quiet moves don't change much; and late moves are no better.

use plywood::search::{FixedDepth, Horizon, MoveOrdering, SearchState, Stopped, TableEntry};
use plywood::search::{TranspositionTable, Window, arrange, searches_once};
use plywood::{Evaluator, Game, Move, Position, Score, Strategy};

use super::horizon::Quiet;

pub struct Betting<E, O, T>(pub Quiet<E>, pub O, pub T);

/// No quiet move gains more than this at once.
const HOPE: Score = Score::centipawns(200);
/// So much an advantage shrinks with each ply.
const LOSS: i32 = 80;

impl<E, O, T> FixedDepth<Position> for Betting<E, O, T>
where
    E: Evaluator<Position>,
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
        let is_check = position.is_check();
        let now = if is_check {
            Score::LOWEST
        } else {
            state.evaluate(&self.0.0, position)
        };
        let is_question = window == window.null_at_alpha() && !window.beta().is_decisive();
        if is_question
            && now >= window.beta()
            && let Some(score) = self.refuted(position, depth, (now, window), state)?
        {
            return Ok(score);
        }
        let first = known.and_then(|known| known.best);
        arrange(&self.1, position, &mut moves, first, state);
        let (mut alpha, beta) = (window.alpha(), window.beta());
        let (mut best, mut best_move) = (Score::LOWEST, None);
        for (index, &mv) in moves.iter().enumerate() {
            let child = position.after(mv);
            let is_quiet = !position.is_capture(mv) && !is_check && !child.is_check();
            // ANCHOR: yours // `state.skipped(mv, "futility")`, and the node is worth `now` at least.
            // ANCHOR: yours todo!("second bet: at depth 1 skip quiet moves that leave the score at alpha even with `HOPE`");
            // ANCHOR: yours // `state.skipped(mv, "late-moves")`, but only if `is_question`, and if there's more to choose from than mates.
            // ANCHOR: yours todo!("third bet: skip quiet moves after the first 8 at depth 1, and after the first 12 at depth 2");
            // ANCHOR: yours let is_late: bool = todo!("further up, quiet moves after the first 4 are reduced by a ply");
            let is_hopeless = depth == 1 && now + HOPE <= alpha;
            if is_quiet && is_hopeless {
                state.skipped(mv, "futility");
                best = best.max(now);
                continue;
            }
            let most = 4 + 4 * depth as usize;
            if is_quiet && is_question && depth < 3 && index >= most && !best.is_decisive() {
                state.skipped(mv, "late-moves");
                continue;
            }
            let is_late = index > 3 && depth > 2 && is_quiet;
            // ANCHOR_END: yours
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

impl<E, O, T> Betting<E, O, T>
where
    E: Evaluator<Position>,
    O: MoveOrdering<Position>,
    T: TranspositionTable<Position>,
{
    /// The score of a node that looks too good already, if it stays so near the horizon, or even after a pass.
    fn refuted(
        &mut self,
        position: &Position,
        depth: u32,
        (now, window): (Score, Window),
        state: &mut SearchState<'_, Move>,
    ) -> Result<Option<Score>, Stopped> {
        let beta = window.beta();
        // ANCHOR: yours // With less than 4 plies left: `state.pruned(now, "reverse-futility")` if `now` is above beta by `LOSS` for each of them.
        // ANCHOR: yours // With 3 or more, and unless `state.has_passed()`: search `position.after_null()`, 3 plies less deep, between
        // ANCHOR: yours // `state.pass("null-move")` and `state.unpass(score)`. If that reaches beta, the score is `state.pruned(beta, "null-move")`.
        // ANCHOR: yours todo!("first bet: what is far ahead stays ahead")
        if depth < 4 && now >= beta + Score::centipawns(LOSS * depth.cast_signed()) {
            return Ok(Some(state.pruned(now, "reverse-futility")));
        }
        if depth < 3 || state.has_passed() {
            return Ok(None);
        }
        let Some(passed) = position.after_null() else {
            return Ok(None);
        };
        state.pass("null-move");
        let score = -self.value(&passed, depth - 3, -window, state)?;
        state.unpass(score);
        Ok((score >= beta).then(|| state.pruned(beta, "null-move")))
        // ANCHOR_END: yours
    }
}

impl<E, O, T> Strategy<Position> for Betting<E, O, T>
where
    E: Evaluator<Position>,
    O: MoveOrdering<Position>,
    T: TranspositionTable<Position>,
{
    searches_once!(Position);
}
// ANCHOR_END: step

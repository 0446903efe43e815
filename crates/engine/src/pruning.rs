//! Steps 6 to 9, which prune a whole node, and step 13, which skips single moves.

use crate::depth::PLY;
use crate::node::{Candidate, Facts, Node, TypedMove};
use crate::ordering::{EXCHANGE_VALUES, Picker, Wanted, is_noisy};
use crate::searcher::Searcher;
use crate::shown::By;
use crate::steps::Step;
use crate::table::{OwnEntry, keep};
use crate::value::{Value, is_decisive, is_lost, is_won};
use plywood_core::{Move, PieceKind, Position};
use plywood_search::{Bound, Stopped};

/// # Step 6: razoring
///
/// If the evaluation is so far below alpha that quiet moves will hardly make up for it, only captures are searched. If they don't reach
/// alpha either, the node fails low.
impl Searcher<'_> {
    /// Returns the value of a node that captures alone cannot save.
    pub(crate) fn razor(&mut self, node: &Node, facts: &Facts) -> Result<Option<Value>, Stopped> {
        let numbers = self.shared.numbers;
        let margin = numbers.razoring + numbers.razoring_by_depth * node.depth * node.depth;
        if !self.does(Step::Razoring)
            || node.depth > numbers.razoring_depth
            || facts.estimate + margin > node.alpha
        {
            return Ok(None);
        }
        let again = node.reaching(node.alpha + 1, 0);
        let value = self.visit_quietly(facts.position, again, By::AgainFor(Step::Razoring))?;
        Ok((value <= node.alpha).then_some(value))
    }
}

/// # Step 7: reverse futility pruning (RFP), also called static null move
///
/// If the evaluation is so far above beta that a few plies will not bring it down, the node fails high without a search.
impl Searcher<'_> {
    /// Returns the value of a node that is far above beta. It is halfway to beta, since the rest of the lead was not searched.
    #[inline]
    pub(crate) fn reverse_futility(&self, node: &Node, facts: &Facts) -> Option<Value> {
        let numbers = self.shared.numbers;
        let plies = node.depth - i32::from(facts.is_improving);
        let is_far_above = facts.estimate - numbers.reverse_futility * plies >= node.beta;
        let applies = self.does(Step::ReverseFutility)
            && node.depth <= numbers.reverse_futility_depth
            && !facts.was_pv
            && is_far_above
            && !is_decisive(node.beta);
        applies.then(|| i32::midpoint(facts.estimate, node.beta))
    }
}

/// # Step 8: null move (NMP), with verification
///
/// The side to move passes. If the opponent, with two moves in a row, still can't bring the value below beta, some move will also keep it
/// there. That is wrong in zugzwang, so a side with only pawns does not pass, and at high depth the result is verified by a search without
/// null moves.
impl Searcher<'_> {
    /// Returns a value of beta or more, if passing is good enough for it.
    pub(crate) fn null_move(
        &mut self,
        node: &Node,
        facts: &Facts,
    ) -> Result<Option<Value>, Stopped> {
        if !self.may_pass(node, facts) {
            return Ok(None);
        }
        let Some(passed) = facts.position.after_null() else {
            return Ok(None);
        };
        let numbers = self.shared.numbers;
        let lead = (facts.estimate - node.beta) / numbers.null_move_lead;
        let lead = lead.clamp(0, numbers.null_move_lead_plies);
        let depth = node.depth - (numbers.null_move + node.depth / numbers.null_move_plies + lead);
        let barrier = self.path.make_null(facts.position, node.ply);
        let child = node.child_reaching(node.beta, depth);
        let value = -self.visit(&passed, child, By::PassFor(Step::NullMove))?;
        self.path.undo_null(barrier);
        if value < node.beta {
            return Ok(None);
        }
        // A mate after passing proves no mate.
        let value = if is_won(value) { node.beta } else { value };
        if node.depth < numbers.null_move_verified_depth || !self.does(Step::NullMoveVerification) {
            return Ok(Some(value));
        }
        let is_confirmed = self.verify(facts.position, node, depth)?;
        Ok(is_confirmed.then_some(value))
    }

    fn may_pass(&mut self, node: &Node, facts: &Facts) -> bool {
        let numbers = self.shared.numbers;
        let margin = numbers.null_move_margin - numbers.null_move_margin_by_depth * node.depth;
        let was_null = node.ply > 0 && self.path.back(node.ply, 1).made.is_none();
        self.does(Step::NullMove)
            && node.depth >= numbers.null_move_depth
            && facts.estimate >= node.beta
            && facts
                .evaluation
                .is_some_and(|value| value - margin >= node.beta)
            && node.ply >= self.null_moves_from
            && !was_null
            && !is_lost(node.beta)
            && has_pieces(facts.position)
    }

    /// Searches the node itself at reduced depth, without null moves for most of that depth.
    fn verify(&mut self, position: &Position, node: &Node, depth: i32) -> Result<bool, Stopped> {
        let before = self.null_moves_from;
        let quarters = self.shared.numbers.null_move_verified_quarters * depth.max(0);
        self.null_moves_from = node.ply + 1 + quarters as usize / 4;
        let again = node.reaching(node.beta, depth.max(1));
        let value = self.visit(position, again, By::AgainFor(Step::NullMoveVerification))?;
        self.null_moves_from = before;
        Ok(value >= node.beta)
    }
}

/// Returns `true` if the side to move has more than pawns.
#[inline]
pub(crate) fn has_pieces(position: &Position) -> bool {
    let side = position.side_to_move();
    let king_and_pawns =
        position.pieces(side, PieceKind::Pawn) | position.pieces(side, PieceKind::King);
    position.board().color(side) != king_and_pawns
}

/// # Step 9: `ProbCut`
///
/// If a capture beats beta by a margin in a search that is four plies shallower, it will very probably beat beta at full depth. A
/// quiescence search first decides whether even that search is worth its time.
impl Searcher<'_> {
    /// Returns the value of a capture that beats beta by the margin, if there is one.
    pub(crate) fn prob_cut(
        &mut self,
        node: &Node,
        facts: &Facts,
    ) -> Result<Option<Value>, Stopped> {
        let numbers = self.shared.numbers;
        let depth = node.depth - numbers.prob_cut_reduction;
        let goal = node.beta + numbers.prob_cut
            - numbers.prob_cut_improving * i32::from(facts.is_improving);
        let known = facts.known;
        let is_known_below = known.is_some_and(|known| known.depth > depth && known.value < goal);
        let Some(evaluation) = facts.evaluation else {
            return Ok(None);
        };
        if !self.does(Step::ProbCut)
            || node.depth < numbers.prob_cut_depth
            || is_decisive(node.beta)
            || is_known_below
        {
            return Ok(None);
        }
        let table_move = facts
            .table_move()
            .filter(|mv| is_noisy(facts.position, *mv));
        let mut picker = Picker::new(Wanted::Noisy, &self.arena, table_move);
        let mut found = None;
        while let Some(ranked) = self.next_move(facts.position, node.ply, &mut picker) {
            if !facts
                .position
                .see_at_least(ranked.mv, goal - evaluation, &EXCHANGE_VALUES)
            {
                continue;
            }
            let value = self.probe(facts.position, node, goal, ranked.mv)?;
            if value >= goal {
                found = Some(OwnEntry {
                    value,
                    bound: Bound::AtLeast,
                    depth: depth + 1,
                    mv: Some(ranked.mv),
                    evaluation: facts.raw,
                    was_pv: facts.was_pv,
                });
                break;
            }
        }
        picker.finish(&mut self.arena);
        if let Some(found) = found.filter(|_| self.does(Step::TableUpdates)) {
            keep(self.shared.table, facts.position, node.ply, &found);
        }
        Ok(found.map(|found| found.value))
    }

    /// Returns the value of a capture by a shallow search, if quiescence confirms it.
    fn probe(
        &mut self,
        position: &Position,
        node: &Node,
        goal: Value,
        mv: Move,
    ) -> Result<Value, Stopped> {
        let capture = TypedMove { mv, is_noisy: true };
        let child = self.make(position, node.ply, capture);
        let by = By::MoveFor(mv, Step::ProbCut);
        let mut value = -self.visit_quietly(&child, node.child_reaching(goal, 0), by)?;
        if value >= goal {
            let depth = node.depth - self.shared.numbers.prob_cut_reduction;
            value = -self.visit(&child, node.child_reaching(goal, depth), by)?;
        }
        self.undo();
        Ok(value)
    }
}

/// The moves to skip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Skip {
    /// Nothing.
    Nothing,
    /// This move, by this step.
    Move(Step),
    /// This move and every quiet move after it.
    Quiets(Step),
}

/// # Step 13: pruning of moves near the horizon (LMP, futility, history and SEE pruning)
///
/// Late-move pruning skips quiet moves by their number, futility pruning by the evaluation, history pruning by their history, and exchange
/// pruning every move that loses too much material. Once a move that does not lose by force has been searched, the others may be pruned.
impl Searcher<'_> {
    /// Returns the moves to skip, starting with this one.
    pub(crate) fn skip(
        &self,
        node: &Node,
        facts: &Facts,
        candidate: &Candidate,
        picker: &Picker,
    ) -> Skip {
        let numbers = self.shared.numbers;
        let is_lost = is_lost(candidate.best_before);
        if node.is_root() || is_lost || facts.is_check || !has_pieces(facts.position) {
            return Skip::Nothing;
        }
        if candidate.typed.is_noisy {
            let least = -numbers.capture_loss * node.depth;
            let applies = self.does(Step::ExchangePruning) && node.depth <= numbers.exchange_depth;
            return if applies && loses_more(facts.position, candidate, picker, least) {
                Skip::Move(Step::ExchangePruning)
            } else {
                Skip::Nothing
            };
        }
        self.skip_quiet(node, facts, candidate, picker)
    }

    fn skip_quiet(
        &self,
        node: &Node,
        facts: &Facts,
        candidate: &Candidate,
        picker: &Picker,
    ) -> Skip {
        let (numbers, depth) = (self.shared.numbers, node.depth);
        // Half as many if the side is not improving.
        let most = numbers.late_moves + depth * depth;
        let most = most / (2 - i32::from(facts.is_improving));
        if self.does(Step::LateMovePruning)
            && depth <= numbers.late_moves_depth
            && candidate.count as i32 > most
        {
            return Skip::Quiets(Step::LateMovePruning);
        }
        // The depth that remains after the reduction.
        let left = (depth - self.base_reduction(depth, candidate.count) / PLY).max(0);
        let margin = numbers.futility + numbers.futility_by_depth * left;
        let hope = facts.evaluation.map(|value| value + margin);
        let is_futile = self.does(Step::FutilityPruning)
            && left <= numbers.futility_depth
            && hope.is_some_and(|hope| hope <= node.alpha);
        let has_bad_history = self.does(Step::HistoryPruning)
            && left <= numbers.history_pruning_depth
            && candidate.rank < -numbers.history_pruning * depth;
        if (is_futile || has_bad_history) && !facts.position.gives_check(candidate.typed.mv) {
            return Skip::Move(if is_futile {
                Step::FutilityPruning
            } else {
                Step::HistoryPruning
            });
        }
        let least = -numbers.quiet_loss * left * left;
        if self.does(Step::ExchangePruning)
            && left <= numbers.exchange_depth
            && loses_more(facts.position, candidate, picker, least)
        {
            return Skip::Move(Step::ExchangePruning);
        }
        Skip::Nothing
    }
}

/// Returns `true` if the exchange on the square of a move ends below this number, which is not above zero.
#[inline]
fn loses_more(position: &Position, candidate: &Candidate, picker: &Picker, least: Value) -> bool {
    let mv = candidate.typed.mv;
    !picker.keeps_material(mv) && !position.see_at_least(mv, least, &EXCHANGE_VALUES)
}

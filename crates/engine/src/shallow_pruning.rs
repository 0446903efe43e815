//! Step 13: moves near the horizon that are not searched at all.
//!
//! Late-move pruning leaves out quiet moves by their number, futility pruning by the evaluation, history pruning by their
//! history, and exchange pruning every move that loses too much material. Once a move is searched that does not lose by
//! force, the others may be pruned.

use crate::margins::Margin;
use crate::moves::EXCHANGE_VALUES;
use crate::node::{Candidate, Node, StaticEvaluation, TypedMove};
use crate::null_move::has_pieces;
use crate::reductions::PLY;
use crate::searcher::Searcher;
use crate::steps::Step;
use crate::value::is_lost;
use plywood_core::Position;

const LATE_MOVE_DEPTH: i32 = 8;
const FUTILITY_DEPTH: i32 = 5;
const HISTORY_DEPTH: i32 = 4;
const EXCHANGE_DEPTH: i32 = 8;

/// What is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Skip {
    /// Nothing.
    Nothing,
    /// This move, by this step.
    Move(Step),
    /// This move and every quiet move after it.
    Quiets(Step),
}

impl Searcher<'_> {
    /// Whether a move is left out.
    pub(crate) fn skip(
        &self,
        position: &Position,
        node: &Node,
        facts: &StaticEvaluation,
        candidate: &Candidate,
    ) -> Skip {
        let TypedMove { mv, is_noisy } = candidate.typed;
        let is_lost = is_lost(candidate.best_before);
        if node.is_root() || is_lost || facts.is_check || !has_pieces(position) {
            return Skip::Nothing;
        }
        if is_noisy {
            let least = -self.margin(Margin::CaptureLoss) * node.depth;
            let loses = || !position.see_at_least(mv, least, &EXCHANGE_VALUES);
            let is_pruned =
                self.does(Step::ExchangePruning) && node.depth <= EXCHANGE_DEPTH && loses();
            return if is_pruned {
                Skip::Move(Step::ExchangePruning)
            } else {
                Skip::Nothing
            };
        }
        self.skip_quiet(position, node, facts, candidate)
    }

    fn skip_quiet(
        &self,
        position: &Position,
        node: &Node,
        facts: &StaticEvaluation,
        candidate: &Candidate,
    ) -> Skip {
        let depth = node.depth;
        // Half as many if the side is not improving.
        let most = self.margin(Margin::LateMoves) + depth * depth;
        let most = most / (2 - i32::from(facts.is_improving));
        if self.does(Step::LateMovePruning)
            && depth <= LATE_MOVE_DEPTH
            && candidate.count as i32 > most
        {
            return Skip::Quiets(Step::LateMovePruning);
        }
        // What will be left of the depth after the reduction.
        let left = (depth - self.base_reduction(depth, candidate.count) / PLY).max(0);
        let margin = self.margin(Margin::Futility) + self.margin(Margin::FutilityByDepth) * left;
        let hope = facts.evaluation.map(|value| value + margin);
        let is_futile = self.does(Step::FutilityPruning)
            && left <= FUTILITY_DEPTH
            && hope.is_some_and(|hope| hope <= node.alpha);
        let has_bad_history = self.does(Step::HistoryPruning)
            && left <= HISTORY_DEPTH
            && candidate.rank < -self.margin(Margin::HistoryPruning) * depth;
        if (is_futile || has_bad_history) && !position.gives_check(candidate.typed.mv) {
            return Skip::Move(if is_futile {
                Step::FutilityPruning
            } else {
                Step::HistoryPruning
            });
        }
        let least = -self.margin(Margin::QuietLoss) * left * left;
        let loses = || !position.see_at_least(candidate.typed.mv, least, &EXCHANGE_VALUES);
        if self.does(Step::ExchangePruning) && left <= EXCHANGE_DEPTH && loses() {
            return Skip::Move(Step::ExchangePruning);
        }
        Skip::Nothing
    }
}

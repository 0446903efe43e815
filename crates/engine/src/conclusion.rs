//! Step 21: stores a finished node's result in the table and in the histories.

use crate::history::{CorrectionKeys, PieceTo};
use crate::node::{Facts, Node, Tried, TypedMove};
use crate::ordering::{is_noisy, kind_of, threats};
use crate::search::NodeResult;
use crate::searcher::Searcher;
use crate::steps::Step;
use crate::table::{OwnEntry, keep};
use crate::value::{Value, is_decisive};
use plywood_core::{Move, Position};
use plywood_search::Bound;

impl Searcher<'_> {
    /// Stores the result of a node: its value, its best move, and how good the evaluation and the ordering were.
    #[inline]
    pub(crate) fn conclude(&mut self, node: &Node, facts: &Facts, found: &NodeResult) {
        // Without the best moves of the root, its value says nothing about the position.
        if node.is_root() && self.root.is_later_line() {
            return;
        }
        let bound = found.bound(node);
        if let Some(best) = found.best {
            self.reward(facts.position, node, best, &found.tried);
        }
        if node.excluded.is_some() {
            return;
        }
        if bound == Bound::AtMost && !is_decisive(found.value) {
            self.reward_last_move(node);
        }
        self.correct(node, facts, found);
        if self.does(Step::TableUpdates) {
            let known = OwnEntry {
                value: found.value,
                bound,
                depth: node.depth,
                mv: found.best.map(|best| best.mv),
                evaluation: facts.raw,
                was_pv: facts.was_pv,
            };
            keep(self.shared.table, facts.position, node.ply, &known);
        }
    }

    /// Returns a value, drawn towards beta if it is beyond: the shallower the search, the less of its lead is likely to last.
    #[inline]
    pub(crate) fn drawn_to_beta(&self, node: &Node, value: Value) -> Value {
        let share = self.shared.numbers.failing_high;
        if value <= node.beta || is_decisive(value) || is_decisive(node.beta) {
            return value;
        }
        value - (value - node.beta) * share / (100 * (node.depth.max(1) + 1))
    }

    /// Returns the bonus for a success at this depth: larger the deeper it was searched.
    #[inline]
    fn bonus(&self, depth: i32) -> i32 {
        let numbers = self.shared.numbers;
        (numbers.history_bonus * depth).min(numbers.history_bonus_most)
    }

    /// Returns the penalty for a failure.
    #[inline]
    fn malus(&self, depth: i32) -> i32 {
        let numbers = self.shared.numbers;
        -(numbers.history_malus * depth).min(numbers.history_malus_most)
    }

    /// Rewards the best move, and punishes those tried before it.
    fn reward(&mut self, position: &Position, node: &Node, best: TypedMove, tried: &Tried) {
        let (bonus, malus) = (self.bonus(node.depth), self.malus(node.depth));
        let others = |mv: &&Move| **mv != best.mv;
        if best.is_noisy {
            self.learn_noisy(position, best.mv, bonus);
        } else {
            let others = tried.quiet.iter().filter(others);
            let others = others.map(|mv| (*mv, malus));
            self.learn_quiets(position, node.ply, others.chain([(best.mv, bonus)]));
        }
        for &mv in tried.noisy.iter().filter(others) {
            self.learn_noisy(position, mv, malus);
        }
    }

    /// Rewards the quiet table move that cut off a node without a search.
    #[inline]
    pub(crate) fn reward_table_move(&mut self, position: &Position, node: &Node, known: &OwnEntry) {
        if let Some(mv) = known.mv
            && known.value >= node.beta
            && !is_noisy(position, mv)
        {
            let success = [(mv, self.bonus(node.depth))];
            self.learn_quiets(position, node.ply, success);
        }
    }

    /// Rewards the quiet move that led to a node where no answer was good enough.
    fn reward_last_move(&mut self, node: &Node) {
        if node.is_root() {
            return;
        }
        let last = self.path.back(node.ply, 1).made;
        if let Some(made) = last.filter(|made| !made.is_noisy) {
            let earlier = self.path.earlier(node.ply - 1);
            let bonus = self.bonus(node.depth) * self.shared.numbers.history_answer / 100;
            let continuation = &mut self.histories.continuation;
            continuation.learn(earlier, made.piece_to, bonus);
        }
    }

    /// Updates the histories with the quiet moves of one position.
    fn learn_quiets(
        &mut self,
        position: &Position,
        ply: usize,
        moves: impl IntoIterator<Item = (Move, i32)>,
    ) {
        let color = position.side_to_move();
        let threats = threats(position, self.shared.steps);
        let earlier = self.path.earlier(ply);
        for (mv, bonus) in moves {
            let piece_to = PieceTo::new(color, kind_of(position, mv.from()), mv.to());
            self.histories.quiet.learn(color, threats, mv, bonus);
            self.histories.continuation.learn(earlier, piece_to, bonus);
        }
    }

    fn learn_noisy(&mut self, position: &Position, mv: Move, bonus: i32) {
        let color = position.side_to_move();
        let piece_to = PieceTo::new(color, kind_of(position, mv.from()), mv.to());
        self.histories
            .capture
            .learn(piece_to, position.captured(mv), bonus);
    }

    /// Learns the error of the evaluation, unless the value comes from a capture or is an inconclusive bound.
    fn correct(&mut self, node: &Node, facts: &Facts, found: &NodeResult) {
        let Some(evaluation) = facts.evaluation else {
            return;
        };
        let is_noisy = found.best.is_some_and(|best| best.is_noisy);
        let says_something = match found.bound(node) {
            Bound::Exact => true,
            Bound::AtLeast => found.value > evaluation,
            Bound::AtMost => found.value < evaluation,
        };
        if !self.does(Step::CorrectionHistory)
            || is_noisy
            || !says_something
            || is_decisive(found.value)
        {
            return;
        }
        let keys = CorrectionKeys::new(facts.position);
        let error = (found.value - evaluation) * node.depth;
        let error = error / self.shared.numbers.correction_divisor;
        self.histories.corrections.learn(keys, error);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Evaluation;
    use crate::history::Histories;
    use crate::path::Made;
    use crate::root::Root;
    use crate::searcher::{Shared, Start};
    use crate::steps::Steps;
    use plywood_core::{Color, PieceKind, Square};
    use plywood_search::{Budget, Limits, Table};
    use std::sync::atomic::AtomicU64;

    /// Returns the histories after a node with this result, of the start position or after its first move.
    fn learned(rank: usize, node: &Node, found: &NodeResult) -> Histories {
        let (table, evaluation) = (Table::with_megabytes(0), Evaluation::default());
        let nodes = [AtomicU64::new(0)];
        let numbers = crate::numbers::Numbers::default();
        let shared = Shared {
            table: &table,
            evaluation: &evaluation,
            steps: Steps::ALL,
            numbers: &numbers,
            endgames: None,
            nodes: &nodes,
        };
        let start = Position::START;
        let moves = start.legal_moves();
        let mut histories = Histories::new();
        let begin = Start {
            budget: Budget::new(&Limits::none()),
            earlier_keys: Vec::new(),
            root: Root::new(&moves, 2),
        };
        let mut searcher = Searcher::new(shared, 0, &mut histories, begin);
        searcher.root.begin_line(rank);
        let position = if node.is_root() {
            start
        } else {
            let before = PieceTo::new(Color::Black, PieceKind::Pawn, Square::E5);
            searcher.path.frame(0).made = Some(Made {
                piece_to: before,
                is_noisy: false,
            });
            searcher.make(&start, 1, quiet(moves[0]))
        };
        let facts = searcher.examine(&position, node, false, None);
        searcher.conclude(node, &facts, found);
        drop(searcher);
        histories
    }

    fn quiet(mv: Move) -> TypedMove {
        TypedMove {
            mv,
            is_noisy: false,
        }
    }

    fn found(value: Value, best: Option<Move>) -> NodeResult {
        NodeResult {
            best: best.map(quiet),
            ..NodeResult::untried(value)
        }
    }

    #[test]
    fn the_last_move_is_rewarded_only_if_no_answer_was_good_enough() {
        let node = Node {
            ply: 2,
            ..Node::root(9, 10, 5)
        };
        let nothing = Histories::new().continuation;
        assert!(learned(0, &node, &found(-40, None)).continuation != nothing);
        let multi_cut = found(1_000, None);
        assert!(learned(0, &node, &multi_cut).continuation == nothing);
    }

    #[test]
    fn the_second_line_of_the_root_teaches_nothing() {
        let node = Node::root(-90, 90, 5);
        let best = Position::START.legal_moves().first().copied();
        assert!(learned(0, &node, &found(30, best)) != Histories::new());
        assert!(learned(1, &node, &found(30, best)) == Histories::new());
    }
}

//! [`Root`]: the moves of the root, what each iteration found of them, and what counts of an iteration that was cut.

use crate::node::Node;
use crate::value::{LOWEST, Value, from_score, is_lost, to_score};
use plywood_core::Move;
use plywood_search::ScoredLine;

/// A move of the root.
#[derive(Debug, Clone)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Its value in this iteration; `LOWEST` if it was not searched yet, or is only known to be no better than others.
    value: Value,
    /// Its value in the iteration before.
    previous: Value,
    /// The best line found that begins with it.
    line: Vec<Move>,
    /// The nodes searched below it.
    pub(crate) nodes: u64,
    /// Whether this iteration found that it loses by force.
    is_refuted: bool,
}

/// The search of a move of the root.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Searched<'a> {
    pub(crate) mv: Move,
    /// Its number in the order tried, from 1.
    pub(crate) number: usize,
    /// Its value, or a bound of it where that lies outside the window.
    pub(crate) value: Value,
    /// The nodes that it took.
    pub(crate) nodes: u64,
    /// The best play after it, if the value lies inside the window.
    pub(crate) rest: &'a [Move],
}

/// The moves of the root that may be searched; the best ones found so far are at the front.
#[derive(Debug)]
pub(crate) struct Root {
    moves: Vec<RootMove>,
    /// The line that is searched now: the moves before this index have lines of their own already.
    first: usize,
    /// How many lines are wanted.
    wanted: usize,
    /// The lines of the last complete iteration, the best first.
    complete: Vec<ScoredLine<Move>>,
    /// What an iteration under way has found that is better than the move of the iteration before.
    better: Option<ScoredLine<Move>>,
}

impl Root {
    /// These moves, all unknown, and the number of lines wanted.
    pub(crate) fn new(moves: &[Move], lines: usize) -> Self {
        let unknown = |mv| RootMove {
            mv,
            value: LOWEST,
            previous: LOWEST,
            line: vec![mv],
            nodes: 0,
            is_refuted: false,
        };
        Self {
            moves: moves.iter().copied().map(unknown).collect(),
            first: 0,
            wanted: lines.min(moves.len()),
            complete: Vec::new(),
            better: None,
        }
    }

    /// How many moves there are.
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// How many lines are wanted.
    pub(crate) fn wanted(&self) -> usize {
        self.wanted
    }

    /// The best move.
    pub(crate) fn best(&self) -> Option<&RootMove> {
        self.moves.first()
    }

    /// The best move of the line that is searched now, by the last iteration.
    pub(crate) fn expected(&self) -> Option<Move> {
        let root = self.moves.get(self.first)?;
        (root.previous != LOWEST).then_some(root.mv)
    }

    /// Whether a line is searched that is not the best one.
    pub(crate) fn is_later_line(&self) -> bool {
        self.first > 0
    }

    /// Whether a move may be searched for the present line.
    pub(crate) fn allows(&self, mv: Move) -> bool {
        self.moves[self.first..].iter().any(|root| root.mv == mv)
    }

    /// A new iteration begins.
    pub(crate) fn begin_iteration(&mut self) {
        for root in &mut self.moves {
            root.previous = root.last_value();
            root.value = LOWEST;
            root.is_refuted = false;
        }
    }

    /// The search of the line of this rank begins. Returns the value of its move in the last iteration, if it has one.
    pub(crate) fn begin_line(&mut self, rank: usize) -> Option<Value> {
        self.first = rank;
        let root = self.moves.get(rank)?;
        (root.previous != LOWEST).then_some(root.previous)
    }

    /// The line is searched once more, with a wider window.
    pub(crate) fn search_again(&mut self) {
        for root in &mut self.moves[self.first..] {
            root.previous = root.last_value();
            root.value = LOWEST;
        }
    }

    /// A move was searched, with this window of the root before it.
    pub(crate) fn record(&mut self, node: &Node, searched: &Searched) {
        let Searched { mv, value, .. } = *searched;
        let Some(root) = self.moves.iter_mut().find(|root| root.mv == mv) else {
            return;
        };
        root.nodes += searched.nodes;
        root.is_refuted = is_lost(value) && value < node.beta;
        if searched.number > 1 && value <= node.alpha {
            return;
        }
        root.value = value;
        root.line.clear();
        root.line.push(mv);
        root.line.extend_from_slice(searched.rest);
        if self.first == 0 && node.alpha < value && value < node.beta {
            let line = root.scored();
            let is_another = self.complete.first().is_none_or(|best| best.line[0] != mv);
            // Only a complete iteration knows that there is nothing better than to be mated.
            self.better = (is_another && !is_lost(value)).then_some(line);
        }
    }

    /// Sorts the moves from the present line on, the best first; moves without a value stay in their order.
    pub(crate) fn sort_rest(&mut self) {
        self.moves[self.first..].sort_by_key(|root| -root.value);
    }

    /// The iteration is complete.
    pub(crate) fn complete_iteration(&mut self) {
        let lines = &mut self.moves[..self.wanted];
        lines.sort_by_key(|root| -root.value);
        let known = |root: &&RootMove| root.last_value() != LOWEST;
        let lines = lines.iter().filter(known);
        self.complete = lines.map(RootMove::scored).collect();
        self.better = None;
    }

    /// The lines of the last complete iteration, the best first.
    pub(crate) fn complete(&self) -> &[ScoredLine<Move>] {
        &self.complete
    }

    /// The first move of the line that is searched now.
    pub(crate) fn first_move(&self) -> Option<Move> {
        self.moves.get(self.first).map(|root| root.mv)
    }

    /// The best line known that begins with this move.
    pub(crate) fn line_of(&self, mv: Move) -> Option<ScoredLine<Move>> {
        let mut moves = self.moves.iter();
        moves.find(|root| root.mv == mv).map(RootMove::scored)
    }

    /// What is known when the search ends: the lines of the last complete iteration, unless the next one has found better.
    ///
    /// An iteration that was cut counts only by a move that was searched to its end inside an open window and is better than
    /// the one before. If it has found only that this one loses by force, another move is played; its score is still the one
    /// that the last complete iteration found for the position.
    pub(crate) fn result(&self) -> Vec<ScoredLine<Move>> {
        let Some(best) = self.complete.first() else {
            return self.better.iter().cloned().collect();
        };
        if let Some(better) = &self.better {
            return self.complete_after(better.clone());
        }
        if !self.is_refuted(best.line[0]) || is_lost(from_score(best.score)) {
            return self.complete.clone();
        }
        match self.moves.iter().find(|root| !root.is_refuted) {
            Some(other) => self.complete_after(ScoredLine::new(
                best.score,
                [other.mv].into_iter().collect(),
            )),
            None => self.complete.clone(),
        }
    }

    /// A line, and after it those of the last complete iteration that still stand.
    fn complete_after(&self, first: ScoredLine<Move>) -> Vec<ScoredLine<Move>> {
        let (score, mv) = (first.score, first.line[0]);
        let stands = |other: &&ScoredLine<Move>| {
            other.line[0] != mv && other.score <= score && !self.is_refuted(other.line[0])
        };
        let others = self.complete.iter().filter(stands).cloned();
        let lines = std::iter::once(first).chain(others);
        lines.take(self.wanted).collect()
    }

    /// Whether this iteration found that a move loses by force.
    pub(crate) fn is_refuted(&self, mv: Move) -> bool {
        let mut refuted = self.moves.iter().filter(|root| root.is_refuted);
        refuted.any(|root| root.mv == mv)
    }
}

impl RootMove {
    /// Its value in this iteration or, if it has none, in the one before.
    pub(crate) fn last_value(&self) -> Value {
        if self.value == LOWEST {
            self.previous
        } else {
            self.value
        }
    }

    fn scored(&self) -> ScoredLine<Move> {
        ScoredLine::new(
            to_score(self.last_value()),
            self.line.iter().copied().collect(),
        )
    }
}

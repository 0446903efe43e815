//! [`Root`]: the moves of the root, their results in each iteration, and the part of an unfinished iteration that counts.

use crate::node::Node;
use crate::value::{LOWEST, Value, from_score, is_lost, to_score};
use plywood_core::Move;
use plywood_search::ScoredLine;

/// A move of the root.
#[derive(Debug, Clone)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Its value in this iteration; `LOWEST` if it has not been searched yet, or is only known to be no better than others.
    value: Value,
    /// Its value in the previous iteration.
    previous: Value,
    /// The best line found that begins with it.
    line: Vec<Move>,
    /// The nodes searched below it.
    pub(crate) nodes: u64,
    /// `true` if this iteration found that it loses by force.
    is_refuted: bool,
}

/// The search of a root move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Searched<'a> {
    pub(crate) mv: Move,
    /// Its number in the order tried, from 1.
    pub(crate) number: usize,
    /// Its value, or a bound outside the window.
    pub(crate) value: Value,
    /// The nodes that it took.
    pub(crate) nodes: u64,
    /// The best play after it, if the value is inside the window.
    pub(crate) rest: &'a [Move],
}

/// The root moves to search; the best ones found so far are at the front.
#[derive(Debug)]
pub(crate) struct Root {
    moves: Vec<RootMove>,
    /// The current line: the moves before this index already have theirs.
    first: usize,
    /// The requested number of lines.
    wanted: usize,
    /// The lines of the last complete iteration, the best first.
    complete: Vec<ScoredLine<Move>>,
    /// A line from the unfinished iteration that is better than the previous iteration's.
    better: Option<ScoredLine<Move>>,
}

impl Root {
    /// Makes a root with these moves, all unknown, and the requested number of lines.
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

    /// Returns the number of moves.
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns the requested number of lines.
    pub(crate) fn wanted(&self) -> usize {
        self.wanted
    }

    /// Returns the best move.
    pub(crate) fn best(&self) -> Option<&RootMove> {
        self.moves.first()
    }

    /// Returns the best move of the current line, by the last iteration.
    pub(crate) fn expected(&self) -> Option<Move> {
        let root = self.moves.get(self.first)?;
        (root.previous != LOWEST).then_some(root.mv)
    }

    /// Returns `true` if the current line is not the best one.
    pub(crate) fn is_later_line(&self) -> bool {
        self.first > 0
    }

    /// Returns `true` if a move may be searched for the current line.
    pub(crate) fn allows(&self, mv: Move) -> bool {
        self.moves[self.first..].iter().any(|root| root.mv == mv)
    }

    /// Begins an iteration.
    pub(crate) fn begin_iteration(&mut self) {
        for root in &mut self.moves {
            root.previous = root.last_value();
            root.value = LOWEST;
            root.is_refuted = false;
        }
    }

    /// Begins the search of the line of this rank. Returns the value of its move in the last iteration, if it has one.
    pub(crate) fn begin_line(&mut self, rank: usize) -> Option<Value> {
        self.first = rank;
        let root = self.moves.get(rank)?;
        (root.previous != LOWEST).then_some(root.previous)
    }

    /// Prepares to search the line again with a wider window.
    pub(crate) fn search_again(&mut self) {
        for root in &mut self.moves[self.first..] {
            root.previous = root.last_value();
            root.value = LOWEST;
        }
    }

    /// Records the search of a move, with this window of the root before it.
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
            // While the iteration is incomplete, a better move than being mated may exist.
            self.better = (is_another && !is_lost(value)).then_some(line);
        }
    }

    /// Sorts the moves from the current line on, the best first; moves without a value keep their order.
    pub(crate) fn sort_rest(&mut self) {
        self.moves[self.first..].sort_by_key(|root| -root.value);
    }

    /// Completes the iteration.
    pub(crate) fn complete_iteration(&mut self) {
        let lines = &mut self.moves[..self.wanted];
        lines.sort_by_key(|root| -root.value);
        let known = |root: &&RootMove| root.last_value() != LOWEST;
        let lines = lines.iter().filter(known);
        self.complete = lines.map(RootMove::scored).collect();
        self.better = None;
    }

    /// Returns the lines of the last complete iteration, the best first.
    pub(crate) fn complete(&self) -> &[ScoredLine<Move>] {
        &self.complete
    }

    /// Returns the first move of the current line.
    pub(crate) fn first_move(&self) -> Option<Move> {
        self.moves.get(self.first).map(|root| root.mv)
    }

    /// Returns the best line known that begins with this move.
    pub(crate) fn line_of(&self, mv: Move) -> Option<ScoredLine<Move>> {
        let mut moves = self.moves.iter();
        moves.find(|root| root.mv == mv).map(RootMove::scored)
    }

    /// Returns the result when the search ends: the lines of the last complete iteration, unless the next one has found better.
    ///
    /// An unfinished iteration counts only by a move that was searched completely inside an open window and is better than the previous
    /// best. If it has only found that the latter loses by force, another move is played; its score is still the one that the last complete
    /// iteration found for the position.
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

    /// Returns a line, followed by those of the last complete iteration that are still valid.
    fn complete_after(&self, first: ScoredLine<Move>) -> Vec<ScoredLine<Move>> {
        let (score, mv) = (first.score, first.line[0]);
        let stands = |other: &&ScoredLine<Move>| {
            other.line[0] != mv && other.score <= score && !self.is_refuted(other.line[0])
        };
        let others = self.complete.iter().filter(stands).cloned();
        let lines = std::iter::once(first).chain(others);
        lines.take(self.wanted).collect()
    }

    /// Returns `true` if this iteration found that a move loses by force.
    pub(crate) fn is_refuted(&self, mv: Move) -> bool {
        let mut refuted = self.moves.iter().filter(|root| root.is_refuted);
        refuted.any(|root| root.mv == mv)
    }
}

impl RootMove {
    /// Returns its value in this iteration or, if it has none, in the previous one.
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

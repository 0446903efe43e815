//! [`RootMoves`]: the moves of the root, with what each iteration found of them.

use crate::value::{LOWEST, Value, to_score};
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
}

/// The moves of the root that may be searched; the best ones found so far are at the front.
#[derive(Debug)]
pub(crate) struct RootMoves {
    moves: Vec<RootMove>,
    /// The line that is searched now: the moves before this index have lines of their own already.
    first: usize,
}

impl RootMoves {
    /// These moves, all unknown.
    pub(crate) fn new(moves: impl IntoIterator<Item = Move>) -> Self {
        let unknown = |mv| RootMove {
            mv,
            value: LOWEST,
            previous: LOWEST,
            line: vec![mv],
            nodes: 0,
        };
        Self {
            moves: moves.into_iter().map(unknown).collect(),
            first: 0,
        }
    }

    /// How many moves there are.
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
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

    /// A move was searched: with a value and a line if it is the best of its line so far.
    pub(crate) fn record(&mut self, mv: Move, nodes: u64, best: Option<(Value, &[Move])>) {
        let Some(root) = self.moves.iter_mut().find(|root| root.mv == mv) else {
            return;
        };
        root.nodes += nodes;
        if let Some((value, rest)) = best {
            root.value = value;
            root.line.clear();
            root.line.push(mv);
            root.line.extend_from_slice(rest);
        }
    }

    /// Sorts the moves from the present line on, the best first; moves without a value stay in their order.
    pub(crate) fn sort_rest(&mut self) {
        self.moves[self.first..].sort_by_key(|root| -root.value);
    }

    /// Sorts the lines that were searched in this iteration.
    pub(crate) fn sort_lines(&mut self, lines: usize) {
        let lines = lines.min(self.moves.len());
        self.moves[..lines].sort_by_key(|root| -root.value);
    }

    /// The best lines with their scores, as many as are wanted and known.
    pub(crate) fn lines(&self, count: usize) -> Vec<ScoredLine<Move>> {
        let known = |root: &&RootMove| root.last_value() != LOWEST;
        let line = |root: &RootMove| ScoredLine {
            score: to_score(root.last_value()),
            line: root.line.iter().copied().collect(),
        };
        self.moves
            .iter()
            .take(count)
            .filter(known)
            .map(line)
            .collect()
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
}

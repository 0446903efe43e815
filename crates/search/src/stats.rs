//! [`Stats`]: counts of what a search did, the same on every run.

use crate::limits::MAX_DEPTH;
use crate::line::{Line, ScoredLine};
use crate::window::Bound;
use plywood_eval::Score;
use std::time::Duration;

/// Counts of a search. On one thread they are the same on every run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Stats {
    /// Nodes entered, the root and the quiescence nodes included.
    pub nodes: u64,
    /// Nodes whose score came from the table.
    pub saved: u64,
    /// Calls of the evaluator.
    pub evaluated: u64,
    /// Nodes at which the game was over.
    pub endings: u64,
    /// Nodes below the horizon, visited by quiescence.
    pub quiescence: u64,
    /// Nodes at which the rest of the moves was cut off.
    pub cutoffs: u64,
    /// Cut-offs by the first move that was tried. The more there are, the better the ordering.
    pub first_move_cutoffs: u64,
    /// Searches repeated because the window was too narrow.
    pub researches: u64,
    /// The depth that was completed, or the ply to which quiescence went below it.
    pub deepest_ply: u32,
}

impl Stats {
    /// Nodes that were scored without searching further: evaluated ones and ends of the game.
    #[must_use]
    pub const fn leaves(&self) -> u64 {
        self.evaluated + self.endings
    }

    /// The share of the cut-offs that were made by the first move, from 0 to 1; `None` without any cut-off.
    #[must_use]
    pub fn first_move_share(&self) -> Option<f64> {
        (self.cutoffs > 0).then(|| ratio(self.first_move_cutoffs, self.cutoffs))
    }

    /// The share of the nodes whose score came from the table, from 0 to 1.
    #[must_use]
    pub fn saved_share(&self) -> f64 {
        ratio(self.saved, self.nodes.max(1))
    }

    /// The branching factor that would give as many nodes in a full tree of this depth.
    ///
    /// ```
    /// use plywood_search::Stats;
    ///
    /// let mut stats = Stats::default();
    /// stats.nodes = 1 + 3 + 9;
    /// assert!((stats.branching_factor(2) - 3.0).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn branching_factor(&self, depth: u32) -> f64 {
        let target = ratio(self.nodes, 1);
        let plies = depth.min(MAX_DEPTH);
        let nodes = |factor: f64| (0..plies).fold(1.0, |sum, _| 1.0 + sum * factor);
        // The number of nodes grows with the factor, so bisection finds it.
        let (mut low, mut high) = (0.0, target);
        for _ in 0..80 {
            let middle = f64::midpoint(low, high);
            if nodes(middle) < target {
                low = middle;
            } else {
                high = middle;
            }
        }
        if depth == 0 { 0.0 } else { high }
    }

    /// Adds the counts of another search, such as one on another thread.
    pub fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.saved += other.saved;
        self.evaluated += other.evaluated;
        self.endings += other.endings;
        self.quiescence += other.quiescence;
        self.cutoffs += other.cutoffs;
        self.first_move_cutoffs += other.first_move_cutoffs;
        self.researches += other.researches;
        self.deepest_ply = self.deepest_ply.max(other.deepest_ply);
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a ratio of counts is read by people, to a few digits"
)]
fn ratio(count: u64, of: u64) -> f64 {
    count as f64 / of as f64
}

/// What one iteration of a deepening search found and cost.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Iteration<M> {
    /// The depth that was completed.
    pub depth: u32,
    /// The deepest ply that was reached so far, quiescence included.
    pub deepest_ply: u32,
    /// The score at that depth.
    pub score: Score,
    /// The best move.
    pub best_move: M,
    /// The best play of both sides; it begins with the best move.
    pub line: Line<M>,
    /// The next best moves with their lines, the best first; empty unless several lines were asked for.
    #[cfg_attr(
        feature = "serde",
        serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")
    )]
    pub other_lines: Vec<ScoredLine<M>>,
    /// Nodes of this iteration alone.
    pub nodes: u64,
    /// The time since the search began.
    #[cfg_attr(feature = "serde", serde(rename = "seconds", with = "crate::seconds"))]
    pub elapsed: Duration,
}

impl<M> Iteration<M> {
    /// The lines with their scores, the best first.
    pub fn lines(&self) -> impl Iterator<Item = (Score, &Line<M>)> {
        let others = self.other_lines.iter();
        std::iter::once((self.score, &self.line))
            .chain(others.map(|other| (other.score, &other.line)))
    }
}

impl<M: Copy> Iteration<M> {
    /// An iteration to this depth that found this line, without counts; `None` if the line has no move.
    #[must_use]
    pub fn new(depth: u32, score: Score, line: Line<M>) -> Option<Self> {
        Some(Self {
            depth,
            deepest_ply: depth,
            score,
            best_move: *line.first()?,
            line,
            other_lines: Vec::new(),
            nodes: 0,
            elapsed: Duration::ZERO,
        })
    }
}

/// How far an iteration of a deepening search has come that is not complete.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Progress<M> {
    /// The depth that is searched.
    pub depth: u32,
    /// The deepest ply that was reached so far, quiescence included.
    pub deepest_ply: u32,
    /// Nodes entered since the search began, by all its threads.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
    /// What there is to report.
    pub news: News<M>,
}

/// What an iteration reports before it is complete.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum News<M> {
    /// A line with its score, or with a bound of it: the root failed high or low, and is searched again with a wider window.
    Found {
        /// 1 for the best line, 2 for the second best, when several are asked for.
        rank: usize,
        /// The score, or its bound.
        score: Score,
        /// Whether the score is exact.
        bound: Bound,
        /// The best play known; it begins with the move that the score belongs to.
        line: Line<M>,
    },
    /// A move of the root is searched now.
    Searching {
        /// The move.
        mv: M,
        /// Its number in the order tried, from 1.
        number: usize,
    },
    /// Nothing but the counts has changed.
    Counted,
}

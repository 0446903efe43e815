//! [`Stats`]: counts of a search, the same on every run.

use crate::limits::MAX_DEPTH;
use crate::line::{Line, ScoredLine};
use crate::window::Bound;
use plywood_eval::Score;
use plywood_report::number::real;
use std::time::Duration;

/// Counts of a search. On one thread they are the same on every run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Stats {
    /// Nodes entered, including the root and the quiescence nodes.
    pub nodes: u64,
    /// Nodes whose score came from the table.
    pub saved: u64,
    /// Calls of the evaluator.
    pub evaluated: u64,
    /// Nodes where the game was over.
    pub endings: u64,
    /// Nodes below the horizon, visited by quiescence.
    pub quiescence: u64,
    /// Nodes where a move cut off the rest.
    pub cutoffs: u64,
    /// Cutoffs by the first move tried. The more there are, the better the ordering.
    pub first_move_cutoffs: u64,
    /// Searches repeated because the window was too narrow.
    pub researches: u64,
    /// The completed depth, or the deepest ply of quiescence below it.
    pub deepest_ply: u32,
}

impl Stats {
    /// Nodes scored without searching further, because they were evaluated or the game was over.
    #[must_use]
    pub const fn leaves(&self) -> u64 {
        self.evaluated + self.endings
    }

    /// Returns the share of cutoffs made by the first move, from 0 to 1; `None` if there were no cutoffs.
    #[must_use]
    pub fn first_move_share(&self) -> Option<f64> {
        (self.cutoffs > 0).then(|| ratio(self.first_move_cutoffs, self.cutoffs))
    }

    /// Returns the share of the nodes whose score came from the table, from 0 to 1.
    #[must_use]
    pub fn saved_share(&self) -> f64 {
        ratio(self.saved, self.nodes.max(1))
    }

    /// Returns the branching factor that would give as many nodes in a full tree of this depth.
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

fn ratio(count: u64, of: u64) -> f64 {
    real(count) / real(of)
}

/// The result and cost of one iteration of a deepening search.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Iteration<M> {
    /// The completed depth.
    pub depth: u32,
    /// The deepest ply reached so far, quiescence included.
    pub deepest_ply: u32,
    /// The score at that depth.
    pub score: Score,
    /// The best move.
    pub best_move: M,
    /// The best play of both sides; it begins with the best move.
    pub line: Line<M>,
    /// The next best moves with their lines, the best first; empty unless several lines were requested.
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
    /// Returns the lines with their scores, the best first.
    pub fn lines(&self) -> impl Iterator<Item = (Score, &Line<M>)> {
        let others = self.other_lines.iter();
        std::iter::once((self.score, &self.line))
            .chain(others.map(|other| (other.score, &other.line)))
    }
}

impl<M: Copy> Iteration<M> {
    /// Makes an iteration with this depth and line, without counts; `None` if the line has no move.
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

/// The state of an unfinished iteration of a deepening search.
///
/// ```
/// use plywood_search::{News, Progress};
///
/// let mut progress = Progress::<char>::new(7, News::Searching { mv: 'a', number: 1 });
/// progress.nodes = 1_000;
/// assert_eq!((progress.depth, progress.elapsed.as_secs()), (7, 0));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Progress<M> {
    /// The depth of the iteration.
    pub depth: u32,
    /// The deepest ply reached so far, quiescence included.
    pub deepest_ply: u32,
    /// Nodes entered by all threads since the search began.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
    /// The news to report.
    pub news: News<M>,
}

impl<M> Progress<M> {
    /// Makes the progress of an iteration to this depth, without counts.
    #[must_use]
    pub const fn new(depth: u32, news: News<M>) -> Self {
        Self {
            depth,
            deepest_ply: depth,
            nodes: 0,
            elapsed: Duration::ZERO,
            news,
        }
    }
}

/// The news of an unfinished iteration.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum News<M> {
    /// A line with its score or a bound: the root failed high or low, and is searched again with a wider window.
    Found {
        /// 1 for the best line, 2 for the second best, if several are requested.
        rank: usize,
        /// The score, or its bound.
        score: Score,
        /// The relation of the score to the value.
        bound: Bound,
        /// The best play known, beginning with the move that the score belongs to.
        line: Line<M>,
    },
    /// The search of a root move begins.
    Searching {
        /// The move.
        mv: M,
        /// Its number in the order tried, from 1.
        number: usize,
    },
    /// Only the counts have changed.
    Counted,
}

//! [`Report`]: the result of a search, the same for every strategy.

use crate::budget::{StopReason, Stopped};
use crate::fault::Fault;
use crate::game::Game;
use crate::line::{Line, ScoredLine};
use crate::search_state::{Checkpoint, SearchState};
use crate::stats::{Iteration, Stats};
use plywood_eval::{Score, ScoreKind};
use plywood_report::counted;
use std::fmt;
use std::time::Duration;

/// The result of a search.
///
/// ```
/// use plywood_search::games::TicTacToe;
/// use plywood_search::{AlphaBeta, Limits, Score, StopReason, Strategy};
///
/// let board: TicTacToe = "XX. OO. ...".parse().unwrap();
/// let report =
///     AlphaBeta::new(|_: &TicTacToe| Score::DRAW).search(&board, &Limits::depth(2));
/// assert_eq!(report.to_string(), "c3 #1 at depth 2, 10 nodes, line: c3");
/// assert!(report.is_exact);
///
/// let report =
///     AlphaBeta::new(|_: &TicTacToe| Score::DRAW).search(&board, &Limits::nodes(5));
/// assert_eq!(report.to_string(), "c3 #1 (node limit), 5 nodes, line: c3");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Report<M> {
    /// The move to play; `None` only if the game is over. In a drawn position it is still a legal move, if there is one.
    ///
    /// If the limits ended the search before it had evaluated any move, this is the first legal move. Its score is then `None`, or that of
    /// depth 0: check [`depth`](Self::depth) before you trust it.
    pub best_move: Option<M>,
    /// Its score from the side to move's point of view; `None` from strategies that only choose a move or proved nothing.
    pub score: Option<Score>,
    /// The best play of both sides, as far as it is known, beginning with the best move.
    #[doc(alias = "pv")]
    pub line: Line<M>,
    /// The next best moves with their lines, the best first; empty unless [several lines](crate::Limits::with_lines) were requested.
    #[cfg_attr(
        feature = "serde",
        serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")
    )]
    pub other_lines: Vec<ScoredLine<M>>,
    /// The completed depth.
    pub depth: u32,
    /// The reason the search ended.
    pub reason: StopReason,
    /// `true` if the strategy promises that the score is plain minimax's at this depth with the same evaluation at the horizon, quiescence
    /// included. It doesn't mean that the evaluation is good.
    pub is_exact: bool,
    /// The counts of the search.
    pub stats: Stats,
    /// A row for each completed iteration of iterative deepening; empty for other strategies.
    #[cfg_attr(
        feature = "serde",
        serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")
    )]
    pub iterations: Vec<Iteration<M>>,
    /// The time it took.
    #[cfg_attr(feature = "serde", serde(rename = "seconds", with = "crate::seconds"))]
    pub elapsed: Duration,
}

impl<M> Report<M> {
    /// Returns `true` if the search did everything it was asked to do: no limit except the depth and no stop handle ended it.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        match self.reason {
            StopReason::Depth | StopReason::Solved => true,
            StopReason::Nodes
            | StopReason::Rounds
            | StopReason::Time
            | StopReason::Asked
            | StopReason::Memory => false,
        }
    }

    /// Returns the lines with their scores, the best first. There is always at least one, without moves if the game is over.
    pub fn lines(&self) -> impl Iterator<Item = (Option<Score>, &Line<M>)> {
        let others = self.other_lines.iter();
        let others = others.map(|other| (Some(other.score), &other.line));
        std::iter::once((self.score, &self.line)).chain(others)
    }

    /// Makes a report without a move, a score or counts, for your own strategy to fill in.
    ///
    /// ```
    /// use plywood_search::{Report, StopReason};
    ///
    /// let mut report = Report::new(StopReason::Depth);
    /// report.best_move = Some('a');
    /// report.stats.nodes = 1;
    /// assert_eq!(report.to_string(), "a at depth 0, 1 node, line: ");
    /// ```
    #[must_use]
    pub fn new(reason: StopReason) -> Self {
        Self {
            best_move: None,
            score: None,
            line: Line::new(),
            other_lines: Vec::new(),
            depth: 0,
            reason,
            is_exact: false,
            stats: Stats::default(),
            iterations: Vec::new(),
            elapsed: Duration::ZERO,
        }
    }

    /// Returns the report for a game that is over: a score and no move.
    #[must_use]
    pub fn game_over(score: Score) -> Self {
        Self {
            score: Some(score),
            is_exact: true,
            stats: Stats {
                nodes: 1,
                endings: 1,
                ..Stats::default()
            },
            ..Self::new(StopReason::Solved)
        }
    }
}

/// Makes the report of a strategy that only chose a move.
impl<M: Copy> From<M> for Report<M> {
    fn from(mv: M) -> Self {
        Self {
            best_move: Some(mv),
            line: Line::from_iter([mv]),
            ..Self::new(StopReason::Depth)
        }
    }
}

impl<M: Copy + Eq> Report<M> {
    /// Returns the report of a search that ended with this result; `fallback` is a legal move in case no best move was found.
    #[must_use]
    pub fn of_search(
        state: &SearchState<'_, M>,
        result: Result<Score, Stopped>,
        depth: u32,
        fallback: Option<M>,
    ) -> Self {
        let (score, depth, reason) = match result {
            Ok(score) if Checkpoint::START.is_complete_until(state.checkpoint()) => {
                (Some(score), depth, StopReason::Solved)
            }
            Ok(score) => (Some(score), depth, StopReason::Depth),
            Err(Stopped) => {
                // A loss is not proven while some moves were not searched.
                let best = state.root.best.map(|(_, score)| score);
                let score = best.filter(|score| !matches!(score.kind(), ScoreKind::LostIn(_)));
                (score, 0, state.stop_reason())
            }
        };
        let mut line = state.line_from_root();
        if line.is_empty() {
            let best = state.root.best.map(|(mv, _)| mv);
            line = best.or(fallback).into_iter().collect();
        }
        let mut report = Self {
            best_move: line.first().copied(),
            score,
            line,
            depth,
            is_exact: result.is_ok(),
            stats: state.stats(),
            elapsed: state.budget.elapsed(),
            ..Self::new(reason)
        };
        report.stats.deepest_ply = report.stats.deepest_ply.max(depth);
        report
    }
}

impl<M: Copy + Eq + ToString> Report<M> {
    /// Returns the best move.
    ///
    /// # Errors
    /// The [`Fault`] if there is none, or it is not legal in this position.
    pub fn legal_move<G: Game<Move = M>>(&self, position: &G) -> Result<M, Fault> {
        let mv = self.best_move.ok_or(Fault::NoMove)?;
        if position.legal_moves().contains(&mv) {
            Ok(mv)
        } else {
            Err(Fault::IllegalMove(mv.to_string()))
        }
    }
}

impl<M> Report<M> {
    /// Checks that the search kept to this node limit. Strategies check their limits only now and then, so they may go over, but not
    /// tenfold.
    ///
    /// # Errors
    /// [`Fault::Nodes`] if it did not.
    pub fn within_nodes(&self, limit: Option<u64>) -> Result<(), Fault> {
        let found = self.stats.nodes;
        // With small limits a factor means little.
        let most = |limit: u64| limit.saturating_mul(10).saturating_add(10_000);
        match limit.filter(|limit| found > most(*limit)) {
            Some(limit) => Err(Fault::Nodes { found, limit }),
            None => Ok(()),
        }
    }
}

/// Writes one line without the time, so that it is the same on every run. Unless the search reached the requested depth, the reason it
/// ended follows in parentheses.
impl<M: fmt::Display> fmt::Display for Report<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.best_move {
            Some(mv) => write!(f, "{mv}")?,
            None => write!(f, "no move")?,
        }
        if let Some(score) = self.score {
            write!(f, " {score}")?;
        }
        // The depth means nothing for a tree that ends before it.
        let has_depth = self.depth > 0 && self.reason != StopReason::Solved;
        if has_depth || self.reason == StopReason::Depth {
            write!(f, " at depth {}", self.depth)?;
        }
        if self.reason != StopReason::Depth {
            write!(f, " ({})", self.reason)?;
        }
        let nodes = counted(self.stats.nodes, "node");
        write!(f, ", {nodes}, line: {}", self.line)
    }
}

/// A few words, such as `node limit`.
impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Depth => "depth reached",
            Self::Nodes => "node limit",
            Self::Rounds => "round limit",
            Self::Time => "time limit",
            Self::Asked => "stop requested",
            Self::Memory => "memory limit",
            Self::Solved => "solved",
        })
    }
}

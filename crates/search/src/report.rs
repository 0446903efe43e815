//! [`Report`]: what a search answers, the same for every strategy.

use crate::budget::{StopReason, Stopped};
use crate::line::Line;
use crate::search_state::SearchState;
use crate::stats::{Iteration, Stats};
use plywood_eval::Score;
use std::fmt;
use std::time::Duration;

/// The answer of a search.
///
/// ```
/// use plywood_search::games::TicTacToe;
/// use plywood_search::{AlphaBeta, Limits, Score, StopReason, Strategy};
///
/// let board: TicTacToe = "XX. OO. ...".parse().unwrap();
/// let report = AlphaBeta::new(|_: &TicTacToe| Score::DRAW).search(&board, &Limits::depth(2));
/// assert_eq!(report.to_string(), "c3 #1 at depth 2, 10 nodes, line: c3");
/// assert!(report.is_exact);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report<M> {
    /// The move to play; `None` only if the game is over.
    pub best_move: Option<M>,
    /// Its score from the side to move's view, if the strategy has one.
    pub score: Option<Score>,
    /// The best play of both sides, as far as it is known; it begins with the best move.
    pub line: Line<M>,
    /// The depth that was completed.
    pub depth: u32,
    /// Why the search ended.
    pub reason: StopReason,
    /// Whether the score is what plain minimax returns at this depth with the same judgement at the horizon.
    pub is_exact: bool,
    /// What the search did.
    pub stats: Stats,
    /// A row for each completed iteration, for strategies that deepen step by step.
    pub iterations: Vec<Iteration<M>>,
    /// How long it took.
    pub elapsed: Duration,
}

impl<M> Report<M> {
    /// The answer for a game that is over: a score and no move.
    #[must_use]
    pub fn game_over(score: Score) -> Self {
        Self {
            best_move: None,
            score: Some(score),
            line: Line::new(),
            depth: 0,
            reason: StopReason::Solved,
            is_exact: true,
            stats: Stats {
                explored: 1,
                endings: 1,
                ..Stats::default()
            },
            iterations: Vec::new(),
            elapsed: Duration::ZERO,
        }
    }
}

impl<M: Copy + Eq> Report<M> {
    /// The report of a search that ended with this result; `fallback` is a legal move, for when no best one was found.
    #[must_use]
    pub fn of_search(
        state: &SearchState<'_, M>,
        result: Result<Score, Stopped>,
        depth: u32,
        fallback: Option<M>,
    ) -> Self {
        let (score, depth, reason) = match result {
            Ok(score) if state.is_complete() => (Some(score), depth, StopReason::Solved),
            Ok(score) => (Some(score), depth, StopReason::Depth),
            Err(Stopped) => {
                let score = state.best_at_root().map(|(_, score)| score);
                (score, 0, state.stop_reason())
            }
        };
        let mut line = state.line_from_root();
        if line.is_empty() {
            let best = state.best_at_root().map(|(mv, _)| mv);
            line = best.or(fallback).into_iter().collect();
        }
        Self {
            best_move: line.first().copied(),
            score,
            line,
            depth,
            reason,
            is_exact: result.is_ok(),
            stats: Stats {
                deepest_ply: state.stats().deepest_ply.max(depth),
                ..state.stats()
            },
            iterations: Vec::new(),
            elapsed: state.elapsed(),
        }
    }
}

/// One line of text without the time, so that it is the same on every run.
impl<M: fmt::Display> fmt::Display for Report<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.best_move {
            Some(mv) => write!(f, "{mv}")?,
            None => write!(f, "no move")?,
        }
        if let Some(score) = self.score {
            write!(f, " {score}")?;
        }
        write!(
            f,
            " at depth {}, {} nodes, line: {}",
            self.depth, self.stats.explored, self.line
        )
    }
}

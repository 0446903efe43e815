//! Iterative deepening of one thread: depth 1, then 2, then 3, until the budget or the time for the move is used up.

use crate::clock::Confidence;
use crate::root::RootMove;
use crate::searcher::Searcher;
use crate::value::{LOWEST, to_score};
use plywood_core::{Move, Position};
use plywood_eval::ScoreKind;
use plywood_search::{Iteration, ScoredLine, StopReason};
use std::time::Duration;

/// How far a search goes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Goal {
    pub(crate) depth: u32,
    /// After about this time no new iteration begins.
    pub(crate) soft_time: Option<Duration>,
}

/// A forced move gets this part of its time, enough for a score and an expected answer that can be relied on.
const FORCED_SHARE: u32 = 10;

/// How a deepening search ended.
#[derive(Debug, Clone)]
pub(crate) struct Deepened {
    /// The iterations that were completed.
    pub(crate) iterations: Vec<Iteration<Move>>,
    pub(crate) reason: StopReason,
}

impl Searcher<'_> {
    /// Searches deeper and deeper.
    pub(crate) fn deepen(&mut self, position: &Position, goal: &Goal) -> Deepened {
        let mut confidence = Confidence::default();
        let mut iterations = Vec::new();
        let mut reason = StopReason::Depth;
        for depth in 1..=goal.depth {
            if let Err(limit) = self.iterate(position, depth) {
                reason = limit;
                break;
            }
            self.report_iteration(depth, &mut iterations);
            if self.is_decided(depth) {
                reason = StopReason::Solved;
                break;
            }
            if self.is_time_up(goal, &mut confidence) {
                reason = StopReason::Time;
                break;
            }
        }
        Deepened { iterations, reason }
    }

    /// One iteration: each line in turn.
    fn iterate(&mut self, position: &Position, depth: u32) -> Result<(), StopReason> {
        self.iteration = depth;
        self.root.begin_iteration();
        // Threads with odd numbers search one ply deeper, so that they fill the table for the others.
        let searched = depth + self.thread as u32 % 2;
        for rank in 0..self.root.wanted() {
            if self.search_line(position, searched as i32, rank).is_err() {
                return Err(self.budget.stop_reason().unwrap_or(StopReason::Asked));
            }
        }
        self.root.complete_iteration();
        Ok(())
    }

    /// Keeps what the iteration found, and reports it to the observer.
    fn report_iteration(&mut self, depth: u32, iterations: &mut Vec<Iteration<Move>>) {
        let Some((ScoredLine { score, line }, others)) = self.root.complete().split_first() else {
            return;
        };
        let before: u64 = iterations.iter().map(|iteration| iteration.explored).sum();
        let Some(mut iteration) = Iteration::new(depth, *score, line.clone()) else {
            return;
        };
        iteration.deepest_ply = self.stats.deepest_ply;
        iteration.other_lines = others.to_vec();
        iteration.explored = self.nodes_of_all() - before;
        iteration.elapsed = self.budget.elapsed();
        self.audience.iteration(&iteration);
        iterations.push(iteration);
    }

    /// Whether the only line that is wanted ends in a mate, and the search is so deep that a shorter one would have been found
    /// in spite of pruning.
    fn is_decided(&self, depth: u32) -> bool {
        let value = self.root.best().map_or(LOWEST, RootMove::last_value);
        match to_score(value).kind() {
            ScoreKind::Centipawns(_) => false,
            ScoreKind::WonIn(plies) | ScoreKind::LostIn(plies) => {
                self.root.wanted() == 1 && 2 * plies + 2 <= depth
            }
        }
    }

    fn is_time_up(&mut self, goal: &Goal, confidence: &mut Confidence) -> bool {
        let (Some(soft), Some(best)) = (goal.soft_time, self.root.best()) else {
            return false;
        };
        confidence.update(Some(best.mv), best.last_value());
        let effort = best.nodes as f64 / self.budget.spent().max(1) as f64;
        let time = match self.root.len() {
            1 => soft / FORCED_SHARE,
            _ => confidence.time(soft, effort),
        };
        self.budget.is_past(time)
    }
}

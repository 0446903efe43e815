//! Iterative deepening of one thread: depth 1, then 2, then 3, until the budget or the time for the move is used up.

use crate::clock::Confidence;
use crate::root::RootMove;
use crate::searcher::Searcher;
use crate::value::{LOWEST, to_score};
use plywood_core::Position;
use plywood_eval::Verdict;
use plywood_search::{Budget, Limits, StopReason};
use std::time::Duration;

/// How far a search goes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Goal {
    pub(crate) depth: u32,
    pub(crate) lines: usize,
    /// After about this time no new iteration begins.
    pub(crate) soft_time: Option<Duration>,
}

/// How a deepening search ended.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deepened {
    /// The last depth that was completed.
    pub(crate) depth: u32,
    pub(crate) reason: StopReason,
}

impl Searcher<'_> {
    /// Searches deeper and deeper. `completed` is called after each iteration.
    pub(crate) fn deepen(
        &mut self,
        position: &Position,
        goal: &Goal,
        completed: &mut dyn FnMut(&Self, u32),
    ) -> Deepened {
        let mut confidence = Confidence::default();
        let mut reached = 0;
        let ended = |depth, reason| Deepened { depth, reason };
        for depth in 1..=goal.depth {
            if let Err(reason) = self.iterate(position, goal, depth) {
                if depth > 1 || reason != StopReason::Time {
                    return ended(reached, reason);
                }
                // Without time for even one ply, a move must still be found.
                self.budget = Budget::new(&Limits::depth(1));
                if self.iterate(position, goal, depth).is_ok() {
                    completed(self, depth);
                    reached = depth;
                }
                return ended(reached, reason);
            }
            reached = depth;
            completed(self, depth);
            if self.is_decided(goal, depth) {
                return ended(reached, StopReason::Solved);
            }
            if self.is_time_up(goal, &mut confidence) {
                return ended(reached, StopReason::Time);
            }
        }
        ended(reached, StopReason::Depth)
    }

    /// One iteration: each line in turn.
    fn iterate(&mut self, position: &Position, goal: &Goal, depth: u32) -> Result<(), StopReason> {
        self.iteration = depth;
        self.root.begin_iteration();
        // Threads with odd numbers search one ply deeper, so that they fill the table for the others.
        let searched = depth + self.thread as u32 % 2;
        for rank in 0..goal.lines {
            if self.search_line(position, searched as i32, rank).is_err() {
                return Err(self.budget.stop_reason().unwrap_or(StopReason::Asked));
            }
        }
        self.root.sort_lines(goal.lines);
        Ok(())
    }

    /// Whether the only line that is wanted ends in a mate, and the search is so deep that a shorter one would have been found
    /// in spite of pruning.
    fn is_decided(&self, goal: &Goal, depth: u32) -> bool {
        let value = self.root.best().map_or(LOWEST, RootMove::last_value);
        match to_score(value).verdict() {
            Verdict::Centipawns(_) => false,
            Verdict::WonIn(plies) | Verdict::LostIn(plies) => {
                goal.lines == 1 && 2 * plies + 2 <= depth
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
            1 => Duration::ZERO,
            _ => confidence.time(soft, effort),
        };
        self.budget.is_past(time)
    }
}

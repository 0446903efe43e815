//! Iterative deepening of one thread: depth 1, then 2, then 3, until the budget or the time for the move is used up; each iteration begins
//! with a narrow window.

use crate::node::Node;
use crate::root::RootMove;
use crate::searcher::Searcher;
use crate::shown::By;
use crate::steps::Step;
use crate::value::{HIGHEST, LOWEST, Value, is_decisive, to_score};
use plywood_core::{Move, Position};
use plywood_eval::ScoreKind;
use plywood_search::{Bound, Iteration, Limits, ScoredLine, StopReason, Stopped};
use std::time::Duration;

/// The limits of a deepening search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Goal {
    pub(crate) first_depth: u32,
    pub(crate) depth: u32,
    /// The approximate time after which no new iteration begins.
    pub(crate) soft_time: Option<Duration>,
    /// The number of nodes after which no new iteration begins.
    pub(crate) soft_nodes: Option<u64>,
}

impl Goal {
    /// Returns the goal of a search with these limits.
    pub(crate) fn of(limits: &Limits) -> Self {
        Self {
            first_depth: limits.first_depth().max(1),
            depth: limits.depth_to_search().max(1),
            soft_time: limits.soft_time(),
            soft_nodes: limits.soft_nodes(),
        }
    }
}

/// The share of its time that a forced move gets, enough for a reliable score and expected reply.
const FORCED_SHARE: u32 = 10;

/// The result of a deepening search.
#[derive(Debug, Clone)]
pub(crate) struct Deepened {
    /// The completed iterations.
    pub(crate) iterations: Vec<Iteration<Move>>,
    pub(crate) reason: StopReason,
}

impl Searcher<'_> {
    /// Searches more and more deeply.
    pub(crate) fn deepen(&mut self, position: &Position, goal: &Goal) -> Deepened {
        let mut confidence = Confidence::default();
        let mut iterations = Vec::new();
        let mut reason = StopReason::Depth;
        for depth in goal.first_depth..=goal.depth {
            if let Err(limit) = self.iterate(position, depth) {
                reason = limit;
                break;
            }
            self.report_iteration(depth, &mut iterations);
            if self.is_decided(depth) {
                reason = StopReason::Solved;
                break;
            }
            if goal
                .soft_nodes
                .is_some_and(|nodes| self.nodes_of_all() >= nodes)
            {
                reason = StopReason::Nodes;
                break;
            }
            if self.is_time_up(goal, &mut confidence) {
                reason = StopReason::Time;
                break;
            }
        }
        Deepened { iterations, reason }
    }

    /// Runs one iteration: each line in turn.
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

    /// Stores the result of the iteration, and reports it to the observer.
    fn report_iteration(&mut self, depth: u32, iterations: &mut Vec<Iteration<Move>>) {
        let Some((ScoredLine { score, line, .. }, others)) = self.root.complete().split_first()
        else {
            return;
        };
        let before: u64 = iterations.iter().map(|iteration| iteration.nodes).sum();
        let Some(mut iteration) = Iteration::new(depth, *score, line.clone()) else {
            return;
        };
        iteration.deepest_ply = self.stats.deepest_ply;
        iteration.other_lines = others.to_vec();
        iteration.nodes = self.nodes_of_all() - before;
        iteration.elapsed = self.budget.elapsed();
        self.audience.iteration(&iteration);
        iterations.push(iteration);
    }

    /// Returns `true` if the only requested line ends in a mate, and the search is deep enough that it would have found a shorter one
    /// despite pruning.
    ///
    /// The mate itself is proven: a move is skipped only beside one that does not lose by force (step 13, and quiescence), and no step
    /// gives a pruned node a mate that it has not searched.
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

/// # Aspiration windows
///
/// Each iteration begins with a narrow window around the last value, and widens the side that it fails
/// on.
impl Searcher<'_> {
    /// Searches the root for the line of this rank, and leaves its move at that rank.
    pub(crate) fn search_line(
        &mut self,
        position: &Position,
        depth: i32,
        rank: usize,
    ) -> Result<(), Stopped> {
        let numbers = self.shared.numbers;
        let guess = self
            .root
            .begin_line(rank)
            .filter(|value| depth >= numbers.aspiration_depth && !is_decisive(*value))
            .filter(|_| self.does(Step::AspirationWindows));
        let most = numbers.aspiration_most;
        let mut margin = guess.map_or(most, |_| numbers.aspiration);
        // The window is open if the margin is wide.
        let around = |value, margin| {
            if margin >= most {
                (LOWEST, HIGHEST)
            } else {
                (value - margin, value + margin)
            }
        };
        let mut window = around(guess.unwrap_or(0), margin);
        loop {
            let result = self.visit(position, Node::root(window.0, window.1, depth), By::Start);
            self.root.sort_rest();
            let value = result?;
            self.tell_failure(window, value);
            margin += margin / 2;
            if value <= window.0 {
                let beta = i32::midpoint(window.0, window.1);
                window = (
                    around(value, margin).0,
                    if window.1 == HIGHEST { HIGHEST } else { beta },
                );
            } else if value >= window.1 {
                window.1 = around(value, margin).1;
            } else {
                return Ok(());
            }
            self.stats.researches += 1;
            self.root.search_again();
        }
    }

    /// Reports to the observer that the value is outside the window.
    fn tell_failure(&mut self, window: (Value, Value), value: Value) {
        let bound = if value <= window.0 {
            Bound::AtMost
        } else if value >= window.1 {
            Bound::AtLeast
        } else {
            return;
        };
        if let Some(mv) = self.root.first_move() {
            self.tell_bound(mv, bound);
        }
    }
}

/// The stability of the best move over the iterations, which decides how much of a move's share of the clock is used.
///
/// A move that has been best for many iterations, and got most of the nodes, is played early. If the best move changes or
/// its value falls, the search continues.
#[derive(Debug, Default)]
pub(crate) struct Confidence {
    best: Option<Move>,
    /// The number of iterations for which the best move has been the best.
    stable_for: u32,
    value: Option<Value>,
    /// The fall of the value in centipawns, as an average in which the latest iteration is half.
    fall: Value,
}

/// The share of the soft limit, in hundredths, by the number of iterations for which the best move has been stable.
const BY_STABILITY: [u32; 6] = [240, 180, 145, 120, 105, 95];
/// The hundredths that each lost centipawn adds.
const BY_FALL: i32 = 2;
const MOST_BY_FALL: i32 = 70;

impl Confidence {
    /// Updates after an iteration with this move and value.
    pub(crate) fn update(&mut self, best: Option<Move>, value: Value) {
        self.stable_for = if best == self.best {
            self.stable_for + 1
        } else {
            0
        };
        let fall = self
            .value
            .map_or(0, |before| (before - value).clamp(-200, 200));
        self.fall = i32::midpoint(self.fall, fall);
        (self.best, self.value) = (best, Some(value));
    }

    /// Returns the time after which no new iteration begins. `effort` is the share of the nodes that the best move got.
    pub(crate) fn time(&self, soft: Duration, effort: f64) -> Duration {
        let stability = BY_STABILITY[(self.stable_for as usize).min(BY_STABILITY.len() - 1)];
        let fall = (self.fall * BY_FALL).clamp(-20, MOST_BY_FALL);
        let hundredths = f64::from(stability.saturating_add_signed(fall));
        // From 1.4 for a move with few nodes down to half for one with nearly all.
        let by_effort = (1.6 - 1.1 * effort).clamp(0.5, 1.4);
        soft.mul_f64(hundredths / 100.0 * by_effort)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::Position;

    #[test]
    fn an_unsure_move_gets_more_time() {
        let moves = Position::START.legal_moves();
        let soft = Duration::from_secs(1);
        let mut sure = Confidence::default();
        let mut unsure = Confidence::default();
        for depth in 0..8 {
            sure.update(Some(moves[0]), 20);
            unsure.update(Some(moves[depth % 2]), 20 - 15 * depth as Value);
        }
        assert!(sure.time(soft, 0.95) < soft);
        assert!(unsure.time(soft, 0.3) > 2 * soft);
    }
}

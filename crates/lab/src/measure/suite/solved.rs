//! [`Solved`]: the answers of all strategies to one position.

use crate::checksum::Checksum;
use crate::journal::Item;
use crate::measure::suite::task::Task;
use plywood_core::Move;
use plywood_search::Report;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The answers of all strategies to one position, as a journal records them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Solved {
    /// The number of the position in its file, from 0.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// The position.
    pub fen: String,
    /// The points of the best move.
    pub most_points: u32,
    /// The answers, in the order of the strategies.
    pub answers: Vec<Answer>,
}

/// The answer to one position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The move it played.
    pub played: Option<String>,
    /// The solution.
    pub wanted: String,
    /// Whether the answer is right.
    pub is_solved: bool,
    /// The points of the move.
    pub points: u32,
    /// The depth that was completed.
    pub depth: u32,
    /// The nodes it explored.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
    /// The time after which it had found the solution for good.
    pub seconds_to_solution: Option<f64>,
}

impl Solved {
    pub(super) fn new(number: usize, task: &Task, answers: Vec<Answer>) -> Self {
        Self {
            number,
            name: task.name.clone(),
            fen: task.position.to_string(),
            most_points: task.most_points(),
            answers,
        }
    }
}

impl Item for Solved {
    const NAMES: [&'static str; 2] = ["position", "positions"];

    fn number(&self) -> usize {
        self.number
    }

    fn fingerprint(&self) -> u64 {
        let start = Checksum::new().with(self.fen.as_bytes());
        let add = |sum: Checksum, answer: &Answer| {
            let played = answer.played.as_deref().unwrap_or_default();
            sum.with(played.as_bytes())
                .with(&answer.depth.to_le_bytes())
                .with(&answer.nodes.to_le_bytes())
        };
        self.answers.iter().fold(start, add).number()
    }
}

impl Answer {
    pub(super) fn new(task: &Task, report: &Report<Move>) -> Self {
        let is_solved = task.is_solved_by(report.best_move, report.score);
        let seconds_to_solution = is_solved.then(|| time_to_solution(task, report).as_secs_f64());
        Self {
            played: report.best_move.map(|mv| task.written(mv)),
            wanted: task.wanted(),
            is_solved,
            points: report.best_move.map_or(0, |mv| task.points(mv)),
            depth: report.depth,
            nodes: report.stats.explored,
            seconds: report.elapsed.as_secs_f64(),
            seconds_to_solution,
        }
    }
}

/// The end of the first iteration from which on all have the solution; without iterations, the end of the search.
fn time_to_solution(task: &Task, report: &Report<Move>) -> Duration {
    let kept = report.iterations.iter().rev();
    let kept = kept.take_while(|iteration| {
        task.is_solved_by(Some(iteration.best_move), Some(iteration.score))
    });
    kept.last()
        .map_or(report.elapsed, |iteration| iteration.elapsed)
}

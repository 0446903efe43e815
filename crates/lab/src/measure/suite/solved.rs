//! [`Solved`]: the answers of all solvers to one position.

use crate::checksum::Checksum;
use crate::journal::Item;
use crate::measure::solver::Finding;
use crate::measure::suite::task::Task;
use crate::players::player::Fault;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The answers of all solvers to one position, as a journal records them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Solved {
    /// The number of the position, from 0.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// The position.
    pub fen: String,
    /// The points of the best move.
    pub most_points: u32,
    /// The answers, in the order of the solvers.
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
    /// How the program failed, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
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
        let answers = self.answers.iter();
        answers
            .fold(start, |sum, answer| answer.add_to(sum))
            .number()
    }
}

impl Answer {
    pub(crate) fn new(task: &Task, found: Result<Finding, Fault>) -> Self {
        let (found, fault) = match found {
            Ok(found) => (found, None),
            Err(fault) => (Finding::default(), Some(fault.to_string())),
        };
        let is_solved = task.is_solved_by(found.mv, found.score);
        let seconds_to_solution = is_solved.then(|| time_to_solution(task, &found).as_secs_f64());
        Self {
            played: found.mv.map(|mv| task.written(mv)),
            wanted: task.wanted(),
            is_solved,
            points: found.mv.map_or(0, |mv| task.points(mv)),
            depth: found.depth,
            nodes: found.nodes,
            seconds: found.elapsed.as_secs_f64(),
            seconds_to_solution,
            fault,
        }
    }

    /// A checksum with what must be the same if the position is searched again.
    pub(crate) fn add_to(&self, sum: Checksum) -> Checksum {
        let played = self.played.as_deref().unwrap_or_default();
        sum.with(played.as_bytes())
            .with(&self.depth.to_le_bytes())
            .with(&self.nodes.to_le_bytes())
    }
}

/// The end of the first iteration from which on all have the solution; without iterations, the end of the search.
fn time_to_solution(task: &Task, found: &Finding) -> Duration {
    let kept = found.iterations.iter().rev();
    let kept = kept.take_while(|found| task.is_solved_by(Some(found.mv), Some(found.score)));
    kept.last().map_or(found.elapsed, |found| found.elapsed)
}

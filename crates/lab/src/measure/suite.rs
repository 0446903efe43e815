//! [`Suite`]: test positions with their solutions, and how strategies do on them.

mod task;
mod report;

use crate::games::NamedStrategy;
use crate::numbers::mean;
use crate::players::move_limits::MoveLimits;
use plywood_core::{Move, Position};
use plywood_search::Report;
use serde::Serialize;
use std::time::Duration;

pub use task::{Goal, Task, TaskError, read_suite};

/// Test positions, the strategies that solve them, and the limits for each position.
///
/// ```
/// use plywood_lab::{MoveLimits, LabGame, Suite, read_suite};
/// use plywood_core::Position;
///
/// let text = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1; id \"back rank\";";
/// let suite = Suite {
///     tasks: read_suite(text)?,
///     strategies: vec![Position::named_strategy("alpha-beta", None)?],
///     limits: MoveLimits { depth: Some(2), ..MoveLimits::default() },
/// };
/// let marks = suite.run(&mut |_| ());
/// assert_eq!(marks.sheets[0].solved, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Suite {
    /// The positions.
    pub tasks: Vec<Task>,
    /// The strategies.
    pub strategies: Vec<NamedStrategy<Position>>,
    /// The limits for a position; a strategy's own limits replace them.
    pub limits: MoveLimits,
}

/// The results of strategies on a suite.
#[derive(Debug, Clone, Serialize)]
pub struct Marks {
    /// The limits for a position.
    pub limits: String,
    /// The names of the positions.
    pub tasks: Vec<String>,
    /// The maximum number of points.
    pub most_points: u32,
    /// The results of each strategy.
    pub sheets: Vec<Sheet>,
}

/// The results of one strategy.
#[derive(Debug, Clone, Serialize)]
pub struct Sheet {
    /// The strategy.
    pub strategy: String,
    /// The number of positions it solved.
    pub solved: usize,
    /// Its points, on positions that give points for moves.
    pub points: u32,
    /// The nodes it explored.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
    /// The mean time after which it had found its solutions for good.
    pub seconds_to_solution: Option<f64>,
    /// Its answers, in the order of the positions.
    pub answers: Vec<Answer>,
}

/// The answer to one position.
#[derive(Debug, Clone, PartialEq, Serialize)]
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

impl Suite {
    /// Runs every strategy on every position, and reports each search before it starts.
    pub fn run(&self, progress: &mut dyn FnMut(&str)) -> Marks {
        let sheets = self
            .strategies
            .iter()
            .map(|named| self.sheet(named, progress));
        Marks {
            limits: self.limits.to_string(),
            sheets: sheets.collect(),
            tasks: self.tasks.iter().map(|task| task.name.clone()).collect(),
            most_points: self.tasks.iter().map(Task::most_points).sum(),
        }
    }

    fn sheet(&self, named: &NamedStrategy<Position>, progress: &mut dyn FnMut(&str)) -> Sheet {
        let limits = named.limits().or(self.limits);
        let ask = |task: &Task| {
            progress(&format!("{}, {}", named.name(), task.name));
            let report = named
                .strategy()
                .search(&task.position, &limits.search_limits());
            Answer::new(task, &report)
        };
        let answers: Vec<Answer> = self.tasks.iter().map(ask).collect();
        let found: Vec<f64> = answers
            .iter()
            .filter_map(|answer| answer.seconds_to_solution)
            .collect();
        Sheet {
            strategy: named.name().to_owned(),
            solved: answers.iter().filter(|answer| answer.is_solved).count(),
            points: answers.iter().map(|answer| answer.points).sum(),
            nodes: answers.iter().map(|answer| answer.nodes).sum(),
            seconds: answers.iter().map(|answer| answer.seconds).sum(),
            seconds_to_solution: mean(&found),
            answers,
        }
    }
}

impl Answer {
    fn new(task: &Task, report: &Report<Move>) -> Self {
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

//! [`Suite`]: test positions with their solutions, and how strategies and programs do on them.

mod task;
mod solved;
mod marks;
mod report;
mod page;

use crate::journal::Charter;
use crate::measure::solver::SolverSpec;
use crate::players::move_limits::MoveLimits;

pub use marks::{Marks, Miss, Sheet};
pub use solved::{Answer, Solved};
pub use task::{Goal, SuiteError, Task, TaskError, read_suite};

/// What solves test positions, and the limits for each position.
///
/// ```
/// use plywood_lab::{MoveLimits, Suite, read_suite};
///
/// let suite = Suite {
///     solvers: vec!["alpha-beta".parse()?],
///     limits: MoveLimits { depth: Some(2), ..MoveLimits::default() },
/// };
/// let tasks = read_suite("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1; id \"back rank\";")?;
/// assert_eq!(suite.run(&tasks).sheets[0].solved, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Suite {
    /// The strategies and programs.
    pub solvers: Vec<SolverSpec>,
    /// The limits for a position; a solver's own limits replace them.
    pub limits: MoveLimits,
}

impl Suite {
    /// Has every position solved.
    #[must_use]
    pub fn run(&self, tasks: &[Task]) -> Marks {
        let mut marks = self.marks();
        for (number, task) in tasks.iter().enumerate() {
            marks.count(&self.solve(number, task));
        }
        marks
    }

    /// The marks before any position was solved.
    #[must_use]
    pub fn marks(&self) -> Marks {
        let names = self.solvers.iter().map(|solver| solver.name().to_owned());
        Marks::new(self.limits.to_string(), names)
    }

    /// What decides the answers, for a [`Journal`](crate::Journal): `positions` describes where the positions come from.
    #[must_use]
    pub fn charter(&self, positions: &str) -> Charter {
        let limits = self.limits.to_string();
        let terms = [("limits", limits.as_str()), ("positions", positions)];
        let solvers = self.solvers.iter().map(SolverSpec::description);
        Charter::new("suite", solvers, terms)
    }

    /// The answers of all solvers to the position with this number.
    #[must_use]
    pub fn solve(&self, number: usize, task: &Task) -> Solved {
        let ask =
            |solver: &SolverSpec| Answer::new(task, solver.search(&task.position, self.limits));
        let answers = self.solvers.iter().map(ask).collect();
        Solved::new(number, task, answers)
    }
}

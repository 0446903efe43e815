//! [`Suite`]: test positions with their solutions, and how strategies do on them.

mod task;
mod solved;
mod report;
mod page;

use crate::games::NamedStrategy;
use crate::journal::{Charter, Journal, JournalError, work};
use crate::numbers::real;
use crate::players::move_limits::MoveLimits;
use plywood_core::Position;
use serde::Serialize;

pub use solved::{Answer, Solved};
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
    /// The positions as FEN.
    pub positions: Vec<String>,
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

impl Suite {
    /// Runs every strategy on every position, and reports each position when it is done.
    ///
    /// # Panics
    /// Never: a journal in memory can always be written.
    pub fn run(&self, progress: &mut dyn FnMut(&str)) -> Marks {
        let mut journal = Journal::in_memory();
        let all = 0..self.tasks.len();
        self.run_recorded(&mut journal, all, 1, progress)
            .expect("a journal in memory can be written")
    }

    /// The same for the positions with these numbers that the journal does not have yet, on several threads.
    ///
    /// # Errors
    /// The journal cannot be written.
    pub fn run_recorded(
        &self,
        journal: &mut Journal<Solved>,
        numbers: impl Iterator<Item = usize> + Send,
        threads: usize,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Marks, JournalError> {
        let solve = |number: usize| self.solve(number);
        work(journal, numbers, threads, &solve, &mut |solved: &Solved| {
            progress(&solved.name);
        })?;
        let mut marks = Marks::new(self.limits.to_string(), self.names());
        let mut solved: Vec<&Solved> = journal.entries().iter().collect();
        solved.sort_by_key(|solved| solved.number);
        for solved in solved {
            marks.count(solved);
        }
        Ok(marks)
    }

    /// What decides the answers, for a [`Journal`]: `positions` describes where the positions come from.
    #[must_use]
    pub fn charter(&self, positions: &str) -> Charter {
        let limits = self.limits.to_string();
        let terms = [("limits", limits.as_str()), ("positions", positions)];
        Charter::new("suite", self.names(), terms)
    }

    fn names(&self) -> Vec<String> {
        let names = self.strategies.iter().map(|named| named.name().to_owned());
        names.collect()
    }

    /// The answers of all strategies to one position.
    fn solve(&self, number: usize) -> Solved {
        let task = &self.tasks[number];
        let ask = |named: &NamedStrategy<Position>| {
            let limits = named.limits().or(self.limits).search_limits();
            Answer::new(task, &named.strategy().search(&task.position, &limits))
        };
        let answers = self.strategies.iter().map(ask).collect();
        Solved::new(number, task, answers)
    }
}

impl Marks {
    /// The results of strategies that were asked nothing yet.
    pub(crate) fn new(limits: String, strategies: Vec<String>) -> Self {
        let sheet = |strategy| Sheet {
            strategy,
            solved: 0,
            points: 0,
            nodes: 0,
            seconds: 0.0,
            seconds_to_solution: None,
            answers: Vec::new(),
        };
        Self {
            limits,
            tasks: Vec::new(),
            positions: Vec::new(),
            most_points: 0,
            sheets: strategies.into_iter().map(sheet).collect(),
        }
    }

    /// Counts the answers to a position.
    pub(crate) fn count(&mut self, solved: &Solved) {
        self.tasks.push(solved.name.clone());
        self.positions.push(solved.fen.clone());
        self.most_points += solved.most_points;
        for (sheet, answer) in self.sheets.iter_mut().zip(&solved.answers) {
            sheet.count(answer.clone());
        }
    }
}

impl Sheet {
    fn count(&mut self, answer: Answer) {
        self.solved += usize::from(answer.is_solved);
        self.points += answer.points;
        self.nodes += answer.nodes;
        self.seconds += answer.seconds;
        if let Some(seconds) = answer.seconds_to_solution {
            // The mean with one more value.
            let (count, before) = (real(self.solved as u64), self.seconds_to_solution);
            let before = before.unwrap_or(0.0);
            self.seconds_to_solution = Some(before + (seconds - before) / count);
        }
        self.answers.push(answer);
    }
}

//! [`Suite`]: test positions with their solutions; the [`Solved`] positions; and the [`Marks`] of strategies and programs.

mod report;

use crate::journal::Item;
use crate::numbers::Mean;
use crate::players::player_spec::{PlayerSpec, name_in};
use crate::show::Results as _;
use plywood_catalog::{Catalog, Playable, Task};
use plywood_core::Position;
use plywood_report::Checksum;
use plywood_report::counted;
use plywood_search::{Fault, Iteration, MoveLimits, Report, StopReason};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// Solvers of test positions, and the limits for each position.
///
/// ```
/// use plywood_catalog::Playable;
/// use plywood_core::Position;
/// use plywood_arena::{PlayerSpec, Suite};
/// use plywood_search::MoveLimits;
///
/// let chess = plywood_catalog::Catalog::chess();
/// let suite = Suite {
///     solvers: vec![PlayerSpec::read(&chess, "alpha-beta")?],
///     catalog: chess,
///     limits: MoveLimits::depth(2),
/// };
/// let task =
///     Position::read_task("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1; id \"back rank\";")?;
/// assert_eq!(suite.run(&[task]).sheets[0].solved, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Suite<G: Playable = Position> {
    /// The game.
    pub catalog: Catalog<G>,
    /// The strategies and programs.
    pub solvers: Vec<PlayerSpec<G>>,
    /// The limits for a position; a solver's own limits replace them.
    pub limits: MoveLimits,
}

/// Everything that decides the answers to a suite.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SuiteSettings {
    game: String,
    players: Vec<String>,
    limits: MoveLimits,
    positions: String,
}

impl<G: Playable> Suite<G> {
    /// Has every position solved.
    #[must_use]
    pub fn run(&self, tasks: &[Task<G>]) -> Marks {
        let mut marks = self.marks();
        for (number, task) in tasks.iter().enumerate() {
            marks.count(&self.solve(number, task));
        }
        marks
    }

    /// The marks before any position was solved.
    #[must_use]
    pub fn marks(&self) -> Marks {
        Marks::of(&self.settings(String::new()))
    }

    /// Everything that decides the answers: `positions` describes where the positions come from.
    pub fn settings(&self, positions: String) -> SuiteSettings {
        let solvers = self.solvers.iter();
        SuiteSettings {
            game: self.catalog.name().to_owned(),
            players: solvers
                .map(|solver| solver.description().to_owned())
                .collect(),
            limits: self.limits,
            positions,
        }
    }

    /// The answers of all solvers to the position with this number.
    #[must_use]
    pub fn solve(&self, number: usize, task: &Task<G>) -> Solved {
        let ask = |solver: &PlayerSpec<G>| {
            let found = solver.search(&task.position, self.limits);
            Answer::new(task, found)
        };
        Solved {
            number,
            name: task.name.clone().unwrap_or_default(),
            fen: task.position.to_string(),
            most_points: task.most_points(),
            answers: self.solvers.iter().map(ask).collect(),
        }
    }
}

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

impl Item for Solved {
    const NAMES: [&'static str; 2] = ["position", "positions"];

    fn number(&self) -> usize {
        self.number
    }

    fn has_failed(&self) -> bool {
        self.answers.iter().any(|answer| answer.fault.is_some())
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
    pub(crate) fn new<G: Playable>(task: &Task<G>, found: Result<Report<G::Move>, Fault>) -> Self {
        let (found, fault) = match found {
            Ok(found) => (found, None),
            Err(fault) => (Report::new(StopReason::Asked), Some(fault.to_string())),
        };
        let best = found.best_move;
        let is_solved = task.has_solution() && task.is_solved_by(best, found.score);
        let seconds_to_solution = is_solved.then(|| time_to_solution(task, &found).as_secs_f64());
        Self {
            played: best.map(|mv| task.position.move_name(mv)),
            wanted: task.wanted(G::move_name),
            is_solved,
            points: best.map_or(0, |mv| task.points_of(mv)),
            depth: found.depth,
            nodes: found.stats.nodes,
            seconds: found.elapsed.as_secs_f64(),
            seconds_to_solution,
            fault,
        }
    }

    /// A checksum of the results that must be the same if the position is searched again.
    pub(crate) fn add_to(&self, sum: Checksum) -> Checksum {
        let played = self.played.as_deref().unwrap_or_default();
        sum.with(played.as_bytes())
            .with(&self.depth.to_le_bytes())
            .with(&self.nodes.to_le_bytes())
    }
}

/// The end of the first iteration from which on all have the solution; without iterations, the end of the search.
fn time_to_solution<G: Playable>(task: &Task<G>, found: &Report<G::Move>) -> Duration {
    let kept = found.iterations.iter().rev();
    let is_right =
        |found: &&Iteration<G::Move>| task.is_solved_by(Some(found.best_move), Some(found.score));
    let kept = kept.take_while(is_right);
    kept.last().map_or(found.elapsed, |found| found.elapsed)
}

/// The results of solvers on a suite. Of the positions only the first ones that were missed are kept, so that a suite may have
/// any number.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Marks {
    /// The limits for a position.
    pub limits: String,
    /// The number of positions.
    pub positions: usize,
    /// The maximum number of points.
    pub most_points: u64,
    /// The results of each solver.
    pub sheets: Vec<Sheet>,
    /// The number of positions that some solver missed.
    pub missed: usize,
    /// The first of them.
    #[serde(skip)]
    pub misses: Vec<Miss>,
    /// Whether the table lists them.
    #[serde(skip)]
    pub has_misses: bool,
}

/// The results of one solver.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Sheet {
    /// The solver.
    pub strategy: String,
    /// The number of positions it solved.
    pub solved: usize,
    /// Its points, on positions that give points for moves.
    pub points: u64,
    /// The nodes it explored.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
    /// The mean time after which it had found its solutions for good.
    pub seconds_to_solution: Option<f64>,
    /// How often it failed, by the fault.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub faults: BTreeMap<String, usize>,
    #[serde(skip)]
    to_solution: Mean,
}

/// A position that some solver missed.
#[derive(Debug, Clone)]
pub struct Miss {
    /// Its name.
    pub name: String,
    /// The position.
    pub fen: String,
    /// The solution.
    pub wanted: String,
    /// The solvers that missed it, by their numbers, with the moves they played and their depths.
    pub played: Vec<(usize, Option<String>, u32)>,
}

/// The faults of a solver, each with the number of positions.
pub(crate) fn fault_texts<'a>(
    solver: &'a str,
    faults: &'a BTreeMap<String, usize>,
) -> impl Iterator<Item = String> + 'a {
    let text = move |(fault, count): (&String, &usize)| {
        format!("{solver}: {fault} ({})", counted(*count, "position"))
    };
    faults.iter().map(text)
}

/// More misses would make a page slow; the comma-separated values have them all.
const MOST_MISSES: usize = 500;

impl Marks {
    /// The work with these settings, of which nothing was done yet.
    #[must_use]
    pub fn of(settings: &SuiteSettings) -> Self {
        let sheet = |text: &String| Sheet {
            strategy: name_in(text),
            ..Sheet::default()
        };
        Self {
            limits: settings.limits.to_string(),
            sheets: settings.players.iter().map(sheet).collect(),
            ..Self::default()
        }
    }

    /// Keeps a position that some solver missed.
    fn count_misses(&mut self, solved: &Solved) {
        let answers = solved.answers.iter().enumerate();
        let played: Vec<_> = answers
            .filter(|(_, answer)| !answer.is_solved)
            .map(|(solver, answer)| (solver, answer.played.clone(), answer.depth))
            .collect();
        let Some((first, _, _)) = played.first() else {
            return;
        };
        self.missed += 1;
        if self.misses.len() < MOST_MISSES {
            self.misses.push(Miss {
                name: solved.name.clone(),
                fen: solved.fen.clone(),
                wanted: solved.answers[*first].wanted.clone(),
                played,
            });
        }
    }
}

impl Sheet {
    fn count(&mut self, answer: &Answer) {
        self.solved += usize::from(answer.is_solved);
        self.points += u64::from(answer.points);
        self.nodes += answer.nodes;
        self.seconds += answer.seconds;
        if let Some(seconds) = answer.seconds_to_solution {
            self.to_solution.add(seconds);
            self.seconds_to_solution = self.to_solution.value();
        }
        if let Some(fault) = &answer.fault {
            *self.faults.entry(fault.clone()).or_default() += 1;
        }
    }
}

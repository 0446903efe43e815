//! [`Suite`]: test positions with their solutions; [`Solved`] positions; and the [`Marks`] of strategies and programs.

mod report;

use crate::journal::Item;
use crate::players::plan::PlayerPlan;
use crate::players::player_spec::PlayerSpec;
use plywood_arena::numbers::Mean;
use plywood_catalog::{Catalog, Playable, Task};
use plywood_core::Position;
use plywood_report::{Checksum, counted};
use plywood_search::{Fault, Iteration, Limits, Report, StopReason};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// Solvers of test positions, and the limits for each position.
///
/// ```
/// use plywood_catalog::Playable;
/// use plywood_core::Position;
/// use plywood_workbench::{PlayerSpec, Results, Suite};
/// use plywood_search::Limits;
///
/// let chess = plywood_catalog::Catalog::chess();
/// let suite = Suite {
///     solvers: vec![PlayerSpec::read(&chess, "alpha-beta")?],
///     catalog: chess,
///     limits: Limits::depth(2),
/// };
/// let task =
///     Position::read_task("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1; id \"back rank\";")?;
/// let mut marks = suite.marks();
/// marks.count(&suite.solve(0, &task));
/// assert_eq!(marks.sheets[0].solved, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Suite<G: Playable = Position> {
    /// The game.
    pub catalog: Catalog<G>,
    /// The strategies and programs.
    pub solvers: Vec<PlayerSpec<G>>,
    /// The limits for a position; a solver's limits replace them.
    pub limits: Limits,
}

/// The settings that decide the answers to a suite.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SuiteSettings {
    game: String,
    players: Vec<PlayerPlan>,
    limits: Limits,
    positions: String,
}

impl<G: Playable> Suite<G> {
    /// Makes the empty marks, before any position was solved.
    #[must_use]
    pub fn marks(&self) -> Marks {
        Marks::of(&self.settings(String::new()))
    }

    /// Returns the settings that decide the answers: `positions` describes the source of the positions.
    pub fn settings(&self, positions: String) -> SuiteSettings {
        SuiteSettings {
            game: self.catalog.name().to_owned(),
            players: self.solvers.iter().map(PlayerSpec::plan).collect(),
            limits: self.limits.clone(),
            positions,
        }
    }

    /// Returns the answers of all solvers to the position with this number.
    #[must_use]
    pub fn solve(&self, number: usize, task: &Task<G>) -> Solved {
        Solved::of((number, task), &self.solvers, &self.limits)
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
    /// `true` if the answer is right.
    pub is_solved: bool,
    /// The points of the move.
    pub points: u32,
    /// The completed depth.
    pub depth: u32,
    /// The nodes searched.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
    /// The time at which it settled on the solution for good.
    pub seconds_to_solution: Option<f64>,
    /// The program's failure, if it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

impl Solved {
    /// Returns the answers of solvers to a position within these limits, unless they have their own.
    pub(crate) fn of<G: Playable>(
        (number, task): (usize, &Task<G>),
        solvers: &[PlayerSpec<G>],
        limits: &Limits,
    ) -> Self {
        let ask = |solver: &PlayerSpec<G>| Answer::new(task, solver.search(&task.position, limits));
        Self {
            number,
            name: task.name.clone().unwrap_or_default(),
            fen: task.position.to_string(),
            most_points: task.most_points(),
            answers: solvers.iter().map(ask).collect(),
        }
    }

    /// Returns the numbers of the solvers that missed it, with their answers.
    fn misses(&self) -> impl Iterator<Item = (usize, &Answer)> {
        let answers = self.answers.iter().enumerate();
        answers.filter(|(_, answer)| !answer.is_solved)
    }
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
    fn new<G: Playable>(task: &Task<G>, found: Result<Report<G::Move>, Fault>) -> Self {
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
}

/// Returns the end of the first iteration that found the solution and never lost it again; without iterations, the end of the search.
fn time_to_solution<G: Playable>(task: &Task<G>, found: &Report<G::Move>) -> Duration {
    let kept = found.iterations.iter().rev();
    let is_right =
        |found: &&Iteration<G::Move>| task.is_solved_by(Some(found.best_move), Some(found.score));
    let kept = kept.take_while(is_right);
    kept.last().map_or(found.elapsed, |found| found.elapsed)
}

/// The results of solvers on a suite. Only the first missed positions are kept, so that a suite may have any number.
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
    /// The first missed positions.
    #[serde(skip)]
    pub misses: Vec<Solved>,
    /// `true` if the table lists them.
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
    /// The nodes it searched.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
    /// The mean time at which it settled on its solutions for good.
    pub seconds_to_solution: Option<f64>,
    /// The number of its failures, by fault.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub faults: BTreeMap<String, usize>,
    #[serde(skip)]
    to_solution: Mean,
}

/// Returns the faults of a solver, each with the number of positions.
pub(crate) fn fault_texts<'a>(
    solver: &'a str,
    faults: &'a BTreeMap<String, usize>,
) -> impl Iterator<Item = String> + 'a {
    let text = move |(fault, count): (&String, &usize)| {
        format!("{solver}: {fault} ({})", counted(*count, "position"))
    };
    faults.iter().map(text)
}

/// The most misses kept: more would make a page slow, and the comma-separated values have them all.
const MOST_MISSES: usize = 500;

impl Marks {
    /// Makes the empty marks of work with these settings.
    #[must_use]
    pub fn of(settings: &SuiteSettings) -> Self {
        let sheet = |player: &PlayerPlan| Sheet {
            strategy: player.name.clone(),
            ..Sheet::default()
        };
        Self {
            limits: settings.limits.to_string(),
            sheets: settings.players.iter().map(sheet).collect(),
            ..Self::default()
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

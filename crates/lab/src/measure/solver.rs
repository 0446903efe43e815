//! [`SolverSpec`]: what searches single positions: a strategy, or a UCI program.

use crate::games::{LabGame, NamedStrategy};
use crate::players::move_limits::MoveLimits;
use crate::players::player::{Fault, Player};
use crate::players::player_spec::PlayerSpec;
use crate::players::program::{ProgramPlayer, ProgramSpec};
use crate::players::time_control::Turn;
use plywood_console::Failure;
use plywood_core::{History, Move, Position};
use plywood_search::{Limits, Report, Score};
use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A strategy or a UCI program that searches single positions, each without knowing of the others.
///
/// It is written as a player of a match is.
///
/// ```
/// use plywood_core::Position;
/// use plywood_lab::{MoveLimits, SolverSpec};
///
/// let solver: SolverSpec = "alpha-beta:depth=2".parse()?;
/// let finding = solver.search(&Position::START, MoveLimits::default())?;
/// assert_eq!(finding.depth, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SolverSpec {
    name: String,
    description: String,
    limits: MoveLimits,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Strategy(NamedStrategy<Position>),
    Program {
        spec: ProgramSpec,
        /// Programs that wait for a position: as many as have searched at the same time.
        idle: Mutex<Vec<ProgramPlayer>>,
    },
}

/// The result of searching a position.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Finding {
    /// The best move.
    pub mv: Option<Move>,
    /// Its score from the point of view of the side to move.
    pub score: Option<Score>,
    /// The depth that was completed.
    pub depth: u32,
    /// The nodes explored.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
    /// The best move at the end of each iteration, if there were any.
    pub iterations: Vec<FoundMove>,
}

/// The best move at some point of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoundMove {
    /// The move.
    pub mv: Move,
    /// Its score.
    pub score: Score,
    /// The time since the search began.
    pub elapsed: Duration,
}

/// How late the answer of a program may come. It is not a game, so that nothing is lost by it.
const MARGIN: Duration = Duration::from_secs(1);

impl From<NamedStrategy<Position>> for SolverSpec {
    fn from(strategy: NamedStrategy<Position>) -> Self {
        Self {
            name: strategy.name().to_owned(),
            description: strategy.name().to_owned(),
            limits: strategy.limits(),
            kind: Kind::Strategy(strategy),
        }
    }
}

impl FromStr for SolverSpec {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self, Failure> {
        let usage = |error: &dyn std::fmt::Display| Failure::Usage(error.to_string());
        let player: PlayerSpec = text.parse().map_err(|error| usage(&error))?;
        let solver = match player.program() {
            None => Self::from(Position::named_strategy(text, None)?),
            Some(program) => Self {
                name: player.name().to_owned(),
                description: String::new(),
                limits: player.limits(),
                kind: Kind::Program {
                    spec: program.clone(),
                    idle: Mutex::default(),
                },
            },
        };
        let description = text.to_owned();
        Ok(Self {
            description,
            ..solver
        })
    }
}

/// The faults of a solver, each with the number of positions.
pub(crate) fn fault_texts<'a>(
    solver: &'a str,
    faults: &'a BTreeMap<String, usize>,
) -> impl Iterator<Item = String> + 'a {
    let text = move |(fault, count)| format!("{solver}: {fault} ({count} positions)");
    faults.iter().map(text)
}

impl SolverSpec {
    /// The name that tables show.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text it was parsed from, which decides what it finds.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Its own limits.
    #[must_use]
    pub const fn limits(&self) -> MoveLimits {
        self.limits
    }

    /// Searches a position, within these limits unless it has its own.
    ///
    /// # Errors
    /// A program failed. It is started again for the next position.
    pub fn search(&self, position: &Position, limits: MoveLimits) -> Result<Finding, Fault> {
        self.search_within(position, self.limits.or(limits))
    }

    /// The same within these limits, whatever its own are.
    pub(crate) fn search_within(
        &self,
        position: &Position,
        limits: MoveLimits,
    ) -> Result<Finding, Fault> {
        match &self.kind {
            Kind::Strategy(strategy) => {
                let report = strategy
                    .strategy()
                    .search(position, &limits.search_limits());
                Ok(Finding::from(&report))
            }
            Kind::Program { spec, idle } => {
                let waiting = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let mut program = waiting.unwrap_or_else(|| ProgramPlayer::new(spec.clone()));
                let finding = ask(&mut program, position, limits)?;
                idle.lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(program);
                Ok(finding)
            }
        }
    }

    /// Checks that it can search within these limits: a program is started once, and a strategy must have an answer when nodes
    /// or time run out, unless there is a depth.
    ///
    /// # Errors
    /// Says why it cannot.
    pub fn check(&self, limits: MoveLimits) -> Result<(), Failure> {
        let name = &self.name;
        let limits = self.limits.or(limits);
        if limits.is_unlimited() {
            return Err(Failure::Usage(format!(
                "{name} has no limits; set a depth, nodes or a time"
            )));
        }
        match &self.kind {
            Kind::Program { spec, idle } => {
                let mut program = ProgramPlayer::new(spec.clone());
                let started = program.begin(0);
                started.map_err(|fault| Failure::Usage(format!("{name} cannot play: {fault}")))?;
                idle.lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(program);
                Ok(())
            }
            Kind::Strategy(strategy) if limits.depth.is_none() && has_fixed_depth(strategy) => {
                Err(Failure::Usage(format!(
                    "{name} searches to a fixed depth, and has no answer when nodes or time run out; give it a depth, as in \
                     {name}:depth=4"
                )))
            }
            Kind::Strategy(_) => Ok(()),
        }
    }
}

/// Whether a strategy has a score at a given depth, but none when its nodes run out before the depth is reached.
fn has_fixed_depth(strategy: &NamedStrategy<Position>) -> bool {
    // Enough for an answer of every strategy that can be stopped at any time.
    const FEW: u64 = 2_000;
    let has_score = |limits: Limits| {
        let report = strategy.strategy().search(&Position::START, &limits);
        report.score.is_some()
    };
    has_score(Limits::depth(1)) && !has_score(Limits::none().with_nodes(FEW))
}

fn ask(
    program: &mut ProgramPlayer,
    position: &Position,
    limits: MoveLimits,
) -> Result<Finding, Fault> {
    program.begin(0)?;
    let turn = Turn {
        limits,
        clocks: None,
        margin: MARGIN,
    };
    let started = Instant::now();
    let choice = program.choose(&History::new(position.clone()), &turn)?;
    Ok(Finding {
        mv: Some(choice.mv),
        score: choice.score,
        depth: choice.depth.unwrap_or(0),
        nodes: choice.nodes.unwrap_or(0),
        elapsed: started.elapsed(),
        iterations: program
            .iterations(position)
            .into_iter()
            .map(|(mv, score, elapsed)| FoundMove { mv, score, elapsed })
            .collect(),
    })
}

impl From<&Report<Move>> for Finding {
    fn from(report: &Report<Move>) -> Self {
        let iterations = report.iterations.iter();
        let iterations = iterations.map(|iteration| FoundMove {
            mv: iteration.best_move,
            score: iteration.score,
            elapsed: iteration.elapsed,
        });
        Self {
            mv: report.best_move,
            score: report.score,
            depth: report.depth,
            nodes: report.stats.explored,
            elapsed: report.elapsed,
            iterations: iterations.collect(),
        }
    }
}

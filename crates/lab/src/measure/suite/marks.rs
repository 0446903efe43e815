//! [`Marks`]: the results of solvers on a suite.

use crate::journal::Charter;
use crate::measure::solver::fault_texts;
use crate::measure::suite::{Answer, Solved};
use crate::numbers::Mean;
use crate::players::player_spec::PlayerSpec;
use serde::Serialize;
use std::collections::BTreeMap;

/// The results of solvers on a suite. Of the positions only the first ones that were missed are kept, so that a suite may have
/// any number.
#[derive(Debug, Clone, Serialize)]
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
}

/// The results of one solver.
#[derive(Debug, Clone, Serialize)]
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

/// More misses would make a page slow; the comma-separated values have them all.
const MOST_MISSES: usize = 500;

impl Marks {
    /// The results of solvers with these names that were asked nothing yet.
    pub(crate) fn new(limits: String, solvers: impl IntoIterator<Item = String>) -> Self {
        Self {
            limits,
            positions: 0,
            most_points: 0,
            sheets: solvers.into_iter().map(Sheet::new).collect(),
            missed: 0,
            misses: Vec::new(),
        }
    }

    /// The same for the work that a journal is of.
    pub(crate) fn of(charter: &Charter) -> Self {
        let name = |description: &String| {
            let spec: Option<PlayerSpec> = description.parse().ok();
            spec.map_or_else(|| description.clone(), |spec| spec.name().to_owned())
        };
        let limits = charter.term("limits").unwrap_or_default().to_owned();
        Self::new(limits, charter.players.iter().map(name))
    }

    /// Counts the answers to a position.
    pub fn count(&mut self, solved: &Solved) {
        self.positions += 1;
        self.most_points += u64::from(solved.most_points);
        for (sheet, answer) in self.sheets.iter_mut().zip(&solved.answers) {
            sheet.count(answer);
        }
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

    /// What went wrong: for each solver that failed its faults.
    #[must_use]
    pub fn failures(&self) -> Vec<String> {
        let sheets = self.sheets.iter();
        sheets
            .flat_map(|sheet| fault_texts(&sheet.strategy, &sheet.faults))
            .collect()
    }
}

impl Sheet {
    fn new(strategy: String) -> Self {
        Self {
            strategy,
            solved: 0,
            points: 0,
            nodes: 0,
            seconds: 0.0,
            seconds_to_solution: None,
            faults: BTreeMap::new(),
            to_solution: Mean::default(),
        }
    }

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

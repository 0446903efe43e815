//! [`Comparison`]: what strategies did on all positions, of which there may be any number.

use crate::measure::comparison::drawn::{Board, DrawnTree};
use crate::measure::comparison::{Compared, Run};
use crate::numbers::{GeometricMean, Mean, real};
use serde::Serialize;

/// The result of a comparison. Of the positions only the first ones are kept.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The game.
    pub game: &'static str,
    /// The names of the strategies.
    pub strategies: Vec<String>,
    /// The greatest requested depth.
    pub depth: u32,
    /// The number of positions.
    pub count: usize,
    pub(super) first: Vec<Compared>,
    pub(super) sums: Vec<StrategySums>,
    pub(super) boards: Vec<Board>,
    pub(super) trees: Vec<DrawnTree>,
}

/// The means of one strategy over all positions, at one depth that it completed on all of them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct DepthMeans {
    /// The number of the strategy.
    pub strategy: usize,
    /// The depth.
    pub depth: u32,
    /// The geometric mean of the nodes explored.
    pub explored: f64,
    /// The geometric mean of the times.
    pub seconds: f64,
    /// The same of the shortest and of the longest times, where times were measured several times.
    pub seconds_range: [f64; 2],
}

/// The sums over the positions of one strategy.
#[derive(Debug, Clone, Default)]
pub(super) struct StrategySums {
    /// For each depth from 1 on.
    depths: Vec<DepthSums>,
    /// Of the deepest completed searches.
    pub(super) branching: Mean,
    pub(super) first_move: Mean,
    pub(super) saved: Mean,
    pub(super) fewer_nodes: GeometricMean,
    /// The number of positions with minimax's value.
    pub(super) same: u64,
}

#[derive(Debug, Clone, Copy, Default)]
struct DepthSums {
    explored: GeometricMean,
    seconds: GeometricMean,
    fastest: GeometricMean,
    slowest: GeometricMean,
}

/// More positions would make the page slow; JSON and comma-separated values have them all.
const MOST_KEPT: usize = 200;

impl Comparison {
    pub(super) fn new(game: &'static str, strategies: Vec<String>, depth: u32) -> Self {
        let sums = |_: &String| StrategySums {
            depths: (0..depth).map(|_| DepthSums::default()).collect(),
            ..StrategySums::default()
        };
        Self {
            game,
            sums: strategies.iter().map(sums).collect(),
            strategies,
            depth,
            count: 0,
            first: Vec::new(),
            boards: Vec::new(),
            trees: Vec::new(),
        }
    }

    /// Counts the searches of a position.
    pub fn count(&mut self, compared: Compared) {
        self.count += 1;
        for (strategy, sums) in self.sums.iter_mut().enumerate() {
            if let Some(deepest) = compared.deepest(strategy) {
                sums.count_deepest(deepest);
            }
        }
        for run in compared.runs.iter().filter(|run| run.is_finished) {
            self.sums[run.strategy].depths[run.depth as usize - 1].count(run);
        }
        if self.first.len() < MOST_KEPT {
            self.first.push(compared);
        }
    }

    /// The first positions.
    #[must_use]
    pub fn first_positions(&self) -> &[Compared] {
        &self.first
    }

    /// The means of each strategy at each depth that it completed on all positions.
    #[must_use]
    pub fn means(&self) -> Vec<DepthMeans> {
        let means =
            |strategy: usize| (1..=self.depth).filter_map(move |depth| self.mean(strategy, depth));
        (0..self.strategies.len()).flat_map(means).collect()
    }

    pub(super) fn mean(&self, strategy: usize, depth: u32) -> Option<DepthMeans> {
        let sums = self.sums[strategy].depths.get(depth as usize - 1)?;
        (sums.explored.count() == self.count as u64).then_some(())?;
        Some(DepthMeans {
            strategy,
            depth,
            explored: sums.explored.value()?,
            seconds: sums.seconds.value()?,
            seconds_range: [sums.fastest.value()?, sums.slowest.value()?],
        })
    }

    /// The means at the greatest depth that a strategy completed on all positions.
    pub(super) fn deepest_mean(&self, strategy: usize) -> Option<DepthMeans> {
        (1..=self.depth)
            .rev()
            .find_map(|depth| self.mean(strategy, depth))
    }

    /// How many times fewer nodes than minimax a strategy needs, if it finds the same value on every position.
    pub(super) fn saving(&self, strategy: usize) -> Option<f64> {
        let sums = &self.sums[strategy];
        let is_same = sums.same == self.count as u64;
        sums.fewer_nodes.value().filter(|_| is_same)
    }
}

impl StrategySums {
    fn count_deepest(&mut self, run: &Run) {
        let add = |mean: &mut Mean, value: Option<f64>| {
            if let Some(value) = value {
                mean.add(value);
            }
        };
        add(&mut self.branching, run.branching_factor);
        add(&mut self.first_move, run.first_move_share());
        add(
            &mut self.saved,
            Some(run.saved_share()).filter(|share| *share > 0.0),
        );
        if let Some(times) = run.fewer_nodes {
            self.fewer_nodes.add(times);
        }
        self.same += u64::from(run.same_value == Some(true));
    }
}

impl DepthSums {
    fn count(&mut self, run: &Run) {
        self.explored.add(real(run.explored));
        self.seconds.add(run.seconds);
        let [fastest, slowest] = run.seconds_range;
        self.fastest.add(fastest);
        self.slowest.add(slowest);
    }
}

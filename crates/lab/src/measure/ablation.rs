//! [`Ablation`]: what every part of a strategy is worth, measured by removing it.

mod report;
mod page;

use crate::failure::Failure;
use crate::games::NamedStrategy;
use crate::journal::Journal;
use crate::measure::suite::{Suite, Task};
use crate::numbers::{geometric_mean, real};
use crate::play::game::Rules;
use crate::play::opening::Openings;
use crate::play::schedule::Format;
use crate::play::tournament::{Terms, Tournament};
use crate::players::move_limits::MoveLimits;
use crate::players::player_spec::PlayerSpec;
use crate::players::strategy_spec::{StrategySpec, StrategySpecError};
use crate::players::time_control::TimeControl;
use crate::statistics::Estimate;
use plywood_catalog::{Part, Parts};
use plywood_core::Position;
use plywood_search::Limits;
use serde::Serialize;
use std::fmt::Display;
use std::sync::Arc;

/// A strategy with all its parts, or without one of them.
#[derive(Debug)]
pub struct Variant {
    /// The removed part, or `nothing`.
    pub name: String,
    /// The strategy for single positions.
    pub named: NamedStrategy<Position>,
    /// The strategy as a player of games.
    pub spec: PlayerSpec,
}

/// The variants of the textbook search: first with all its parts, then without each part. The evaluator is given
/// by its name.
///
/// # Errors
/// Says which evaluators are known.
pub fn part_variants(evaluator: &str) -> Result<Vec<Variant>, StrategySpecError> {
    let spec: StrategySpec = format!("everything:evaluator={evaluator}").parse()?;
    let whole = ("nothing".to_owned(), Parts::ALL);
    let without = Part::ALL.map(|part| (part.to_string(), Parts::ALL.without(part)));
    let variant = |(name, parts): (String, Parts)| {
        let (alone, playing) = (spec.evaluator(), spec.evaluator());
        let make = move || parts.for_positions(Arc::clone(&alone));
        Variant {
            named: NamedStrategy::new(&name, MoveLimits::default(), make),
            spec: PlayerSpec::from_strategy(&name, move |_seed| {
                parts.for_games(Arc::clone(&playing))
            }),
            name,
        }
    };
    Ok([whole].into_iter().chain(without).map(variant).collect())
}

/// The settings of an ablation.
#[derive(Debug)]
pub struct Ablation {
    /// The full strategy first, then those without a part.
    pub variants: Vec<Variant>,
    /// The test positions.
    pub tasks: Vec<Task>,
    /// The depth to which nodes and time are measured.
    pub depth: u32,
    /// The limits for solving a position.
    pub limits: MoveLimits,
    /// The limits for a move of a game.
    pub game_limits: MoveLimits,
    /// The number of games each variant plays against the full strategy; an even number, or 0.
    pub games: usize,
    /// The number of games played at once.
    pub threads: usize,
}

/// The result of an ablation.
#[derive(Debug, Clone, Serialize)]
pub struct Ablated {
    /// The depth to which nodes and time were measured.
    pub depth: u32,
    /// The limits for solving a position, as text.
    pub limits: String,
    /// The limits for a move of a game, as text.
    pub game_limits: String,
    /// The number of positions.
    pub positions: usize,
    /// The number of games each variant played.
    pub games: usize,
    /// The full strategy first, then those without a part.
    pub rows: Vec<AblatedRow>,
}

/// One variant.
#[derive(Debug, Clone, Serialize)]
pub struct AblatedRow {
    /// The removed part.
    pub without: String,
    /// Nodes to the depth, as the geometric mean over the positions.
    pub nodes: f64,
    /// Seconds to the depth, for the fastest of three searches, as the geometric mean over the positions.
    pub seconds: f64,
    /// The number of positions it solved.
    pub solved: usize,
    /// Its Elo difference from the full strategy, if games were played.
    pub elo: Option<EloData>,
}

/// An Elo estimate with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct EloData {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The number of random plies in an opening; each opening is played with both colors.
const OPENING_PLIES: usize = 8;
const SEED: u64 = 1;
/// The fastest of this many searches counts, since it was disturbed least.
const REPEATS: usize = 3;

impl Ablation {
    /// Runs the ablation, and reports each step before it starts.
    ///
    /// # Errors
    /// The games cannot be played.
    pub fn run(self, progress: &mut dyn FnMut(&str)) -> Result<Ablated, Failure> {
        let costs = self.costs(progress);
        let elos = self.elos(progress)?;
        let (names, strategies): (Vec<_>, Vec<_>) = self
            .variants
            .into_iter()
            .map(|variant| (variant.name, variant.named))
            .unzip();
        let suite = Suite {
            tasks: self.tasks,
            strategies,
            limits: self.limits,
        };
        let marks = suite.run(progress);
        let rows = names.into_iter().zip(costs).zip(marks.sheets).enumerate();
        let rows = rows.map(|(index, ((without, (nodes, seconds)), sheet))| AblatedRow {
            without,
            nodes,
            seconds,
            solved: sheet.solved,
            // The full strategy does not play against itself.
            elo: index
                .checked_sub(1)
                .and_then(|index| elos.get(index).copied()),
        });
        Ok(Ablated {
            depth: self.depth,
            limits: self.limits.to_string(),
            game_limits: self.game_limits.to_string(),
            positions: marks.tasks.len(),
            games: self.games,
            rows: rows.collect(),
        })
    }

    /// The geometric means of nodes and seconds of each variant. The variants take turns, so that other load on the machine
    /// affects all of them alike.
    fn costs(&self, progress: &mut dyn FnMut(&str)) -> Vec<(f64, f64)> {
        let mut costs = vec![(Vec::new(), Vec::new()); self.variants.len()];
        for task in &self.tasks {
            for (variant, (nodes, seconds)) in self.variants.iter().zip(&mut costs) {
                let (name, depth) = (&variant.name, self.depth);
                progress(&format!("without {name}, to depth {depth}, {}", task.name));
                let limits = Limits::depth(depth);
                let search = |()| variant.named.strategy().search(&task.position, &limits);
                let reports = [(); REPEATS].map(search);
                let times = reports.iter().map(|report| report.elapsed.as_secs_f64());
                nodes.push(real(reports[0].stats.explored));
                seconds.push(times.fold(f64::INFINITY, f64::min));
            }
        }
        let mean = |values: &[f64]| geometric_mean(values).unwrap_or(0.0);
        let means = costs
            .iter()
            .map(|(nodes, seconds)| (mean(nodes), mean(seconds)));
        means.collect()
    }

    /// The Elo of every variant but the full strategy, which plays all others.
    fn elos(&self, progress: &mut dyn FnMut(&str)) -> Result<Vec<EloData>, Failure> {
        if self.games == 0 {
            return Ok(Vec::new());
        }
        let players = self.variants.iter().map(|variant| variant.spec.clone());
        let rounds = self.games.div_ceil(2);
        let time_control = TimeControl {
            limits: self.game_limits,
            clock: None,
        };
        let terms = Terms {
            format: Format::Gauntlet,
            rounds,
            rules: Rules {
                time_control,
                ..Rules::default()
            },
            seed: SEED,
            ..Terms::default()
        };
        let openings = Openings::random(OPENING_PLIES, SEED);
        let tournament = Tournament::new(players.collect(), openings, terms).map_err(failed)?;
        let mut journal = Journal::in_memory();
        let standing = tournament
            .run(&mut journal, self.threads, &mut |_, standing| {
                progress(&format!("game {}", standing.games()));
            })
            .map_err(failed)?;
        let head_to_heads = standing.head_to_heads().iter();
        Ok(head_to_heads
            .map(|head_to_head| EloData::of_second(head_to_head.pairs.elo()))
            .collect())
    }
}

fn failed(error: impl Display) -> Failure {
    Failure::Work(error.to_string())
}

impl EloData {
    /// The same from the other player's point of view.
    fn of_second(first: Estimate) -> Self {
        Self {
            value: -first.value,
            low: -first.high,
            high: -first.low,
        }
    }
}

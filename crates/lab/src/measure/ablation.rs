//! [`Ablation`]: what every part of a strategy is worth, found by leaving it out.

mod report;
mod page;

use crate::failure::Failure;
use crate::games::NamedStrategy;
use crate::measure::parts::{Part, Parts};
use crate::measure::suite::{Suite, Task};
use crate::numbers::{geometric_mean, real};
use crate::play::game::Rules;
use crate::play::journal::Journal;
use crate::play::opening::random_openings;
use crate::play::schedule::Format;
use crate::play::tournament::{Terms, Tournament};
use crate::players::move_limits::MoveLimits;
use crate::players::player_spec::PlayerSpec;
use crate::players::strategy_spec::{StrategySpec, StrategySpecError};
use crate::players::time_control::TimeControl;
use crate::statistics::Estimate;
use plywood_core::Position;
use plywood_search::Limits;
use serde::Serialize;
use std::fmt::Display;

/// A strategy that is whole, or from which one thing was taken.
#[derive(Debug)]
pub struct Variant {
    /// What was taken, or that nothing was.
    pub name: String,
    /// It over positions that stand alone.
    pub named: NamedStrategy<Position>,
    /// It over games.
    pub spec: PlayerSpec,
}

/// The variants of the textbook search with all its parts: first the whole, then without each part. The evaluator is told
/// by its name.
///
/// # Errors
/// Says which evaluators are known.
pub fn part_variants(evaluator: &str) -> Result<Vec<Variant>, StrategySpecError> {
    let judge: StrategySpec = format!("everything:evaluator={evaluator}").parse()?;
    let whole = ("nothing".to_owned(), Parts::ALL);
    let without = Part::ALL.map(|part| (part.to_string(), Parts::ALL.without(part)));
    let variant = |(name, parts): (String, Parts)| {
        let (alone, playing) = (judge.clone(), judge.clone());
        let make = move || parts.assemble(alone.judge());
        Variant {
            named: NamedStrategy::new(&name, MoveLimits::default(), make),
            spec: PlayerSpec::from_strategy(&name, move |_seed| {
                parts.assemble(playing.judge_for_games())
            }),
            name,
        }
    };
    Ok([whole].into_iter().chain(without).map(variant).collect())
}

/// What to measure.
#[derive(Debug)]
pub struct Ablation {
    /// The whole strategy first, then those without something.
    pub variants: Vec<Variant>,
    /// The positions that are searched, and solved.
    pub tasks: Vec<Task>,
    /// Nodes and time are measured to this depth.
    pub depth: u32,
    /// What may be spent on solving a position.
    pub limits: MoveLimits,
    /// What may be spent on a move of a game.
    pub game_limits: MoveLimits,
    /// How many games each variant plays against the whole; an even number, or 0.
    pub games: usize,
    /// How many games are played at once.
    pub threads: usize,
}

/// What came out.
#[derive(Debug, Clone, Serialize)]
pub struct Ablated {
    /// The depth to which nodes and time were measured.
    pub depth: u32,
    /// What could be spent on solving a position.
    pub limits: String,
    /// What could be spent on a move of a game.
    pub game_limits: String,
    /// How many positions were searched.
    pub positions: usize,
    /// How many games each variant played.
    pub games: usize,
    /// The whole strategy first, then those without something.
    pub rows: Vec<AblatedRow>,
}

/// One variant.
#[derive(Debug, Clone, Serialize)]
pub struct AblatedRow {
    /// What was taken.
    pub without: String,
    /// Nodes to the depth, as the geometric mean over the positions.
    pub nodes: f64,
    /// Seconds to the depth, of the quickest of three searches, as the geometric mean over the positions.
    pub seconds: f64,
    /// How many positions it solved.
    pub solved: usize,
    /// How much stronger it is than the whole, if games were played.
    pub elo: Option<EloData>,
}

/// An estimate of Elo with its interval of 95 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct EloData {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Openings are so many random plies; each is played with both colors.
const OPENING_PLIES: usize = 8;
const SEED: u64 = 1;
/// Of so many searches the quickest is the least disturbed.
const REPEATS: usize = 3;

impl Ablation {
    /// Measures, and tells before each step which one it is.
    ///
    /// # Errors
    /// When games cannot be played.
    pub fn run(self, tell: &mut dyn FnMut(&str)) -> Result<Ablated, Failure> {
        let costs = self.costs(tell);
        let elos = self.elos(tell)?;
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
        let marks = suite.run(tell);
        let rows = names.into_iter().zip(costs).zip(marks.sheets).enumerate();
        let rows = rows.map(|(index, ((without, (nodes, seconds)), sheet))| AblatedRow {
            without,
            nodes,
            seconds,
            solved: sheet.solved,
            // The whole does not play against itself.
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

    /// The geometric means of nodes and seconds of each variant. The variants take turns, so that a machine that is busy for
    /// a while is so for all of them.
    fn costs(&self, tell: &mut dyn FnMut(&str)) -> Vec<(f64, f64)> {
        let mut costs = vec![(Vec::new(), Vec::new()); self.variants.len()];
        for task in &self.tasks {
            for (variant, (nodes, seconds)) in self.variants.iter().zip(&mut costs) {
                let (name, depth) = (&variant.name, self.depth);
                tell(&format!("without {name}, to depth {depth}, {}", task.name));
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

    /// The Elo of every variant but the whole, which plays all others.
    fn elos(&self, tell: &mut dyn FnMut(&str)) -> Result<Vec<EloData>, Failure> {
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
        let openings = random_openings(OPENING_PLIES, rounds, SEED);
        let tournament = Tournament::new(players.collect(), openings, terms).map_err(failed)?;
        let mut journal = Journal::in_memory();
        let standing = tournament
            .run(&mut journal, self.threads, &mut |_, standing| {
                tell(&format!("game {}", standing.games()));
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
    /// The same from the other player's view.
    fn of_second(first: Estimate) -> Self {
        Self {
            value: -first.value,
            low: -first.high,
            high: -first.low,
        }
    }
}

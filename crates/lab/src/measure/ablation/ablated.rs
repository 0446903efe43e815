//! [`Ablated`]: the result of an ablation, into which positions and games are counted one by one.

use crate::measure::ablation::{AblatedPosition, AblationSettings, REPEATS};
use crate::numbers::{GeometricMean, real};
use crate::play::entry::Entry;
use crate::play::standing::{Format, Schedule, Standing};
use crate::players::player_spec::name_in;
use crate::statistics::Estimate;
use serde::Serialize;
use std::collections::BTreeMap;

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
    /// The number of games each variant plays.
    pub games: usize,
    /// The full strategy first, then those without a part.
    pub rows: Vec<AblatedRow>,
    #[serde(skip)]
    standing: Standing,
}

/// One variant.
#[derive(Debug, Clone, Serialize)]
pub struct AblatedRow {
    /// The removed part.
    pub without: String,
    /// Nodes to the depth, as the geometric mean over the positions.
    pub nodes: f64,
    /// Seconds to the depth: the median of repeated measurements, each the geometric mean over the positions.
    pub seconds: f64,
    /// The shortest and the longest of these measurements.
    pub seconds_range: [f64; 2],
    /// The number of positions it solved.
    pub solved: usize,
    /// Its Elo difference from the full strategy, if games were played.
    pub elo: Option<Estimate>,
    /// How often it failed, by the fault.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub faults: BTreeMap<String, usize>,
    #[serde(skip)]
    mean_nodes: GeometricMean,
    #[serde(skip)]
    mean_seconds: [GeometricMean; REPEATS],
}

impl Ablated {
    /// The work with these settings, of which nothing was done yet.
    pub(crate) fn of(settings: &AblationSettings) -> Self {
        let players = settings.players.iter();
        // Which players meet in a game does not depend on the number of rounds.
        let schedule = Schedule::new(Format::Gauntlet, players.len(), 1, 0);
        Self {
            depth: settings.depth,
            limits: settings.limits.to_string(),
            game_limits: settings.game_limits.to_string(),
            positions: 0,
            games: settings.games,
            rows: players.map(|text| AblatedRow::of(text)).collect(),
            standing: Standing::new(schedule),
        }
    }

    /// Counts a game.
    pub(super) fn count_game(&mut self, game: &Entry) {
        let fixture = self.standing.schedule.fixture(game.game);
        self.standing.count(game);
        // The full strategy is the first player of every pair.
        let head_to_heads = self.standing.head_to_heads.iter();
        for (row, both) in self.rows[1..].iter_mut().zip(head_to_heads) {
            if fixture.players.contains(&both.players[1]) {
                row.elo = Some(-both.pairs.elo());
            }
        }
    }

    /// Counts a position.
    pub(super) fn count_position(&mut self, position: &AblatedPosition) {
        self.positions += 1;
        let measured = position.costs.iter().zip(&position.answers);
        for (row, (cost, answer)) in self.rows.iter_mut().zip(measured) {
            for (mean, seconds) in row.mean_seconds.iter_mut().zip(&cost.seconds) {
                mean.add(*seconds);
            }
            if !cost.seconds.is_empty() {
                row.mean_nodes.add(real(cost.nodes));
            }
            row.solved += usize::from(answer.is_solved);
            if let Some(fault) = &answer.fault {
                *row.faults.entry(fault.clone()).or_default() += 1;
            }
            row.update();
        }
    }
}

impl AblatedRow {
    fn of(description: &str) -> Self {
        Self {
            without: name_in(description),
            nodes: 0.0,
            seconds: 0.0,
            seconds_range: [0.0; 2],
            solved: 0,
            elo: None,
            faults: BTreeMap::new(),
            mean_nodes: GeometricMean::default(),
            mean_seconds: [GeometricMean::default(); REPEATS],
        }
    }

    fn update(&mut self) {
        let mut seconds = self.mean_seconds.map(|mean| mean.value().unwrap_or(0.0));
        seconds.sort_by(f64::total_cmp);
        self.nodes = self.mean_nodes.value().unwrap_or(0.0);
        self.seconds = seconds[REPEATS / 2];
        self.seconds_range = [seconds[0], seconds[REPEATS - 1]];
    }
}

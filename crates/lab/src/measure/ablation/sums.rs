//! [`AblationSums`]: what was measured so far; and [`Ablated`], the result.

use crate::journal::Charter;
use crate::measure::ablation::{AblatedPosition, AblationItem, REPEATS};
use crate::numbers::{GeometricMean, real};
use crate::play::entry::Entry;
use crate::play::schedule::{Format, Schedule};
use crate::play::standing::Standing;
use crate::players::player_spec::PlayerSpec;
use crate::statistics::Estimate;
use serde::Serialize;
use std::collections::BTreeMap;

/// The sums of an ablation over the positions and games.
#[derive(Debug)]
pub struct AblationSums {
    charter: Charter,
    positions: usize,
    rows: Vec<RowSums>,
    schedule: Schedule,
    standing: Standing,
}

#[derive(Debug)]
struct RowSums {
    nodes: GeometricMean,
    seconds: [GeometricMean; REPEATS],
    solved: usize,
    faults: BTreeMap<String, usize>,
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
}

impl AblationSums {
    /// The sums of the work with this charter.
    #[must_use]
    pub fn new(charter: &Charter) -> Self {
        let count = charter.players.len();
        // Which players meet in a game does not depend on the number of rounds.
        let schedule = Schedule::new(Format::Gauntlet, count, 1, 0);
        Self {
            charter: charter.clone(),
            positions: 0,
            rows: charter.players.iter().map(|_| RowSums::new()).collect(),
            standing: Standing::new(count, &schedule),
            schedule,
        }
    }

    /// Counts a position or a game.
    pub fn count(&mut self, item: &AblationItem) {
        match item {
            AblationItem::Position(position) => self.count_position(position),
            AblationItem::Game { entry, .. } => self.count_game(entry),
        }
    }

    /// Counts a game.
    pub(super) fn count_game(&mut self, game: &Entry) {
        let fixture = self.schedule.fixture(game.game);
        self.standing.count(&fixture, game);
    }

    fn count_position(&mut self, position: &AblatedPosition) {
        self.positions += 1;
        let measured = position.costs.iter().zip(&position.answers);
        for (row, (cost, answer)) in self.rows.iter_mut().zip(measured) {
            for (mean, seconds) in row.seconds.iter_mut().zip(&cost.seconds) {
                mean.add(*seconds);
            }
            if !cost.seconds.is_empty() {
                row.nodes.add(real(cost.nodes));
            }
            row.solved += usize::from(answer.is_solved);
            if let Some(fault) = &answer.fault {
                *row.faults.entry(fault.clone()).or_default() += 1;
            }
        }
    }

    /// The result.
    #[must_use]
    pub fn ablated(&self) -> Ablated {
        let term = |name: &str| self.charter.term(name).unwrap_or_default();
        let number = |name: &str| term(name).parse().unwrap_or(0);
        let games: usize = number("games");
        let elos = self.standing.head_to_heads().iter();
        let elos: Vec<Estimate> = elos
            .map(|head_to_head| of_second(head_to_head.pairs.elo()))
            .collect();
        let rows = self.charter.players.iter().zip(&self.rows).enumerate();
        let rows = rows.map(|(index, (description, sums))| {
            // The full strategy does not play against itself.
            let elo = index.checked_sub(1).and_then(|index| elos.get(index));
            sums.row(name(description), elo.copied().filter(|_| games > 0))
        });
        Ablated {
            depth: u32::try_from(number("depth")).unwrap_or(0),
            limits: term("limits").to_owned(),
            game_limits: term("game limits").to_owned(),
            positions: self.positions,
            games,
            rows: rows.collect(),
        }
    }
}

/// The name of a variant from its description.
fn name(description: &str) -> String {
    let spec: Option<PlayerSpec> = description.parse().ok();
    spec.map_or_else(|| description.to_owned(), |spec| spec.name().to_owned())
}

impl RowSums {
    fn new() -> Self {
        Self {
            nodes: GeometricMean::default(),
            seconds: [GeometricMean::default(); REPEATS],
            solved: 0,
            faults: BTreeMap::new(),
        }
    }

    fn row(&self, without: String, elo: Option<Estimate>) -> AblatedRow {
        let mut seconds = self.seconds.map(|mean| mean.value().unwrap_or(0.0));
        seconds.sort_by(f64::total_cmp);
        AblatedRow {
            without,
            nodes: self.nodes.value().unwrap_or(0.0),
            seconds: seconds[REPEATS / 2],
            seconds_range: [seconds[0], seconds[REPEATS - 1]],
            solved: self.solved,
            elo,
            faults: self.faults.clone(),
        }
    }
}

/// The same difference from the other player's point of view.
const fn of_second(first: Estimate) -> Estimate {
    Estimate {
        value: -first.value,
        low: -first.high,
        high: -first.low,
    }
}

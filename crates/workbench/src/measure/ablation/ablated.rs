//! [`Ablated`]: the result of an ablation, to which positions and games are added one by one; as a table, as plots and as a page.

use crate::measure::ablation::{
    AblatedPosition, AblationItem, AblationSettings, REPEATS, measured_depth,
};
use crate::measure::suite::fault_texts;
use crate::play::entry::GameEntry;
use crate::show::{Results, document};
use plywood_arena::numbers::{GeometricMean, real, share};
use plywood_arena::statistics::Estimate;
use plywood_arena::{Format, Schedule, Tally, TimeControl};
use plywood_report::plot::{Picture, Row, RowPlot, Unit};
use plywood_report::{Cell, Columns, Document, counted};
use serde::Serialize;
use std::collections::BTreeMap;

/// The result of an ablation.
#[derive(Debug, Clone, Serialize)]
pub struct Ablated {
    /// The depth to which nodes and time were measured; without one, they are those of the limits' rounds.
    pub depth: Option<u32>,
    /// The limits for solving a position, as a string.
    pub limits: String,
    /// The limits for a move of a game, as a string.
    pub game_limits: String,
    /// The number of positions.
    pub positions: usize,
    /// The number of games each variant plays.
    pub games: usize,
    /// The full strategy first, then those without a part.
    pub rows: Vec<AblatedRow>,
    #[serde(skip)]
    tally: Tally,
}

/// One variant.
#[derive(Debug, Clone, Default, Serialize)]
pub struct AblatedRow {
    /// The removed part.
    pub without: String,
    /// Nodes, as the geometric mean over the positions.
    pub nodes: f64,
    /// Seconds: the median of repeated measurements, each the geometric mean over the positions.
    pub seconds: f64,
    /// The shortest and the longest of these measurements.
    pub seconds_range: [f64; 2],
    /// The number of positions it solved.
    pub solved: usize,
    /// Its Elo difference from the full strategy, if games were played.
    pub elo: Option<Estimate>,
    /// The number of its failures, by fault.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub faults: BTreeMap<String, usize>,
    #[serde(skip)]
    mean_nodes: GeometricMean,
    #[serde(skip)]
    mean_seconds: [GeometricMean; REPEATS],
}

const TITLE: &str = "What each part is worth";

impl Results for Ablated {
    type Item = AblationItem;

    fn count(&mut self, item: &AblationItem) {
        match item {
            AblationItem::Position(position) => self.count_position(position),
            AblationItem::Game { entry, .. } => self.count_game(entry),
        }
    }

    fn document(&self) -> Document {
        let (caption, table) = (self.caption(), self.columns().table(&self.rows));
        document(TITLE)
            .lead(&caption)
            .table(&caption, table.clone())
            .values(table)
            .plots("The search without …", self.pictures())
    }

    fn data(&self) -> impl Serialize {
        self
    }

    fn failures(&self) -> Vec<String> {
        let rows = self.rows.iter();
        rows.flat_map(|row| fault_texts(&row.without, &row.faults))
            .collect()
    }
}

impl Ablated {
    /// Makes the empty result of work with these settings.
    #[must_use]
    pub fn of(settings: &AblationSettings) -> Self {
        let players = settings.players.iter();
        let rows = players.clone().map(|player| AblatedRow {
            without: player.name.clone(),
            ..AblatedRow::default()
        });
        // The pairing of players in a game does not depend on the number of rounds.
        let schedule = Schedule::new(Format::Gauntlet, players.len(), 1, 0);
        let names = players.map(|player| player.name.clone()).collect();
        Self {
            depth: measured_depth(settings.depth, &settings.limits),
            limits: settings.limits.to_string(),
            game_limits: settings.game_limits.to_string(),
            positions: 0,
            games: settings.games,
            rows: rows.collect(),
            tally: Tally::new(names, schedule, None, TimeControl::default()),
        }
    }

    /// Counts a game.
    pub(super) fn count_game(&mut self, game: &GameEntry) {
        self.tally.count(game.counted());
        // The full strategy is the first player of every pair.
        let variant = self.tally.schedule().head_to_head(game.game) + 1;
        let both = self.tally.head_to_head(game.game);
        self.rows[variant].elo = Some(-both.pairs.elo());
    }

    /// Counts a position.
    pub(super) fn count_position(&mut self, position: &AblatedPosition) {
        self.positions += 1;
        let measured = position.costs.iter().zip(&position.solved.answers);
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

    fn columns(&self) -> Columns<'_, &AblatedRow> {
        let seconds = |seconds: f64| Cell::measured(Unit::Seconds, seconds, 6);
        let elo = |elo: f64| Cell::measured(Unit::Difference, elo, 2);
        Columns::new()
            .text("without", |row: &&AblatedRow| &row.without)
            .named("without")
            .number("nodes", |row| Cell::measured(Unit::Count, row.nodes, 1))
            .named("nodes")
            .number("as many", |row| Unit::Times.text(self.ratios(row).0))
            .number("time", move |row| seconds(row.seconds))
            .named("seconds")
            .number("as long", |row| Unit::Times.text(self.ratios(row).1))
            .data("fastest", move |row| seconds(row.seconds_range[0]))
            .data("slowest", move |row| seconds(row.seconds_range[1]))
            .number("solved", |row| {
                let of = format!("{} of {}", row.solved, self.positions);
                Cell::from(of).with_data(row.solved)
            })
            .named("solved")
            .data("positions", |_| self.positions)
            .number("Elo", |row| {
                row.elo.map(|elo| {
                    let text = |elo: f64| Unit::Difference.text(elo);
                    let [value, low, high] = [elo.value, elo.low, elo.high].map(text);
                    format!("{value} [{low}, {high}]")
                })
            })
            .data("elo", move |row| row.elo.map(|found| elo(found.value)))
            .data("elo_low", move |row| row.elo.map(|found| elo(found.low)))
            .data("elo_high", move |row| row.elo.map(|found| elo(found.high)))
    }

    fn caption(&self) -> String {
        let games = match self.games {
            0 => String::new(),
            games => format!(
                " Elo against the full search from {games} games with {} for each move, with its 95 % interval.",
                self.game_limits
            ),
        };
        format!(
            "{}. Nodes and time {}, as geometric means, the time as the median of three; solved with {} for each.{games}",
            counted(self.positions, "position"),
            self.measured(),
            self.limits
        )
    }

    /// Says under which limits nodes and time were measured.
    fn measured(&self) -> String {
        let rounds = || format!("with {}", self.limits);
        self.depth
            .map_or_else(rounds, |depth| format!("to depth {depth}"))
    }

    /// Returns the nodes and the time relative to the full search.
    fn ratios(&self, row: &AblatedRow) -> (f64, f64) {
        self.rows.first().map_or((1.0, 1.0), |whole| {
            (row.nodes / whole.nodes, row.seconds / whole.seconds)
        })
    }

    fn pictures(&self) -> Vec<Picture> {
        let measured = self.measured();
        let picture =
            |(title, unit): (&str, Unit), note: &str, row: &dyn Fn(&AblatedRow) -> Row| {
                let plot = RowPlot::new(title, unit).note(note);
                plot.rows(self.rows.iter().map(row)).picture()
            };
        let bar = |row: &AblatedRow, value: f64| Row::bar(&row.without, Some(value));
        let whole = self.rows.first().map_or(1.0, |row| row.seconds);
        let mut pictures = vec![
            picture(
                ("Nodes without the part", Unit::Times),
                &format!("{measured}; the full search is 1"),
                &|row| bar(row, self.ratios(row).0),
            ),
            picture(
                ("Time without the part", Unit::Times),
                &format!(
                    "{measured}; the full search is 1; median and range of three measurements"
                ),
                &|row| {
                    let [low, high] = row.seconds_range.map(|seconds| seconds / whole);
                    Row::estimate(&row.without, row.seconds / whole, (low, high))
                },
            ),
            picture(
                ("Positions solved without the part", Unit::Share),
                &format!("{} for each", self.limits),
                &|row| bar(row, share(row.solved as u64, self.positions as u64)),
            ),
        ];
        if self.games > 0 {
            let (games, limits) = (self.games, &self.game_limits);
            pictures.push(picture(
                ("Elo without the part", Unit::Difference),
                &format!("against the full search, {games} games each, {limits} for a move"),
                &|row| match row.elo {
                    Some(elo) => Row::estimate(&row.without, elo.value, (elo.low, elo.high)),
                    None => Row::bar(&row.without, None),
                },
            ));
        }
        pictures
    }
}

impl AblatedRow {
    fn update(&mut self) {
        let mut seconds = self.mean_seconds.map(|mean| mean.value().unwrap_or(0.0));
        seconds.sort_by(f64::total_cmp);
        self.nodes = self.mean_nodes.value().unwrap_or(0.0);
        self.seconds = seconds[REPEATS / 2];
        self.seconds_range = [seconds[0], seconds[REPEATS - 1]];
    }
}

//! The result of an ablation as a table, as plots and as a page.

use crate::measure::ablation::{Ablated, AblatedRow, AblationItem};
use crate::measure::suite::fault_texts;
use crate::numbers::share;
use crate::show::document;
use crate::show::results::Results;
use plywood_report::plot::{Picture, Row, RowPlot, Unit};
use plywood_report::{Cell, Columns, Document};
use serde::Serialize;

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
            "{} positions. Nodes and time to depth {}, as geometric means, the time as the median of three; solved with {} for each.{games}",
            self.positions, self.depth, self.limits
        )
    }

    /// Nodes and time relative to the full search.
    fn ratios(&self, row: &AblatedRow) -> (f64, f64) {
        self.rows.first().map_or((1.0, 1.0), |whole| {
            (row.nodes / whole.nodes, row.seconds / whole.seconds)
        })
    }

    fn pictures(&self) -> Vec<Picture> {
        let depth = self.depth;
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
                &format!("to depth {depth}; the full search is 1"),
                &|row| bar(row, self.ratios(row).0),
            ),
            picture(
                ("Time without the part", Unit::Times),
                &format!(
                    "to depth {depth}; the full search is 1; median and range of three measurements"
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

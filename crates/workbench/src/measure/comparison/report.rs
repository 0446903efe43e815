//! [`ComparisonResults`]: the results, as tables, as plots, and as a page with boards.

use crate::measure::comparison::Compared;
use crate::show::{Results, document};
use plywood_core::diagram::Escaped;
use plywood_report::plot::{Picture, Row, RowPlot, Unit};
use plywood_report::{Columns, Document, Table, counted};
use plywood_search::{Agreement, ComparisonRow, ComparisonSummary, DepthMeans};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The results of a comparison. Only the first positions are kept.
#[derive(Debug, Clone)]
pub struct ComparisonResults {
    /// The game.
    pub game: &'static str,
    /// The results of the strategies over all positions.
    pub summary: ComparisonSummary,
    /// The greatest requested depth.
    pub depth: u32,
    /// The first positions.
    pub first: Vec<Compared>,
    /// A note on the evaluators, if they differ.
    notes: Vec<String>,
    /// The first failure of each strategy that failed.
    faults: BTreeMap<usize, String>,
    /// Boards for the page, if they were drawn.
    pub(super) boards: String,
}

/// The most positions kept: more would make the page slow, and JSON and comma-separated values have them all.
const MOST_KEPT: usize = 200;

/// The most positions with a table each; more are summed up in one.
const FEW: usize = 20;

impl Results for ComparisonResults {
    type Item = Compared;

    fn count(&mut self, compared: &Compared) {
        self.summary.count(&compared.runs);
        for run in &compared.runs {
            if let Some(fault) = run.fault() {
                let strategy = &self.summary.strategies()[run.number];
                // The string of some first positions is empty.
                let place = match compared.name.as_str() {
                    "" => "the start".to_owned(),
                    name => format!("position {name}"),
                };
                let text = || format!("{strategy}: {fault} (at {place})");
                self.faults.entry(run.number).or_insert_with(text);
            }
        }
        if self.first.len() < MOST_KEPT {
            self.first.push(compared.clone());
        }
    }

    fn document(&self) -> Document {
        let title = format!(
            "{} of {}",
            counted(self.summary.strategies().len(), "strategy"),
            self.game
        );
        let mut page = self.print(document(&title).lead(&self.lead()));
        page = page.style(include_str!("page.css"));
        if !self.notes.is_empty() {
            let notes = self
                .notes
                .iter()
                .map(|note| format!("<li>{}</li>", Escaped(note)));
            let notes: String = notes.collect();
            page = page.section("", &format!("<ul class=\"soft\">{notes}</ul>"));
        }
        if !self.boards.is_empty() {
            page = page.section("What they play", &self.boards);
        }
        let growth = vec![self.summary.nodes_plot(), self.summary.seconds_plot()];
        page.plots("How the work grows", growth)
            .plots("Why it grows so", self.reasons())
            .section("Every number", &self.numbers())
    }

    fn data(&self) -> impl Serialize {
        json!({ "count": self.summary.positions(), "means": self.summary.means() })
    }

    fn list(&self) -> Option<(Value, &'static str)> {
        let strategies = self.summary.strategies();
        let head = json!({ "game": self.game, "strategies": strategies, "depth": self.depth });
        Some((head, "positions"))
    }

    fn rows(&self, all: &[Compared]) -> Option<Table> {
        let name = |number| {
            let mut named = all.iter().filter(|compared| compared.number == number);
            named.next().map_or_else(String::new, |it| it.name.clone())
        };
        let game = Columns::new().data("game", |_: &&ComparisonRow| self.game);
        let columns = game.and(ComparisonRow::columns(self.summary.agreement(), name));
        Some(columns.table(all.iter().flat_map(|compared| &compared.runs)))
    }

    fn failures(&self) -> Vec<String> {
        self.faults.values().cloned().collect()
    }
}

impl ComparisonResults {
    pub(super) fn new(
        game: &'static str,
        summary: ComparisonSummary,
        notes: Vec<String>,
        depth: u32,
    ) -> Self {
        Self {
            game,
            summary,
            depth,
            first: Vec::new(),
            notes,
            faults: BTreeMap::new(),
            boards: String::new(),
        }
    }

    /// Adds the printed part: a table for each of a few positions, or their means.
    fn print(&self, document: Document) -> Document {
        let (game, count, depth) = (self.game, self.summary.positions(), self.depth);
        let notes = self.notes.iter();
        if count > FEW {
            let caption = format!("{game}: {count} positions, depth {depth}");
            let table = document.table(&caption, self.summary.table());
            let noted = notes.fold(table, |table, note| table.note(note));
            return noted.note(&self.summary.legend());
        }
        let tables = self.first.iter().fold(document, |document, compared| {
            let caption = format!("{game}: {}, depth {depth}", compared.name);
            document.table(&caption, self.deepest([compared]))
        });
        let notes = self.faults.values().chain(notes);
        let noted = notes.fold(tables, |document, note| document.note(note));
        noted.note(&format!(
            "Scores are from the point of view of the side to move. fewer nodes: how many times fewer than minimax; {}:\n\
             as minimax's; exact: the strategy promises minimax's score with its own horizon evaluation.",
            self.summary.agreement()
        ))
    }

    /// Returns the deepest completed search of each strategy on these positions.
    fn deepest<'a>(&'a self, positions: impl IntoIterator<Item = &'a Compared>) -> Table {
        let strategies = 0..self.summary.strategies().len();
        let rows = positions.into_iter().flat_map(|compared| {
            let strategies = strategies.clone();
            strategies.filter_map(|strategy| compared.shown(strategy))
        });
        let rows: Vec<ComparisonRow> = rows.collect();
        let number = Columns::new()
            .number("position", |run: &&ComparisonRow| run.position + 1)
            .for_pages();
        let columns = number.and(ComparisonRow::columns(self.summary.agreement(), |_| {
            String::new()
        }));
        columns.table(&rows)
    }

    /// Returns how many times fewer nodes than minimax a strategy needs, if it agrees with it on every position.
    fn saving(&self, strategy: usize) -> Option<f64> {
        let saving = self.summary.deepest(strategy).saving?;
        let is_same = saving.same == self.summary.positions() as u64;
        is_same.then_some(saving.times)
    }

    fn lead(&self) -> String {
        let positions = match (self.summary.positions(), self.first.first()) {
            (1, Some(only)) => format!("The position {}", only.name),
            (several, _) => format!("{several} positions"),
        };
        let depths = format!("{positions}, every depth up to {}.", self.depth);
        let savings = (0..self.summary.strategies().len())
            .filter_map(|strategy| Some((strategy, self.saving(strategy)?)));
        match savings.max_by(|a, b| a.1.total_cmp(&b.1)) {
            Some((strategy, times)) if times > 1.0 => format!(
                "{depths} {} finds minimax's {} with {} times fewer nodes.",
                self.summary.strategies()[strategy],
                match self.summary.agreement() {
                    Agreement::Value => "values",
                    Agreement::Move => "moves",
                },
                Unit::Number.text(times)
            ),
            Some(_) | None => depths,
        }
    }

    /// Returns a note on the positions after the first ones, if there are more.
    pub(super) fn left_out(&self, shown: usize) -> String {
        match self.summary.positions().saturating_sub(shown) {
            0 => String::new(),
            more => format!("<p class=\"soft\">… and {more} more positions</p>"),
        }
    }

    /// Returns the means over the positions, each at the greatest completed depth.
    fn reasons(&self) -> Vec<Picture> {
        let rows = |title, note, unit, of: fn(DepthMeans) -> Option<f64>| {
            let strategies = self.summary.strategies().iter().enumerate();
            let bars =
                strategies.map(|(number, name)| Row::bar(name, of(self.summary.deepest(number))));
            RowPlot::new(title, unit).note(note).rows(bars).picture()
        };
        vec![
            rows(
                "Branching factor",
                "of the full tree with as many nodes",
                Unit::Number,
                |means| means.branching,
            ),
            rows(
                "Cut-offs made by the first move",
                "the quality of the move ordering",
                Unit::Share,
                |means| means.first_move_share,
            ),
            rows(
                "Nodes answered by the table",
                "of all nodes visited",
                Unit::Share,
                |means| means.saved_share,
            ),
        ]
    }

    fn numbers(&self) -> String {
        format!(
            "<div class=\"scroll\">{}</div>\n{}<p class=\"soft\">The deepest search of each strategy that came to its end. \
             Scores are from the point of view of the side to move. A click on a heading sorts.</p>",
            self.deepest(&self.first).to_html(),
            self.left_out(self.first.len())
        )
    }
}

//! [`ComparisonResults`]: the results, as tables, as plots, and as a page with boards.

use crate::measure::comparison::Compared;
use crate::show::{Results, document};
use plywood_core::diagram::Escaped;
use plywood_report::plot::{Picture, Row, RowPlot, Unit};
use plywood_report::{Cell, Columns, Document, Table, counted};
use plywood_search::{ComparisonRow, ComparisonSummary, Conclusion, DepthMeans};
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
    /// The name of the strategy that the tables compare with.
    pub(super) reference: String,
    /// The parts of which the strategies are all subsets, in the order of binary numbers; none, if they're others.
    pub(super) parts: Vec<String>,
    /// A note on the evaluators, if they differ.
    pub(super) notes: Vec<String>,
    /// The first failure of each strategy that failed.
    pub(super) faults: BTreeMap<usize, String>,
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
        for (heading, class, lines) in [
            ("What follows", "", &self.conclusions()),
            ("", " class=\"soft\"", &self.notes),
        ] {
            if !lines.is_empty() {
                let items = lines
                    .iter()
                    .map(|line| format!("<li>{}</li>", Escaped(line)));
                let items: String = items.collect();
                page = page.section(heading, &format!("<ul{class}>{items}</ul>"));
            }
        }
        if !self.boards.is_empty() {
            page = page.section("What they play", &self.boards);
        }
        if let Some(worth) = self.worth() {
            page = page.section(WORTH, &Worth::table(worth).to_html());
        }
        let growth = vec![self.summary.nodes_plot(), self.summary.seconds_plot()];
        page.plots("How the work grows", growth)
            .plots("Why it grows so", self.reasons())
            .section("Every number", &self.numbers())
    }

    fn data(&self) -> impl Serialize {
        json!({
            "count": self.summary.positions(),
            "means": self.summary.means(),
            "conclusions": self.summary.conclusions(),
            "sentences": self.conclusions(),
            "worth": self.worth(),
        })
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

    /// Returns the sentences below the tables. About all subsets of parts, the table says more, unless there are too few positions.
    fn conclusions(&self) -> Vec<String> {
        match self.parts.as_slice() {
            [] => self.summary.sentences(),
            _ => Vec::from_iter(Conclusion::too_few(self.summary.positions())),
        }
    }

    fn failures(&self) -> Vec<String> {
        self.faults.values().cloned().collect()
    }
}

impl ComparisonResults {
    /// Returns the worth of each part at the greatest depth that every subset finished on every position.
    fn worth(&self) -> Option<Vec<Worth>> {
        let (summary, parts) = (&self.summary, &self.parts);
        let all = (1 << parts.len()) - 1;
        let nodes_at = |depth| -> Option<Vec<f64>> {
            let nodes = (0..=all).map(|subset| {
                let means = summary.at(subset, Some(depth))?;
                (means.positions == summary.positions() as u64).then_some(means.nodes)
            });
            nodes.collect()
        };
        let nodes = (1..=self.depth).rev().find_map(nodes_at)?;
        let fewest = nodes.iter().copied().fold(f64::INFINITY, f64::min);
        let worth = |(part, name): (usize, &'_ String)| {
            let bit = 1_usize << part;
            let times = |others: usize| nodes[others & !bit] / nodes[others | bit];
            let others = (0..=all).filter(|subset| subset & bit == 0);
            let shares = others.map(|others| {
                times(others).ln() * share_of_orders(others.count_ones(), usize::count_ones(all))
            });
            Worth {
                part: name.clone(),
                alone: times(0),
                last: times(all),
                on_average: shares.sum::<f64>().exp(),
                saved: (nodes[0] - nodes[bit]) / (nodes[0] - fewest),
            }
        };
        (all > 0).then(|| parts.iter().enumerate().map(worth).collect())
    }

    /// Adds the printed part: a table for each of a few positions, or their means.
    fn print(&self, document: Document) -> Document {
        let (game, count, depth) = (self.game, self.summary.positions(), self.depth);
        let notes = self.notes.iter();
        if count > FEW {
            let caption = format!("{game}: {count} positions, depth {depth}");
            let table = document.table(&caption, self.summary.table());
            let noted = notes.fold(table, |table, note| table.note(note));
            return self.conclude(noted.note(&self.legend(&self.summary.legend())));
        }
        let tables = self.first.iter().fold(document, |document, compared| {
            let caption = format!("{game}: {}, depth {depth}", compared.name);
            document.table(&caption, self.deepest([compared]))
        });
        let notes = self.faults.values().chain(notes);
        let noted = notes.fold(tables, |document, note| document.note(note));
        let legend = "Scores are from the point of view of the side to move; \
            exact: the strategy promises minimax's score with its own horizon evaluation";
        self.conclude(noted.note(&self.legend(legend)))
    }

    /// Adds what follows: the worth of parts, or sentences.
    fn conclude(&self, document: Document) -> Document {
        let worth = self.worth().map(Worth::table).into_iter();
        let document = worth.fold(document, |document, table| document.table(WORTH, table));
        match self.conclusions().join("\n") {
            none if none.is_empty() => document,
            lines => document.note(&lines),
        }
    }

    /// Adds the columns that depend on the reference to a legend.
    fn legend(&self, others: &str) -> String {
        let (reference, agreement) = (&self.reference, self.summary.agreement());
        format!(
            "{others};\nfewer nodes: how many times fewer than {reference}; {agreement}: as {reference}'s."
        )
    }

    /// Returns the deepest completed search of each strategy on these positions.
    fn deepest<'a>(&'a self, positions: impl IntoIterator<Item = &'a Compared>) -> Table {
        let count = self.summary.strategies().len();
        let shown = |compared: &'a Compared| {
            (0..count).filter_map(move |strategy| compared.shown(strategy))
        };
        let rows = positions.into_iter().flat_map(shown);
        let rows: Vec<ComparisonRow> = rows.collect();
        let number = Columns::new()
            .number("position", |run: &&ComparisonRow| run.position + 1)
            .for_pages();
        let columns = number.and(ComparisonRow::columns(self.summary.agreement(), |_| {
            String::new()
        }));
        let is_counted = rows.iter().any(|run| run.distinct.is_some());
        let counts = is_counted.then(|| {
            Columns::new()
                .number("leaves", |run: &&ComparisonRow| run.stats.leaves())
                .number("distinct", |run| run.distinct)
        });
        columns.and(counts.unwrap_or_default()).table(&rows)
    }

    fn lead(&self) -> String {
        let positions = match (self.summary.positions(), self.first.first()) {
            (1, Some(only)) => format!("The position {}", only.name),
            (several, _) => format!("{several} positions"),
        };
        format!("{positions}, every depth up to {}.", self.depth)
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

/// The heading of the table of [`Worth`].
const WORTH: &str = "What each part is worth: how many times fewer nodes it makes";

/// How many times fewer nodes a part makes.
#[derive(Debug, Serialize)]
struct Worth {
    part: String,
    /// Alone.
    alone: f64,
    /// With all others.
    last: f64,
    /// The geometric mean over all orders in which parts can be added (Shapley).
    on_average: f64,
    /// The share that it saves alone of the nodes that the best subset saves.
    saved: f64,
}

impl Worth {
    fn table(all: Vec<Self>) -> Table {
        let two = |value| Cell::measured(Unit::Decimals(2), value, 4);
        Columns::new()
            .text("part", |row: &Self| row.part.clone())
            .number("alone", move |row| two(row.alone))
            .number("last", move |row| two(row.last))
            .number("on average", move |row| two(row.on_average))
            .number("of what the best saves", |row| {
                Cell::measured(Unit::Share, row.saved, 4)
            })
            .table(all)
    }
}

/// Returns the share of all orders of some parts in which these, in one of their orders, come just before a certain other one.
fn share_of_orders(before: u32, parts: u32) -> f64 {
    let factorial = |number: u32| (1..=number).map(f64::from).product::<f64>();
    factorial(before) * factorial(parts.saturating_sub(before + 1)) / factorial(parts)
}

//! [`ComparisonResults`]: the results, as tables, as plots, and as a page with boards.

use crate::measure::comparison::Compared;
use crate::show::{Results, document};
use plywood_core::diagram::Escaped;
use plywood_report::plot::{Picture, Row, RowPlot, Unit};
use plywood_report::{Cell, Columns, Document, Table, counted};
use plywood_search::{ComparisonRow, ComparisonSummary, Conclusion, DepthMeans, ProductMean};
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
    /// The number of positions with a move to find or to avoid.
    pub(super) tasks: usize,
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
        self.tasks += usize::from(compared.is_task);
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
        let too_few = Conclusion::too_few(self.summary.positions());
        let are_selected = too_few.is_none() && self.tasks == self.summary.positions();
        let numbers = Worth::PRODUCTS * self.parts.len();
        let mut sentences = match too_few {
            _ if numbers == 0 => self.summary.sentences(),
            Some(too_few) => vec![too_few],
            None => vec![format!(
                "The intervals are 95 % for these {numbers} numbers together."
            )],
        };
        if are_selected {
            sentences.push("The positions are selected: each has a move to find or to avoid. Others may say otherwise.".to_owned());
        }
        sentences
    }

    fn failures(&self) -> Vec<String> {
        self.faults.values().cloned().collect()
    }
}

impl ComparisonResults {
    /// Returns the worth of each part at the greatest depth that every subset finished on every position.
    fn worth(&self) -> Option<Vec<Worth>> {
        let (summary, parts) = (&self.summary, &self.parts);
        let mut depths = (1..=self.depth).rev().map(Some);
        let (depth, products) = depths.find_map(|depth| Some((depth, summary.products(depth)?)))?;
        let subsets = 0..1 << parts.len();
        let nodes = subsets.map(|subset| Some(summary.at(subset, depth)?.nodes));
        let nodes: Vec<f64> = nodes.collect::<Option<_>>()?;
        let fewest = nodes.iter().copied().fold(f64::INFINITY, f64::min);
        let worth = |(part, (name, products)): (usize, (&String, &[ProductMean]))| {
            let [alone, last, on_average] = *products else {
                return None;
            };
            Some(Worth {
                part: name.clone(),
                alone: alone.value,
                last: last.value,
                on_average: on_average.value,
                intervals: [alone, last, on_average].map(|mean| mean.interval),
                saved: (nodes[0] - nodes[1 << part]) / (nodes[0] - fewest),
            })
        };
        let each = parts.iter().zip(products.chunks(Worth::PRODUCTS));
        let worth: Option<Vec<Worth>> = each.enumerate().map(worth).collect();
        worth.filter(|worth| !worth.is_empty())
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
    /// The intervals of these three.
    intervals: [Option<[f64; 2]>; Self::PRODUCTS],
    /// The share that it saves alone of the nodes that the best subset saves.
    saved: f64,
}

impl Worth {
    /// The products of a part: alone, last and on average.
    const PRODUCTS: usize = 3;

    fn table(all: Vec<Self>) -> Table {
        let number = |value: f64, interval: Option<[f64; 2]>| {
            let two = |value| Unit::Decimals(2).text(value);
            let range = interval.map_or_else(String::new, |[low, high]| {
                format!(" [{}, {}]", two(low), two(high))
            });
            Cell::ordered(&format!("{}{range}", two(value)), value)
        };
        Columns::new()
            .text("part", |row: &Self| row.part.clone())
            .number("alone", move |row| number(row.alone, row.intervals[0]))
            .number("last", move |row| number(row.last, row.intervals[1]))
            .number("on average", move |row| {
                number(row.on_average, row.intervals[2])
            })
            .number("of what the best saves", |row| {
                Cell::measured(Unit::Share, row.saved, 4)
            })
            .table(all)
    }
}

/// Returns the powers of the nodes of all subsets of some parts, in the order of binary numbers, in how many times fewer each part makes:
/// alone, last and on average.
pub(super) fn powers_of_subsets(parts: usize) -> Vec<Vec<f64>> {
    let subsets = 1_usize << parts;
    let of_part = |part: usize| {
        let bit = 1_usize << part;
        let total = u32::try_from(parts).unwrap_or(u32::MAX);
        let powers = |share: &dyn Fn(usize) -> f64| {
            let power = |subset: usize| match subset & bit {
                0 => share(subset),
                _ => -share(subset & !bit),
            };
            (0..subsets).map(power).collect()
        };
        let only = |before: usize| move |others: usize| f64::from(u8::from(others == before));
        [
            powers(&only(0)),
            powers(&only((subsets - 1) & !bit)),
            powers(&|others| share_of_orders(others.count_ones(), total)),
        ]
    };
    (0..parts).flat_map(of_part).collect()
}

/// Returns the share of all orders of some parts in which these, in one of their orders, come just before a certain other one.
fn share_of_orders(before: u32, parts: u32) -> f64 {
    let factorial = |number: u32| (1..=number).map(f64::from).product::<f64>();
    factorial(before) * factorial(parts.saturating_sub(before + 1)) / factorial(parts)
}

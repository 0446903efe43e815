//! [`Comparison`]: the result, as tables, as plots, and as a page with boards and trees.

use crate::measure::comparison::drawn::{Board, DrawnTree};
use crate::measure::comparison::{Compared, DepthMeans, Run};
use crate::numbers::{real, share};
use crate::show::page::{Page, Shown, plots};
use crate::show::plot::{Picture, Row, RowPlot, Unit, color};
use crate::show::table::{Cell, Table};
use plywood_core::diagram::Escaped;
use plywood_search::ComparisonSummary;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The result of a comparison. Of the positions only the first ones are kept.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The game.
    pub game: &'static str,
    /// What the strategies did on all positions.
    pub summary: ComparisonSummary,
    /// The greatest requested depth.
    pub depth: u32,
    pub(super) first: Vec<Compared>,
    /// The first failure of each strategy that has one.
    faults: BTreeMap<usize, String>,
    pub(super) boards: Vec<Board>,
    pub(super) trees: Vec<DrawnTree>,
}

/// More positions would make the page slow; JSON and comma-separated values have them all.
const MOST_KEPT: usize = 200;

/// Up to this many positions have a table each; more are summed up in one.
const FEW: usize = 20;

const NOTE: &str = "Scores are from the point of view of the side to move. saved: share of nodes answered by the table; \
1st cuts: share of cut-offs\nmade by the first move; fewer nodes: how many times fewer than minimax; \
value: whether it is minimax's.\n";

/// The column names of the comma-separated values.
pub(crate) fn csv_head() -> String {
    format!("game,position,strategy,{}\n", Run::CSV_HEAD)
}

/// A search of a position.
type Searched<'a> = (&'a Compared, &'a Run);

impl Shown for Comparison {
    fn to_table(&self) -> String {
        if self.summary.positions() > FEW {
            return format!("{}\n{}", self.caption(), self.summary);
        }
        let tables = self.first.iter().map(|compared| {
            let (game, name, depth) = (self.game, &compared.name, self.depth);
            let table = self.runs().to_text(self.deepest(compared));
            format!("{game}: {name}, depth {depth}\n{table}\n")
        });
        tables.collect::<String>() + NOTE
    }

    fn to_markdown(&self) -> String {
        let caption = self.caption();
        if self.summary.positions() > FEW {
            return format!("{caption}\n\n```text\n{}```\n", self.summary);
        }
        let tables = self.first.iter().map(|compared| {
            let table = self.runs().to_markdown(self.deepest(compared));
            format!("\n\n{}\n\n{table}", compared.name)
        });
        caption + &tables.collect::<String>()
    }

    fn to_svg(&self) -> String {
        let pictures = [self.growth(), self.reasons()].concat();
        Picture::beside(&self.title(), &pictures).standalone()
    }

    fn failures(&self) -> Vec<String> {
        self.faults.values().cloned().collect()
    }

    fn to_page(&self) -> Page {
        let mut page = Page::new(&self.title())
            .lead(&self.lead())
            .style(include_str!("page.css"));
        if !self.boards.is_empty() {
            page = page.section("What they play", &self.boards());
        }
        page = page
            .section("How the work grows", &plots(&self.growth()))
            .section("Why it grows so", &plots(&self.reasons()))
            .section("Every number", &self.numbers());
        if !self.trees.is_empty() {
            page = page.section("The trees they search", &self.trees());
        }
        page
    }
}

impl Comparison {
    pub(super) fn new(game: &'static str, strategies: Vec<String>, depth: u32) -> Self {
        Self {
            game,
            summary: ComparisonSummary::new(strategies),
            depth,
            first: Vec::new(),
            faults: BTreeMap::new(),
            boards: Vec::new(),
            trees: Vec::new(),
        }
    }

    /// Counts the searches of a position.
    pub fn count(&mut self, compared: Compared) {
        self.summary.count(&compared.runs);
        for run in &compared.runs {
            if let Some(fault) = &run.unfinished {
                let strategy = &self.summary.strategies()[run.strategy];
                // The text of some first positions is empty.
                let place = match compared.name.as_str() {
                    "" => "the start".to_owned(),
                    name => format!("position {name}"),
                };
                let text = || format!("{strategy}: {fault} (at {place})");
                self.faults.entry(run.strategy).or_insert_with(text);
            }
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

    fn caption(&self) -> String {
        let (game, count, depth) = (self.game, self.summary.positions(), self.depth);
        format!("{game}: {count} positions, depth {depth}")
    }

    /// The deepest completed search of each strategy.
    fn deepest<'a>(&self, compared: &'a Compared) -> impl Iterator<Item = Searched<'a>> {
        let runs =
            (0..self.summary.strategies().len()).filter_map(|strategy| compared.deepest(strategy));
        runs.map(move |run| (compared, run))
    }

    fn runs(&self) -> Table<'_, Searched<'_>> {
        let table = Table::new()
            .number("position", |(compared, _): &Searched<'_>| {
                compared.number + 1
            })
            .for_pages()
            .text("strategy", |(_, run)| {
                let (shown, color) = (self.name_of(run), color(run.strategy));
                let swatch = format!("<span class=\"swatch {color}\"></span>{}", Escaped(&shown));
                Cell::from(shown).with_html(swatch)
            })
            .number("depth", |(_, run)| run.depth)
            .for_pages()
            .text("move", |(_, run)| run.best_move.as_ref())
            .number("score", |(_, run)| {
                let score = run.score.zip(run.score_text.as_deref());
                // Wins are sorted above estimates.
                score.map(|(score, text)| Cell::ordered(text, f64::from(score.packed())))
            });
        costs(table)
            .number("fewer nodes", |(_, run)| {
                measured(Unit::Times, run.fewer_nodes)
            })
            .text("value", |(_, run)| {
                let same = |is_same| if is_same { "same" } else { "other" };
                run.same_value.map(same)
            })
            .text("line", |(_, run)| run.line.join(" "))
            .for_pages()
    }

    /// The strategy, with the depth it reached if that is less than the requested one.
    fn name_of(&self, run: &Run) -> String {
        let name = &self.summary.strategies()[run.strategy];
        match run.depth {
            _ if !run.is_finished => match &run.unfinished {
                Some(fault) => format!("{name} ({fault})"),
                None => format!("{name} (stopped)"),
            },
            Some(depth) if depth < self.depth => format!("{name} (depth {depth})"),
            Some(_) | None => name.clone(),
        }
    }

    /// A line of comma-separated values for each search of a position.
    #[must_use]
    pub fn csv_lines(&self, compared: &Compared) -> String {
        let line = |run: &Run| {
            let name = &self.summary.strategies()[run.strategy];
            run.csv(&[self.game, &compared.name, name])
        };
        compared.runs.iter().map(line).collect()
    }

    fn title(&self) -> String {
        format!(
            "{} strategies of {}",
            self.summary.strategies().len(),
            self.game
        )
    }

    /// How many times fewer nodes than minimax a strategy needs, if it finds the same value on every position.
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
                "{depths} {} finds minimax's values with {} times fewer nodes.",
                self.summary.strategies()[strategy],
                Unit::Number.text(times)
            ),
            Some(_) | None => depths,
        }
    }

    fn boards(&self) -> String {
        let mut html = String::from("<div class=\"boards\">");
        for (compared, board) in self.first.iter().zip(&self.boards) {
            let svg = board.svg.as_deref().unwrap_or_default();
            let (name, choices) = (Escaped(&compared.name), self.choices(board));
            let _ = write!(
                html,
                "<figure class=\"panel\">{svg}<figcaption><code>{name}</code>{choices}</figcaption></figure>"
            );
        }
        html + "</div>" + &self.left_out(self.boards.len())
    }

    fn choices(&self, board: &Board) -> String {
        let mut html = String::from("<dl class=\"choices\">");
        for choice in &board.choices {
            let mut names = String::new();
            for &strategy in &choice.strategies {
                let name = Escaped(&self.summary.strategies()[strategy]);
                let _ = write!(names, "<span data-name=\"{name}\">{name}</span> ");
            }
            let (paint, mv) = (choice.paint, Escaped(&choice.mv));
            let _ = write!(
                html,
                "<dt><span class=\"swatch\" style=\"--color:{paint}\"></span>{mv}</dt><dd>{names}</dd>"
            );
        }
        html + "</dl>"
    }

    /// A note on the positions after the first ones, if there are more.
    fn left_out(&self, shown: usize) -> String {
        match self.summary.positions().saturating_sub(shown) {
            0 => String::new(),
            more => format!("<p class=\"soft\">… and {more} more positions</p>"),
        }
    }

    fn growth(&self) -> Vec<Picture> {
        vec![self.summary.nodes_plot(), self.summary.seconds_plot()]
    }

    /// The means over the positions, each at the greatest completed depth.
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
                "of all nodes explored",
                Unit::Share,
                |means| means.saved_share,
            ),
        ]
    }

    fn numbers(&self) -> String {
        let rows = self
            .first
            .iter()
            .flat_map(|compared| self.deepest(compared));
        let name = |(_, run): &Searched<'_>| Some(self.summary.strategies()[run.strategy].clone());
        let table = self.runs().to_html("sortable", rows, name);
        format!(
            "<div class=\"scroll\">{table}</div>\n{}<p class=\"soft\">The deepest search of each strategy that came to its end. \
             Scores are from the view of the side to move. A click on a heading sorts.</p>",
            self.left_out(self.first.len())
        )
    }

    fn trees(&self) -> String {
        let trees = self.trees.iter().map(|tree| self.tree(tree));
        format!(
            "<p class=\"soft\">Grey: all moves of the first position, down to a depth that can be drawn. Blue: what each \
             strategy visited. A red ring is a node at which the remaining moves were cut off; point at it for \
             the move and the window that caused the cut-off. Green nodes were answered by the table. All scores are from \
             the point of view of the side to move at the root.</p>\n<div class=\"trees\">{}</div>",
            trees.collect::<String>()
        )
    }

    fn tree(&self, tree: &DrawnTree) -> String {
        let name = Escaped(&self.summary.strategies()[tree.strategy]);
        let count = |count: u64| Unit::Count.text(real(count));
        let below = match tree.below {
            0 => String::new(),
            below => format!(", and {} below", count(below)),
        };
        let items = tree
            .cuts
            .iter()
            .map(|cut| format!("<li>{}</li>", Escaped(cut)));
        let cuts = match tree.cuts.len() {
            0 => String::new(),
            cuts => format!(
                "<details><summary>Cuts: {cuts}</summary><ol>{}</ol></details>",
                items.collect::<String>()
            ),
        };
        let passes = tree.pass.as_ref().map(|pass| {
            let (pass, explored) = (Escaped(pass), count(tree.explored));
            format!("; drawn is {pass}, all passes explored {explored} nodes")
        });
        let (depth, visited, of, svg) = (tree.depth, tree.visited, tree.of, &tree.svg);
        let share = Unit::Share.text(share(visited as u64, of as u64));
        let passes = passes.unwrap_or_default();
        let names = tree
            .same
            .iter()
            .map(|same| self.summary.strategies()[*same].as_str());
        let names: Vec<&str> = names.collect();
        let same = match names.as_slice() {
            [] => String::new(),
            names => format!(
                "<p class=\"soft\">The very same tree: {}.</p>",
                Escaped(&names.join(", "))
            ),
        };
        format!(
            "<figure class=\"panel\" data-name=\"{name}\"><h3>{name}</h3><p class=\"soft\">depth {depth}: {visited} of {of} nodes \
             ({share}){below}{passes}</p>{same}{svg}{cuts}</figure>\n"
        )
    }
}

/// Adds the costs of the searches.
fn costs<'a>(table: Table<'a, Searched<'a>>) -> Table<'a, Searched<'a>> {
    table
        .number("nodes", |(_, run)| run.explored)
        .number("evaluated", |(_, run)| run.evaluated)
        .number("saved", |(_, run)| {
            measured(Unit::Share, Some(run.saved_share()))
        })
        .number("1st cuts", |(_, run)| {
            measured(Unit::Share, run.first_move_share())
        })
        .number("branching", |(_, run)| {
            measured(Unit::Number, run.branching_factor)
        })
        .number("time", |(_, run)| {
            measured(Unit::Seconds, Some(run.seconds))
        })
}

fn measured(unit: Unit, value: Option<f64>) -> Option<Cell> {
    value.map(|value| Cell::measured(unit, value, 4))
}

//! A comparison as tables, as plots, and as a page with boards and trees.

use crate::measure::comparison::drawn::{Board, DrawnTree};
use crate::measure::comparison::sums::StrategySums;
use crate::measure::comparison::{Compared, Comparison, DepthMeans, Run};
use crate::numbers::{real, share};
use crate::show::page::{Page, Shown, plots};
use crate::show::plot::{Curve, CurvePlot, Picture, Row, RowPlot, Unit, color};
use crate::show::table::{Cell, Table};
use plywood_core::diagram::Escaped;
use std::fmt::Write as _;

/// Up to this many positions have a table each; more are summed up in one.
const FEW: usize = 20;

const NOTE: &str = "Scores are from the point of view of the side to move. saved: share of nodes answered by the table; \
1st cuts: share of cut-offs\nmade by the first move; fewer nodes: how many times fewer than minimax; \
value: whether it is minimax's.\n";

const MEAN_NOTE: &str = "At the greatest depth that was completed on all positions. nodes, time, fewer nodes: geometric means; \
saved, 1st cuts,\nbranching: means; same value: on how many positions it is minimax's.\n";

/// A search of a position.
type Searched<'a> = (&'a Compared, &'a Run);

impl Shown for Comparison {
    fn to_table(&self) -> String {
        if self.count > FEW {
            let table = self.means_table().to_text(0..self.strategies.len());
            return format!("{}\n{table}\n{MEAN_NOTE}", self.caption());
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
        if self.count > FEW {
            let table = self.means_table().to_markdown(0..self.strategies.len());
            return format!("{caption}\n\n{table}");
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
    fn caption(&self) -> String {
        let (game, count, depth) = (self.game, self.count, self.depth);
        format!("{game}: {count} positions, depth {depth}")
    }

    /// The deepest completed search of each strategy.
    fn deepest<'a>(&self, compared: &'a Compared) -> impl Iterator<Item = Searched<'a>> {
        let runs = (0..self.strategies.len()).filter_map(|strategy| compared.deepest(strategy));
        runs.map(move |run| (compared, run))
    }

    fn runs(&self) -> Table<'_, Searched<'_>> {
        let name = |run: &Run| self.strategies[run.strategy].as_str();
        let table = Table::new()
            .data("game", |_| self.game)
            .number("position", |(compared, _): &Searched<'_>| {
                compared.number + 1
            })
            .for_pages()
            .data("position", |(compared, _)| &compared.name)
            .text("strategy", move |(_, run)| {
                let (shown, color) = (self.name_of(run), color(run.strategy));
                let swatch = format!("<span class=\"swatch {color}\"></span>{}", Escaped(&shown));
                Cell::from(shown).with_html(swatch).with_data(name(run))
            })
            .named("strategy")
            .number("depth", |(_, run)| run.depth)
            .for_pages()
            .named("depth")
            .data("finished", |(_, run)| run.is_finished)
            .data("exact", |(_, run)| run.is_exact)
            .text("move", |(_, run)| run.best_move.as_ref())
            .named("move")
            .number("score", |(_, run)| {
                let score = run.score.zip(run.score_text.as_deref());
                // Wins are sorted above estimates.
                score.map(|(score, text)| Cell::ordered(text, f64::from(score.packed())))
            })
            .named("score");
        costs(table)
            .data("line", |(_, run)| run.line.join(" "))
            .number("fewer nodes", |(_, run)| {
                measured(Unit::Times, run.fewer_nodes)
            })
            .named("fewer_nodes")
            .text("value", |(_, run)| {
                let value = run.same_value;
                let cell = value.map(|is_same| if is_same { "same" } else { "other" });
                let data = value.map(|is_same| is_same.to_string());
                Cell::from(cell).with_data(data.unwrap_or_default())
            })
            .named("same_value")
            .text("line", |(_, run)| run.line.join(" "))
            .for_pages()
    }

    /// A row for each strategy with its means over all positions.
    fn means_table(&self) -> Table<'_, usize> {
        let mean = |of: fn(&DepthMeans) -> Cell| {
            move |strategy: &usize| self.deepest_mean(*strategy).map(|mean| of(&mean))
        };
        let sum = |unit: Unit, of: fn(&StrategySums) -> Option<f64>| {
            move |strategy: &usize| measured(unit, of(&self.sums[*strategy]))
        };
        Table::new()
            .text("strategy", |strategy: &usize| &self.strategies[*strategy])
            .number("depth", mean(|mean| mean.depth.into()))
            .number(
                "nodes",
                mean(|mean| Cell::measured(Unit::Count, mean.explored, 1)),
            )
            .number(
                "time",
                mean(|mean| Cell::measured(Unit::Seconds, mean.seconds, 6)),
            )
            .number("saved", sum(Unit::Share, |sums| sums.saved.value()))
            .number("1st cuts", sum(Unit::Share, |sums| sums.first_move.value()))
            .number(
                "branching",
                sum(Unit::Number, |sums| sums.branching.value()),
            )
            .number(
                "fewer nodes",
                sum(Unit::Times, |sums| sums.fewer_nodes.value()),
            )
            .number("same value", |strategy| self.sums[*strategy].same)
    }

    /// The strategy, with the depth it reached if that is less than the requested one.
    fn name_of(&self, run: &Run) -> String {
        let name = &self.strategies[run.strategy];
        match run.is_finished {
            true if run.depth < self.depth => format!("{name} (depth {})", run.depth),
            true => name.clone(),
            false => format!("{name} (stopped)"),
        }
    }

    /// The column names of the comma-separated values.
    #[must_use]
    pub fn csv_head(&self) -> String {
        self.runs().csv_head()
    }

    /// A line of comma-separated values for each search of a position.
    #[must_use]
    pub fn csv_lines(&self, compared: &Compared) -> String {
        let runs = compared.runs.iter().map(|run| (compared, run));
        self.runs().csv_lines(runs)
    }

    fn title(&self) -> String {
        format!("{} strategies of {}", self.strategies.len(), self.game)
    }

    fn lead(&self) -> String {
        let positions = match (self.count, self.first.first()) {
            (1, Some(only)) => format!("The position {}", only.name),
            (several, _) => format!("{several} positions"),
        };
        let depths = format!("{positions}, every depth up to {}.", self.depth);
        let savings = (0..self.strategies.len())
            .filter_map(|strategy| Some((strategy, self.saving(strategy)?)));
        match savings.max_by(|a, b| a.1.total_cmp(&b.1)) {
            Some((strategy, times)) if times > 1.0 => format!(
                "{depths} {} finds minimax's values with {} times fewer nodes.",
                self.strategies[strategy],
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
                let name = Escaped(&self.strategies[strategy]);
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
        match self.count.saturating_sub(shown) {
            0 => String::new(),
            more => format!("<p class=\"soft\">… and {more} more positions</p>"),
        }
    }

    fn growth(&self) -> Vec<Picture> {
        let nodes = self.curves(("Nodes explored", Unit::Count), "", &|mean| {
            (mean.explored, (mean.explored, mean.explored))
        });
        let measured = "; the median of several measurements, with their range";
        let time = self.curves(("Time taken", Unit::Seconds), measured, &|mean| {
            (mean.seconds, mean.seconds_range.into())
        });
        vec![nodes, time]
    }

    /// A curve for each strategy, through means with the spread of their measurements.
    fn curves(
        &self,
        (title, unit): (&str, Unit),
        note: &str,
        of: &dyn Fn(DepthMeans) -> (f64, (f64, f64)),
    ) -> Picture {
        let means_of = match self.count {
            1 => String::new(),
            several => format!("; geometric mean of {several} positions"),
        };
        let plot = CurvePlot::new(title, "depth", unit)
            .note(&format!("on a logarithmic axis{means_of}{note}"));
        let add = |plot: CurvePlot, (strategy, name): (usize, &String)| {
            let means = (1..=self.depth).filter_map(|depth| self.mean(strategy, depth));
            let means: Vec<DepthMeans> = means.collect();
            let depth = |mean: &DepthMeans| f64::from(mean.depth);
            let points = means.iter().map(|mean| (depth(mean), of(*mean).0));
            let spread = means.iter().map(|mean| (depth(mean), of(*mean).1));
            plot.curve(Curve::new(name, points).spread(spread))
        };
        let strategies = self.strategies.iter().enumerate();
        strategies.fold(plot, add).picture()
    }

    /// The means over the positions, each at the greatest completed depth.
    fn reasons(&self) -> Vec<Picture> {
        let rows = |title, note, unit, of: fn(&StrategySums) -> Option<f64>| {
            let strategies = self.strategies.iter().zip(&self.sums);
            let bars = strategies.map(|(name, sums)| Row::bar(name, of(sums)));
            RowPlot::new(title, unit).note(note).rows(bars).picture()
        };
        vec![
            rows(
                "Branching factor",
                "of the full tree with as many nodes",
                Unit::Number,
                |sums| sums.branching.value(),
            ),
            rows(
                "Cut-offs made by the first move",
                "the quality of the move ordering",
                Unit::Share,
                |sums| sums.first_move.value(),
            ),
            rows(
                "Nodes answered by the table",
                "of all nodes explored",
                Unit::Share,
                |sums| sums.saved.value(),
            ),
        ]
    }

    fn numbers(&self) -> String {
        let rows = self
            .first
            .iter()
            .flat_map(|compared| self.deepest(compared));
        let name = |(_, run): &Searched<'_>| Some(self.strategies[run.strategy].clone());
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
        let name = Escaped(&self.strategies[tree.strategy]);
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
        format!(
            "<figure class=\"panel\" data-name=\"{name}\"><h3>{name}</h3><p class=\"soft\">depth {depth}: {visited} of {of} nodes \
             ({share}){below}{passes}</p>{svg}{cuts}</figure>\n"
        )
    }
}

/// Adds the costs of the searches.
fn costs<'a>(table: Table<'a, Searched<'a>>) -> Table<'a, Searched<'a>> {
    let seconds = |seconds: f64| Cell::measured(Unit::Seconds, seconds, 6);
    table
        .number("nodes", |(_, run)| run.explored)
        .named("explored")
        .data("quiescence", |(_, run)| run.quiescence)
        .number("evaluated", |(_, run)| run.evaluated)
        .named("evaluated")
        .number("saved", |(_, run)| {
            Cell::measured(Unit::Share, run.saved_share(), 4).with_data(run.saved)
        })
        .named("saved")
        .data("cutoffs", |(_, run)| run.cutoffs)
        .number("1st cuts", |(_, run)| {
            let share = run.first_move_share();
            let cell = share.map(|share| Cell::measured(Unit::Share, share, 4));
            Cell::from(cell).with_data(run.first_move_cutoffs)
        })
        .named("first_move_cutoffs")
        .number("branching", |(_, run)| {
            measured(Unit::Number, run.branching_factor)
        })
        .named("branching_factor")
        .number("time", move |(_, run)| seconds(run.seconds))
        .named("seconds")
        .data("fastest", move |(_, run)| seconds(run.seconds_range[0]))
        .data("slowest", move |(_, run)| seconds(run.seconds_range[1]))
}

fn measured(unit: Unit, value: Option<f64>) -> Option<Cell> {
    value.map(|value| Cell::measured(unit, value, 4))
}

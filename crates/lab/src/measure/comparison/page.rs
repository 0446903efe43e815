//! A comparison as an HTML page.

use crate::measure::comparison::pictures::{Board, DrawnTree};
use crate::measure::comparison::sums::StrategySums;
use crate::measure::comparison::{Compared, Comparison, DepthMeans, Run};
use crate::numbers::{real, share};
use crate::show::page::Page;
use crate::show::plot::{Curve, CurvePlot, Row, RowPlot, Unit, color};
use plywood_core::diagram::Escaped;
use std::fmt::Write as _;

impl Comparison {
    /// The page, with boards and trees if they were drawn.
    #[must_use]
    pub fn to_page(&self) -> Page {
        let mut page = Page::new(&format!(
            "{} strategies of {}",
            self.strategies.len(),
            self.game
        ))
        .lead(&self.lead())
        .style(include_str!("page.css"));
        if !self.boards.is_empty() {
            page = page.section("What they play", &self.boards());
        }
        page = page
            .section("How the work grows", &self.growth())
            .section("Why it grows so", &self.reasons())
            .section("Every number", &self.numbers());
        if !self.trees.is_empty() {
            page = page.section("The trees they search", &self.trees());
        }
        page
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
            let choices = self.choices(board);
            let _ = write!(
                html,
                "<figure class=\"panel\">{svg}<figcaption><code>{}</code>{choices}</figcaption></figure>",
                Escaped(&compared.name)
            );
        }
        html += "</div>";
        html + &self.left_out(self.boards.len())
    }

    fn choices(&self, board: &Board) -> String {
        let mut html = String::from("<dl class=\"choices\">");
        for choice in &board.choices {
            let mut names = String::new();
            for &strategy in &choice.strategies {
                let name = Escaped(&self.strategies[strategy]);
                let _ = write!(names, "<span data-name=\"{name}\">{name}</span> ");
            }
            let _ = write!(
                html,
                "<dt><span class=\"swatch\" style=\"--color:{}\"></span>{}</dt><dd>{names}</dd>",
                choice.paint,
                Escaped(&choice.mv)
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

    fn growth(&self) -> String {
        let nodes = self.curves("Nodes explored", "", Unit::Count, &|mean| {
            (mean.explored, (mean.explored, mean.explored))
        });
        let measured = "; the median of several measurements, with their range";
        let time = self.curves("Time taken", measured, Unit::Seconds, &|mean| {
            let [fastest, slowest] = mean.seconds_range;
            (mean.seconds, (fastest, slowest))
        });
        plots(&[nodes, time])
    }

    /// A curve for each strategy, through means with the spread of their measurements.
    fn curves(
        &self,
        title: &str,
        note: &str,
        unit: Unit,
        of: &dyn Fn(DepthMeans) -> (f64, (f64, f64)),
    ) -> String {
        let note = match self.count {
            1 => format!("on a logarithmic axis{note}"),
            several => {
                format!("on a logarithmic axis; geometric mean of {several} positions{note}")
            }
        };
        let mut plot = CurvePlot::new(title, "depth", unit).note(&note);
        for (strategy, name) in self.strategies.iter().enumerate() {
            let means = (1..=self.depth).filter_map(|depth| self.mean(strategy, depth));
            let means: Vec<DepthMeans> = means.collect();
            let depth = |mean: &DepthMeans| f64::from(mean.depth);
            let points = means.iter().map(|mean| (depth(mean), of(*mean).0));
            let spread = means.iter().map(|mean| (depth(mean), of(*mean).1));
            plot = plot.curve(Curve::new(name, points).spread(spread));
        }
        plot.picture().inline()
    }

    fn reasons(&self) -> String {
        let branching = self.rows(
            "Branching factor",
            "of the full tree with as many nodes",
            Unit::Number,
            |sums| sums.branching.value(),
        );
        let first = self.rows(
            "Cut-offs made by the first move",
            "the quality of the move ordering",
            Unit::Share,
            |sums| sums.first_move.value(),
        );
        let saved = self.rows(
            "Nodes answered by the table",
            "of all nodes explored",
            Unit::Share,
            |sums| sums.saved.value(),
        );
        plots(&[branching, first, saved])
    }

    /// A row for each strategy with the mean over the positions, each at the greatest completed depth.
    fn rows(
        &self,
        title: &str,
        note: &str,
        unit: Unit,
        of: impl Fn(&StrategySums) -> Option<f64>,
    ) -> String {
        let mut plot = RowPlot::new(title, unit).note(note);
        for (name, sums) in self.strategies.iter().zip(&self.sums) {
            plot = plot.row(Row::bar(name, of(sums)));
        }
        plot.picture().inline()
    }

    fn numbers(&self) -> String {
        let headings = [
            "position",
            "strategy",
            "depth",
            "move",
            "score",
            "nodes",
            "evaluated",
            "saved",
            "first cuts",
            "branching",
            "time",
            "fewer nodes",
            "value",
            "line",
        ];
        let mut html = String::from("<div class=\"scroll\"><table class=\"sortable\"><thead><tr>");
        for heading in headings {
            let class = if is_text(heading) {
                " class=\"text\""
            } else {
                ""
            };
            let _ = write!(html, "<th{class}>{heading}</th>");
        }
        html += "</tr></thead>\n<tbody>\n";
        for compared in &self.first {
            for strategy in 0..self.strategies.len() {
                let run = compared.deepest(strategy);
                let row = run.map(|run| self.number_row(compared, run));
                html += &row.unwrap_or_default();
            }
        }
        html += "</tbody></table></div>\n";
        html += &self.left_out(self.first.len());
        html + "<p class=\"soft\">The deepest search of each strategy that came to its end. Scores are \
                from the view of the side to move. A click on a heading sorts.</p>"
    }

    fn number_row(&self, compared: &Compared, run: &Run) -> String {
        let name = Escaped(&self.strategies[run.strategy]);
        let shown = self.name_of(run);
        let text = |text: &str| format!("<td class=\"text\">{}</td>", Escaped(text));
        let number = |unit: Unit, value: Option<f64>| match value {
            Some(value) => format!("<td data-value=\"{value}\">{}</td>", unit.text(value)),
            None => "<td data-value=\"NaN\">–</td>".to_owned(),
        };
        let cells = [
            number(Unit::Count, Some(real(compared.number as u64 + 1))),
            format!(
                "<td class=\"text\"><span class=\"swatch {}\"></span>{}</td>",
                color(run.strategy),
                Escaped(&shown)
            ),
            number(Unit::Count, Some(f64::from(run.depth))),
            text(run.best_move.as_deref().unwrap_or("–")),
            score_cell(run),
            number(Unit::Count, Some(real(run.explored))),
            number(Unit::Count, Some(real(run.evaluated))),
            number(Unit::Share, Some(run.saved_share())),
            number(Unit::Share, run.first_move_share()),
            number(Unit::Number, run.branching_factor),
            number(Unit::Seconds, Some(run.seconds)),
            number(Unit::Times, run.fewer_nodes),
            text(run.agreement()),
            text(&run.line.join(" ")),
        ];
        format!("<tr data-name=\"{name}\">{}</tr>\n", cells.concat())
    }

    fn trees(&self) -> String {
        let mut html = String::from(
            "<p class=\"soft\">Grey: all moves of the first position, down to a depth that can be drawn. Blue: what each \
             strategy visited. A red ring is a node at which the remaining moves were cut off; point at it for \
             the move and the window that caused the cut-off. Green nodes were answered by the table. All scores are from \
             the point of view of the side to move at the root.</p>\n<div class=\"trees\">",
        );
        for tree in &self.trees {
            html += &self.tree(tree);
        }
        html + "</div>"
    }

    fn tree(&self, tree: &DrawnTree) -> String {
        let name = Escaped(&self.strategies[tree.strategy]);
        let below = match tree.below {
            0 => String::new(),
            below => format!(", and {} below", Unit::Count.text(real(below))),
        };
        let mut cuts = String::new();
        if !tree.cuts.is_empty() {
            let _ = write!(
                cuts,
                "<details><summary>Cuts: {}</summary><ol>",
                tree.cuts.len()
            );
            for cut in &tree.cuts {
                let _ = write!(cuts, "<li>{}</li>", Escaped(cut));
            }
            cuts += "</ol></details>";
        }
        let passes = tree.pass.as_ref().map(|pass| {
            let explored = Unit::Count.text(real(tree.explored));
            format!(
                "; drawn is {}, all passes explored {explored} nodes",
                Escaped(pass)
            )
        });
        let passes = passes.unwrap_or_default();
        format!(
            "<figure class=\"panel\" data-name=\"{name}\"><h3>{name}</h3><p class=\"soft\">depth {}: {} of {} nodes ({}){below}{passes}</p>{}{cuts}</figure>\n",
            tree.depth,
            tree.visited,
            tree.of,
            Unit::Share.text(share(tree.visited as u64, tree.of as u64)),
            tree.svg
        )
    }
}

/// A number by which scores are sorted, with wins above estimates.
fn score_cell(run: &Run) -> String {
    let score = run.score.zip(run.score_text.as_deref());
    score.map_or_else(
        || "<td data-value=\"NaN\">–</td>".to_owned(),
        |(score, text)| {
            format!(
                "<td data-value=\"{}\">{}</td>",
                score.0.packed(),
                Escaped(text)
            )
        },
    )
}

fn is_text(heading: &str) -> bool {
    ["strategy", "move", "value", "line"].contains(&heading)
}

fn plots(plots: &[String]) -> String {
    format!("<div class=\"plots\">\n{}</div>", plots.concat())
}

//! A comparison as an HTML page.

use crate::measure::comparison::drawn::{Board, DrawnTree};
use crate::measure::comparison::{Comparison, Run};
use crate::numbers::{geometric_mean, mean, real, share};
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
        let positions = match self.positions.as_slice() {
            [only] => format!("The position {only}"),
            several => format!("{} positions", several.len()),
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

    /// How many times fewer nodes than minimax a strategy needs, if it finds the same value on every position.
    fn saving(&self, strategy: usize) -> Option<f64> {
        let saving = |position| {
            let run = self.deepest(position, strategy)?;
            run.fewer_nodes.filter(|_| run.same_value == Some(true))
        };
        let savings: Option<Vec<f64>> = (0..self.positions.len()).map(saving).collect();
        geometric_mean(&savings?)
    }

    fn boards(&self) -> String {
        let mut html = String::from("<div class=\"boards\">");
        for (name, board) in self.positions.iter().zip(&self.boards) {
            let svg = board.svg.as_deref().unwrap_or_default();
            let choices = self.choices(board);
            let _ = write!(
                html,
                "<figure class=\"panel\">{svg}<figcaption><code>{}</code>{choices}</figcaption></figure>",
                Escaped(name)
            );
        }
        html + "</div>"
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

    fn growth(&self) -> String {
        let nodes = self.curves("Nodes explored", Unit::Count, |run| {
            Some(real(run.explored))
        });
        let time = self.curves("Time taken", Unit::Seconds, |run| Some(run.seconds));
        plots(&[nodes, time])
    }

    fn curves(&self, title: &str, unit: Unit, of: impl Fn(&Run) -> Option<f64>) -> String {
        let note = match self.positions.len() {
            1 => "on a logarithmic axis".to_owned(),
            several => format!("on a logarithmic axis; geometric mean of {several} positions"),
        };
        let mut plot = CurvePlot::new(title, "depth", unit).note(&note);
        for (strategy, name) in self.strategies.iter().enumerate() {
            let points = (1..=self.depth)
                .filter_map(|depth| Some((f64::from(depth), self.mean(strategy, depth, &of)?)));
            plot = plot.curve(Curve::new(name, points));
        }
        plot.picture().inline()
    }

    /// The geometric mean over the positions, if the search was completed on all of them.
    fn mean(&self, strategy: usize, depth: u32, of: &impl Fn(&Run) -> Option<f64>) -> Option<f64> {
        let is_wanted =
            |run: &&Run| run.strategy == strategy && run.depth == depth && run.is_finished;
        let values: Vec<f64> = self.runs.iter().filter(is_wanted).filter_map(of).collect();
        let is_complete = values.len() == self.positions.len();
        geometric_mean(&values).filter(|_| is_complete)
    }

    fn reasons(&self) -> String {
        let branching = self.rows(
            "Branching factor",
            "of the full tree with as many nodes",
            Unit::Number,
            |run| run.branching_factor,
        );
        let first = self.rows(
            "Cut-offs made by the first move",
            "the quality of the move ordering",
            Unit::Share,
            Run::first_move_share,
        );
        let saved = self.rows(
            "Nodes answered by the table",
            "of all nodes explored",
            Unit::Share,
            |run| Some(run.saved_share()).filter(|share| *share > 0.0),
        );
        plots(&[branching, first, saved])
    }

    /// A row for each strategy with the mean over the positions, each at the greatest completed depth.
    fn rows(
        &self,
        title: &str,
        note: &str,
        unit: Unit,
        of: impl Fn(&Run) -> Option<f64>,
    ) -> String {
        let mut plot = RowPlot::new(title, unit).note(note);
        for (strategy, name) in self.strategies.iter().enumerate() {
            let runs =
                (0..self.positions.len()).filter_map(|position| self.deepest(position, strategy));
            let values: Vec<f64> = runs.filter_map(&of).collect();
            plot = plot.row(Row::bar(name, mean(&values)));
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
        for position in 0..self.positions.len() {
            for strategy in 0..self.strategies.len() {
                let run = self.deepest(position, strategy);
                html += &run.map(|run| self.number_row(run)).unwrap_or_default();
            }
        }
        html + "</tbody></table></div>\n<p class=\"soft\">The deepest search of each strategy that came to its end. Scores are \
                from the view of the side to move. A click on a heading sorts.</p>"
    }

    fn number_row(&self, run: &Run) -> String {
        let name = Escaped(&self.strategies[run.strategy]);
        let shown = self.name_of(run);
        let text = |text: &str| format!("<td class=\"text\">{}</td>", Escaped(text));
        let number = |unit: Unit, value: Option<f64>| match value {
            Some(value) => format!("<td data-value=\"{value}\">{}</td>", unit.text(value)),
            None => "<td data-value=\"NaN\">–</td>".to_owned(),
        };
        let cells = [
            number(Unit::Count, Some(real(run.position as u64 + 1))),
            format!(
                "<td class=\"text\"><span class=\"swatch\" style=\"{}\"></span>{}</td>",
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
    run.score.map_or_else(
        || "<td data-value=\"NaN\">–</td>".to_owned(),
        |score| format!("<td data-value=\"{}\">{score}</td>", score.0.packed()),
    )
}

fn is_text(heading: &str) -> bool {
    ["strategy", "move", "value", "line"].contains(&heading)
}

fn plots(plots: &[String]) -> String {
    format!("<div class=\"plots\">\n{}</div>", plots.concat())
}

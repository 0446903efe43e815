//! A comparison as a table for the terminal, and as comma-separated values.

use crate::measure::comparison::{Compared, Comparison, Run};
use crate::show::csv;
use crate::show::plot::Unit;
use crate::show::terminal;

const HEADINGS: [&str; 11] = [
    "strategy",
    "move",
    "score",
    "nodes",
    "evaluated",
    "saved",
    "1st cuts",
    "branching",
    "time",
    "fewer nodes",
    "value",
];

/// Up to so many positions have a table each; more are summed up in one.
const FEW: usize = 20;

const NOTE: &str = "Scores are from the point of view of the side to move. saved: share of nodes answered by the table; \
1st cuts: share of cut-offs\nmade by the first move; fewer nodes: how many times fewer than minimax; \
value: whether it is minimax's.\n";

const MEAN_HEADINGS: [&str; 9] = [
    "strategy",
    "depth",
    "nodes",
    "time",
    "saved",
    "1st cuts",
    "branching",
    "fewer nodes",
    "same value",
];

const MEAN_NOTE: &str = "At the greatest depth that was completed on all positions. nodes, time, fewer nodes: geometric means; \
saved, 1st cuts,\nbranching: means; same value: on how many positions it is minimax's.\n";

impl Comparison {
    /// A table for each position, with the deepest completed search of each strategy; of many positions one table with means.
    #[must_use]
    pub fn to_table(&self) -> String {
        if self.count > FEW {
            let rows = (0..self.strategies.len()).map(|strategy| self.mean_row(strategy));
            let table = terminal::table(&MEAN_HEADINGS, 1, rows.collect());
            let (game, count, depth) = (self.game, self.count, self.depth);
            return format!("{game}: {count} positions, depth {depth}\n{table}\n{MEAN_NOTE}");
        }
        let tables = self.first.iter().map(|compared| {
            let rows = (0..self.strategies.len()).map(|strategy| self.row(compared, strategy));
            let table = terminal::table(&HEADINGS, 2, rows.collect());
            let (game, name, depth) = (self.game, &compared.name, self.depth);
            format!("{game}: {name}, depth {depth}\n{table}\n")
        });
        tables.collect::<String>() + NOTE
    }

    fn mean_row(&self, strategy: usize) -> Vec<String> {
        let text = |unit: Unit, value: Option<f64>| {
            value.map_or_else(|| "–".to_owned(), |value| unit.text(value))
        };
        let (mean, sums) = (self.deepest_mean(strategy), &self.sums[strategy]);
        vec![
            self.strategies[strategy].clone(),
            mean.map_or_else(|| "–".to_owned(), |mean| mean.depth.to_string()),
            text(Unit::Count, mean.map(|mean| mean.explored)),
            text(Unit::Seconds, mean.map(|mean| mean.seconds)),
            text(Unit::Share, sums.saved.value()),
            text(Unit::Share, sums.first_move.value()),
            text(Unit::Number, sums.branching.value()),
            text(Unit::Times, sums.fewer_nodes.value()),
            sums.same.to_string(),
        ]
    }

    fn row(&self, compared: &Compared, strategy: usize) -> Vec<String> {
        let Some(run) = compared.deepest(strategy) else {
            return Vec::new();
        };
        let none = || "–".to_owned();
        vec![
            self.name_of(run),
            run.best_move.clone().unwrap_or_else(none),
            run.score_text.clone().unwrap_or_else(none),
            run.explored.to_string(),
            run.evaluated.to_string(),
            Unit::Share.text(run.saved_share()),
            run.first_move_share()
                .map_or_else(none, |share| Unit::Share.text(share)),
            run.branching_factor
                .map_or_else(none, |factor| Unit::Number.text(factor)),
            Unit::Seconds.text(run.seconds),
            run.fewer_nodes
                .map_or_else(none, |times| Unit::Times.text(times)),
            run.agreement().to_owned(),
        ]
    }

    /// The strategy, with the depth it reached if that is less than the requested one.
    pub(super) fn name_of(&self, run: &Run) -> String {
        let name = &self.strategies[run.strategy];
        match run.is_finished {
            true if run.depth < self.depth => format!("{name} (depth {})", run.depth),
            true => name.clone(),
            false => format!("{name} (stopped)"),
        }
    }

    /// The column names of the comma-separated values.
    #[must_use]
    pub fn csv_head() -> String {
        csv::line([
            "game",
            "position",
            "strategy",
            "depth",
            "finished",
            "exact",
            "move",
            "score",
            "explored",
            "quiescence",
            "evaluated",
            "saved",
            "cutoffs",
            "first_move_cutoffs",
            "branching_factor",
            "seconds",
            "fastest",
            "slowest",
            "line",
            "fewer_nodes",
            "same_value",
        ])
    }

    /// A line of comma-separated values for each search of a position.
    #[must_use]
    pub fn to_csv(&self, compared: &Compared) -> String {
        let line = |run: &Run| csv::line(self.fields(compared, run));
        compared.runs.iter().map(line).collect()
    }

    fn fields(&self, compared: &Compared, run: &Run) -> [String; 21] {
        let seconds = |time: f64| format!("{time:.6}");
        let number = |value: Option<f64>| value.map(|value| format!("{value:.4}"));
        [
            self.game.to_owned(),
            compared.name.clone(),
            self.strategies[run.strategy].clone(),
            run.depth.to_string(),
            run.is_finished.to_string(),
            run.is_exact.to_string(),
            run.best_move.clone().unwrap_or_default(),
            run.score_text.clone().unwrap_or_default(),
            run.explored.to_string(),
            run.quiescence.to_string(),
            run.evaluated.to_string(),
            run.saved.to_string(),
            run.cutoffs.to_string(),
            run.first_move_cutoffs.to_string(),
            number(run.branching_factor).unwrap_or_default(),
            seconds(run.seconds),
            seconds(run.seconds_range[0]),
            seconds(run.seconds_range[1]),
            run.line.join(" "),
            number(run.fewer_nodes).unwrap_or_default(),
            run.same_value
                .map(|is_same| is_same.to_string())
                .unwrap_or_default(),
        ]
    }
}

//! A comparison as a table for the terminal, and as comma-separated values.

use crate::measure::comparison::{Comparison, Run};
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

impl Comparison {
    /// A table for each position, with the deepest completed search of each strategy.
    #[must_use]
    pub fn to_table(&self) -> String {
        let tables = self.positions.iter().enumerate().map(|(number, name)| {
            let rows = (0..self.strategies.len()).map(|strategy| self.row(number, strategy));
            let table = terminal::table(&HEADINGS, 2, rows.collect());
            format!(
                "{}: {name}, depth {}
{table}
",
                self.game, self.depth
            )
        });
        tables.collect::<String>()
            + "Scores are from the point of view of the side to move. saved: share of nodes answered by the table; \
                1st cuts: share of cut-offs\nmade by the first move; fewer nodes: how many times fewer than minimax; \
                value: whether it is minimax's.\n"
    }

    fn row(&self, position: usize, strategy: usize) -> Vec<String> {
        let Some(run) = self.deepest(position, strategy) else {
            return Vec::new();
        };
        let none = || "–".to_owned();
        vec![
            self.name_of(run),
            run.best_move.clone().unwrap_or_else(none),
            run.score.map_or_else(none, |score| score.to_string()),
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

    /// A line of column names, then a line for each search.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let names = [
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
            "line",
            "fewer_nodes",
            "same_value",
        ];
        let lines = self.runs.iter().map(|run| csv::line(self.fields(run)));
        std::iter::once(csv::line(names)).chain(lines).collect()
    }

    fn fields(&self, run: &Run) -> [String; 19] {
        [
            self.game.to_owned(),
            self.positions[run.position].clone(),
            self.strategies[run.strategy].clone(),
            run.depth.to_string(),
            run.is_finished.to_string(),
            run.is_exact.to_string(),
            run.best_move.clone().unwrap_or_default(),
            run.score.map(|score| score.to_string()).unwrap_or_default(),
            run.explored.to_string(),
            run.quiescence.to_string(),
            run.evaluated.to_string(),
            run.saved.to_string(),
            run.cutoffs.to_string(),
            run.first_move_cutoffs.to_string(),
            run.branching_factor
                .map(|factor| format!("{factor:.4}"))
                .unwrap_or_default(),
            format!("{:.6}", run.seconds),
            run.line.join(" "),
            run.fewer_nodes
                .map(|times| format!("{times:.4}"))
                .unwrap_or_default(),
            run.same_value
                .map(|is_same| is_same.to_string())
                .unwrap_or_default(),
        ]
    }
}

//! The result of an ablation as a table, and as comma-separated values.

use crate::measure::ablation::{Ablated, AblatedRow};
use crate::measure::solver::fault_texts;
use crate::numbers::share;
use crate::show::csv;
use crate::show::plot::Unit;
use crate::show::terminal;

const HEADINGS: [&str; 7] = [
    "without", "nodes", "as many", "time", "as long", "solved", "Elo",
];

impl Ablated {
    /// A line for each variant.
    #[must_use]
    pub fn to_table(&self) -> String {
        let rows = self
            .rows
            .iter()
            .map(|row| self.cells(row).to_vec())
            .collect();
        format!(
            "{}\n{}",
            self.caption(),
            terminal::table(&HEADINGS, 1, rows)
        )
    }

    /// The same as a Markdown table.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let headings = HEADINGS.map(str::to_owned);
        let rule = ["---", "---:", "---:", "---:", "---:", "---:", "---:"].map(str::to_owned);
        let rows = self.rows.iter().map(|row| line(&self.cells(row)));
        line(&headings) + &line(&rule) + &rows.collect::<String>()
    }

    /// A description of the measurement.
    #[must_use]
    pub fn caption(&self) -> String {
        let games = match self.games {
            0 => String::new(),
            games => {
                format!(
                    " Elo against the full search from {games} games with {} for each move, with its 95 % interval.",
                    self.game_limits
                )
            }
        };
        format!(
            "{} positions. Nodes and time to depth {}, as geometric means, the time as the median of three; solved with {} for each.{games}",
            self.positions, self.depth, self.limits
        )
    }

    fn cells(&self, row: &AblatedRow) -> [String; 7] {
        let (nodes, seconds) = self.ratios(row);
        let elo = row.elo.map(|elo| {
            let [value, low, high] =
                [elo.value, elo.low, elo.high].map(|elo| Unit::Difference.text(elo));
            format!("{value} [{low}, {high}]")
        });
        [
            row.without.clone(),
            Unit::Count.text(row.nodes),
            Unit::Times.text(nodes),
            Unit::Seconds.text(row.seconds),
            Unit::Times.text(seconds),
            format!("{} of {}", row.solved, self.positions),
            elo.unwrap_or_else(|| "–".to_owned()),
        ]
    }

    /// What went wrong: for each variant that failed its faults.
    #[must_use]
    pub fn failures(&self) -> Vec<String> {
        let rows = self.rows.iter();
        rows.flat_map(|row| fault_texts(&row.without, &row.faults))
            .collect()
    }

    /// Nodes and time relative to the full search.
    pub(super) fn ratios(&self, row: &AblatedRow) -> (f64, f64) {
        self.rows.first().map_or((1.0, 1.0), |whole| {
            (row.nodes / whole.nodes, row.seconds / whole.seconds)
        })
    }

    /// The share of positions solved.
    pub(super) fn solved_share(&self, row: &AblatedRow) -> f64 {
        share(row.solved as u64, self.positions as u64)
    }

    /// A line of column names, then a line for each variant.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let names = [
            "without",
            "nodes",
            "seconds",
            "fastest",
            "slowest",
            "solved",
            "positions",
            "elo",
            "elo_low",
            "elo_high",
        ];
        let lines = self.rows.iter().map(|row| {
            let elo = row
                .elo
                .map(|elo| [elo.value, elo.low, elo.high].map(|elo| format!("{elo:.2}")));
            let [elo, low, high] = elo.unwrap_or_default();
            csv::line([
                row.without.clone(),
                format!("{:.1}", row.nodes),
                format!("{:.6}", row.seconds),
                format!("{:.6}", row.seconds_range[0]),
                format!("{:.6}", row.seconds_range[1]),
                row.solved.to_string(),
                self.positions.to_string(),
                elo,
                low,
                high,
            ])
        });
        std::iter::once(csv::line(names)).chain(lines).collect()
    }
}

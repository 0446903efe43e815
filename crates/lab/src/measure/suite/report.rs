//! The results of a suite as tables, and as comma-separated values.

use crate::measure::suite::{Marks, Miss, Sheet, Solved};
use crate::numbers::share;
use crate::show::csv;
use crate::show::plot::Unit;
use crate::show::terminal;

impl Marks {
    /// A line for each strategy.
    #[must_use]
    pub fn to_table(&self) -> String {
        let mut headings = vec![
            "strategy",
            "solved",
            "share",
            "nodes",
            "time",
            "to solution",
        ];
        let has_points = self.most_points > 0;
        if has_points {
            headings.push("points");
        }
        let rows = self.sheets.iter().map(|sheet| {
            let mut row = self.row(sheet);
            if has_points {
                row.push(format!("{} of {}", sheet.points, self.most_points));
            }
            row
        });
        let table = terminal::table(&headings, 1, rows.collect());
        format!(
            "{} positions, {} for each\n{table}to solution: the mean time after which solutions were found for good.\n",
            self.positions, self.limits
        )
    }

    fn row(&self, sheet: &Sheet) -> Vec<String> {
        let all = self.positions;
        let time = sheet
            .seconds_to_solution
            .map_or_else(|| "–".to_owned(), |time| Unit::Seconds.text(time));
        vec![
            sheet.strategy.clone(),
            format!("{} of {all}", sheet.solved),
            Unit::Share.text(share(sheet.solved as u64, all as u64)),
            sheet.nodes.to_string(),
            Unit::Seconds.text(sheet.seconds),
            time,
        ]
    }

    /// A table of the positions that a solver missed, for each solver.
    #[must_use]
    pub fn misses(&self) -> String {
        let tables = self.sheets.iter().enumerate().map(|(solver, sheet)| {
            let rows = self.misses.iter().filter_map(|miss| miss_row(miss, solver));
            let rows: Vec<Vec<String>> = rows.collect();
            let left_out = self.positions - sheet.solved - rows.len();
            let more = match left_out {
                0 => String::new(),
                _ => format!("… and {left_out} more, which are in the comma-separated values\n"),
            };
            let table = terminal::table(&["position", "wanted", "played", "depth"], 3, rows);
            format!("\nmissed by {}\n{table}{more}", sheet.strategy)
        });
        tables.collect()
    }

    /// The column names of the comma-separated values.
    #[must_use]
    pub fn csv_head() -> String {
        csv::line([
            "position",
            "strategy",
            "wanted",
            "played",
            "solved",
            "points",
            "depth",
            "nodes",
            "seconds",
            "seconds_to_solution",
            "fault",
        ])
    }

    /// A line of comma-separated values for each answer to a position.
    #[must_use]
    pub fn to_csv(&self, solved: &Solved) -> String {
        let answers = self.sheets.iter().zip(&solved.answers);
        let lines = answers.map(|(sheet, answer)| {
            let to_solution = answer.seconds_to_solution;
            csv::line([
                solved.name.clone(),
                sheet.strategy.clone(),
                answer.wanted.clone(),
                answer.played.clone().unwrap_or_default(),
                answer.is_solved.to_string(),
                answer.points.to_string(),
                answer.depth.to_string(),
                answer.nodes.to_string(),
                format!("{:.6}", answer.seconds),
                to_solution.map_or_else(String::new, |time| format!("{time:.6}")),
                answer.fault.clone().unwrap_or_default(),
            ])
        });
        lines.collect()
    }
}

fn miss_row(miss: &Miss, solver: usize) -> Option<Vec<String>> {
    let (_, played, depth) = miss.played.iter().find(|(missed, ..)| *missed == solver)?;
    let played = played.clone().unwrap_or_else(|| "–".to_owned());
    Some(vec![
        miss.name.clone(),
        miss.wanted.clone(),
        played,
        depth.to_string(),
    ])
}

//! The results of a suite as a table, and as comma-separated values.

use crate::measure::suite::{Marks, Sheet};
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
            self.tasks.len(),
            self.limits
        )
    }

    fn row(&self, sheet: &Sheet) -> Vec<String> {
        let all = self.tasks.len();
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

    /// A table of the positions that a strategy did not solve, for each strategy.
    #[must_use]
    pub fn misses(&self) -> String {
        let tables = self.sheets.iter().map(|sheet| {
            let answers = self.tasks.iter().zip(&sheet.answers);
            let rows: Vec<Vec<String>> = answers
                .filter(|(_, answer)| !answer.is_solved)
                .map(|(task, answer)| {
                    let played = answer.played.clone().unwrap_or_else(|| "–".to_owned());
                    vec![
                        task.clone(),
                        answer.wanted.clone(),
                        played,
                        answer.depth.to_string(),
                    ]
                })
                .collect();
            let table = terminal::table(&["position", "wanted", "played", "depth"], 3, rows);
            format!("\nmissed by {}\n{table}", sheet.strategy)
        });
        tables.collect()
    }

    /// A line of column names, then a line for each answer.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let names = [
            "strategy",
            "position",
            "wanted",
            "played",
            "solved",
            "points",
            "depth",
            "nodes",
            "seconds",
            "seconds_to_solution",
        ];
        let lines = self.sheets.iter().flat_map(|sheet| {
            let answers = self.tasks.iter().zip(&sheet.answers);
            answers.map(|(task, answer)| {
                csv::line([
                    sheet.strategy.clone(),
                    task.clone(),
                    answer.wanted.clone(),
                    answer.played.clone().unwrap_or_default(),
                    answer.is_solved.to_string(),
                    answer.points.to_string(),
                    answer.depth.to_string(),
                    answer.nodes.to_string(),
                    format!("{:.6}", answer.seconds),
                    answer
                        .seconds_to_solution
                        .map(|time| format!("{time:.6}"))
                        .unwrap_or_default(),
                ])
            })
        });
        std::iter::once(csv::line(names)).chain(lines).collect()
    }
}

//! A published bug on a position: the search as published and as intended, side by side.

use std::fmt;

use plywood::{Report, Score};

/// Searches of one position; the first one is correct.
pub(crate) struct Case {
    title: &'static str,
    setting: String,
    rows: Vec<Row>,
}

/// The result of one search.
struct Row {
    search: &'static str,
    best_move: String,
    score: Option<Score>,
    nodes: u64,
    remark: String,
}

impl Case {
    pub(crate) const fn new(title: &'static str, setting: String) -> Self {
        Self {
            title,
            setting,
            rows: Vec::new(),
        }
    }

    pub(crate) fn row<M: ToString>(
        mut self,
        search: &'static str,
        report: &Report<M>,
        remark: impl Into<String>,
    ) -> Self {
        let best_move = report.best_move.as_ref();
        self.rows.push(Row {
            search,
            best_move: best_move.map_or("none".to_owned(), ToString::to_string),
            score: report.score,
            nodes: report.stats.nodes,
            remark: remark.into(),
        });
        self
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{}\n", self.title, self.setting)?;
        writeln!(
            f,
            "  {:<31}{:<6}{:>7}{:>10}{:>8}  value",
            "search", "move", "score", "nodes", "fewer"
        )?;
        let Some(right) = self.rows.first() else {
            return Ok(());
        };
        for row in &self.rows {
            let score = row.score.map_or("-".to_owned(), |score| score.to_string());
            #[expect(clippy::cast_precision_loss, reason = "read by people, to one digit")]
            let times_fewer = right.nodes as f64 / row.nodes as f64;
            let value = if row.score == right.score {
                "right"
            } else {
                "WRONG"
            };
            let line = format!(
                "  {:<31}{:<6}{score:>7}{:>10}{times_fewer:>8.1}  {value:<7}{}",
                row.search, row.best_move, row.nodes, row.remark
            );
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

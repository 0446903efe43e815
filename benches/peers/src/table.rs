//! A table of measurements: a row for each operation, a column for each crate.

use std::fmt::{self, Write as _};

use crate::contest::Contest;

/// The better one of two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Better {
    Higher,
    Lower,
}

/// The measurements of one operation, in the order of the table's crates.
#[derive(Debug, Clone)]
pub struct Row {
    pub label: String,
    pub values: Vec<Option<f64>>,
}

/// Measurements of several crates, the last of which is plywood.
#[derive(Debug, Clone)]
pub struct Table {
    pub title: String,
    pub better: Better,
    pub crates: Vec<&'static str>,
    pub rows: Vec<Row>,
    pub notes: Vec<String>,
}

impl Table {
    /// Makes a table of contests between these crates, in units made from the nanoseconds of an operation.
    pub fn new(
        title: impl Into<String>,
        better: Better,
        crates: &[&'static str],
        contests: &[Contest],
        unit: impl Fn(f64) -> f64,
    ) -> Self {
        let value = |contest: &Contest, name: &&str| contest.nanoseconds(name).map(&unit);
        let row = |contest: &Contest| Row {
            label: contest.name.clone(),
            values: crates.iter().map(|name| value(contest, name)).collect(),
        };
        Self {
            title: title.into(),
            better,
            crates: crates.to_vec(),
            rows: contests.iter().map(row).collect(),
            notes: Vec::new(),
        }
    }

    /// Adds a note below.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Divides plywood's number by the best number of the peers.
    fn ratio(&self, row: &Row) -> Option<f64> {
        let (plywood, peers) = row.values.split_last()?;
        let numbers = peers.iter().copied().flatten();
        let best = match self.better {
            Better::Higher => numbers.reduce(f64::max),
            Better::Lower => numbers.reduce(f64::min),
        };
        Some(plywood.as_ref()? / best?)
    }

    /// Adds a row with the geometric mean of each column, if there is any.
    pub fn with_mean(mut self) -> Self {
        if self.rows.is_empty() {
            return self;
        }
        let column = |index: usize| {
            let numbers: Option<Vec<f64>> = self.rows.iter().map(|row| row.values[index]).collect();
            numbers.and_then(|numbers| geometric_mean(&numbers))
        };
        let values = (0..self.crates.len()).map(column).collect();
        self.rows.push(Row {
            label: "geometric mean".to_owned(),
            values,
        });
        self
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = self.rows.iter().map(|row| row.label.len()).max();
        let label = label.unwrap_or(0);
        let mut head = format!("{:label$}", "");
        for name in &self.crates {
            write!(head, "  {name:>10}")?;
        }
        writeln!(f, "{}\n{head}   ratio to the best peer", self.title)?;
        for row in &self.rows {
            write!(f, "{:label$}", row.label)?;
            for value in &row.values {
                write!(f, "  {:>10}", cell(*value))?;
            }
            match self.ratio(row) {
                Some(ratio) => writeln!(f, "  {ratio:>6.2}")?,
                None => writeln!(f, "       -")?,
            }
        }
        for note in &self.notes {
            writeln!(f, "{note}")?;
        }
        Ok(())
    }
}

pub fn geometric_mean(numbers: &[f64]) -> Option<f64> {
    let logarithms: f64 = numbers.iter().map(|number| number.ln()).sum();
    let count = u32::try_from(numbers.len())
        .ok()
        .filter(|&count| count > 0)?;
    Some((logarithms / f64::from(count)).exp())
}

fn cell(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1}"))
}

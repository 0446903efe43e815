//! [`ComparisonTable`]: the rows of a comparison for people, and as comma-separated values, data and a plot.

use crate::comparison::row::{ComparisonRow, Unfinished};
use crate::comparison::summary::ComparisonSummary;
use crate::comparison::write_table;
use std::{fmt, slice, vec};

/// The rows of a [`Comparison`](crate::Comparison). Its `Display` is a table for people: of one position a row for each
/// search, of several the means.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBeta, Comparison, Limits, Minimax, Random};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let table = Comparison::new(&tree, Limits::none())
///     .strategy("random", Random)
///     .strategy("minimax", Minimax::new(Tree::estimate))
///     .strategy("alpha-beta", AlphaBeta::new(Tree::estimate))
///     .against("minimax")
///     .depths(1..=2)
///     .run();
/// let lines: Vec<_> = table
///     .to_string()
///     .lines()
///     .map(|line| line.chars().take(49).collect::<String>())
///     .collect();
/// assert_eq!(
///     lines[..8],
///     [
///         "strategy    move  score  depth  nodes  evaluated ",
///         "random         2      –      –      1          0 ",
///         "minimax        1      0      1      4          3 ",
///         "alpha-beta     1      0      1      4          3 ",
///         "",
///         "random         2      –      –      1          0 ",
///         "minimax        1      3      2     13          0 ",
///         "alpha-beta     1      3      2     11          0 ",
///     ]
/// );
/// assert_eq!(
///     table.iter().map(|row| row.explored).sum::<u64>(),
///     1 + 4 + 4 + 1 + 13 + 11
/// );
/// assert!(table.to_csv().starts_with("position,strategy,depth,"));
/// assert!(table.to_svg().starts_with("<svg "));
/// # Ok::<(), plywood_search::games::ParseTreeError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ComparisonTable {
    /// The names of the strategies, in the order in which they were added.
    pub strategies: Vec<String>,
    /// The number of the strategy that the others are compared with, if there is one.
    pub reference: Option<usize>,
    /// A row for each search: by position, then by depth, then by strategy.
    pub rows: Vec<ComparisonRow>,
}

impl ComparisonTable {
    /// The rows.
    pub fn iter(&self) -> slice::Iter<'_, ComparisonRow> {
        self.rows.iter()
    }

    /// The means over the positions.
    #[must_use]
    pub fn summary(&self) -> ComparisonSummary {
        let mut summary = ComparisonSummary::new(self.strategies.clone());
        for rows in self.rows.chunk_by(|a, b| a.position == b.position) {
            summary.count(rows);
        }
        summary
    }

    /// The rows as comma-separated values, under a line with the names of the columns. Positions are numbered from 1.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let rows = self.rows.iter().map(|row| {
            let position = (row.position + 1).to_string();
            row.csv(&[&position, &self.strategies[row.strategy]])
        });
        let head = format!("position,strategy,{}\n", ComparisonRow::CSV_HEAD);
        head + &rows.collect::<String>()
    }

    /// A plot of the nodes by depth, as an SVG file that follows the reader's light or dark theme.
    #[must_use]
    pub fn to_svg(&self) -> String {
        self.summary().nodes_plot().standalone()
    }

    /// The rows of one position, by depth.
    fn groups(&self) -> Vec<Vec<[Option<String>; HEADINGS.len()]>> {
        let groups = self.rows.chunk_by(|a, b| a.depth == b.depth);
        groups
            .map(|rows| rows.iter().map(|row| self.cells(row)).collect())
            .collect()
    }

    fn cells(&self, row: &ComparisonRow) -> [Option<String>; HEADINGS.len()] {
        let yes_or_no = |answer| if answer { "yes" } else { "no" }.to_owned();
        [
            Some(self.strategies[row.strategy].clone()),
            row.best_move.clone(),
            row.score_text.clone(),
            depth_text(row),
            Some(row.explored.to_string()),
            Some(row.evaluated.to_string()),
            Some(row.saved.to_string()),
            Some(row.cutoffs.to_string()),
            Some(format!("{:.3}", row.seconds)),
            row.fewer_nodes.map(|times| format!("{times:.1}")),
            Some(yes_or_no(row.is_exact)),
            row.same_value.map(yes_or_no),
        ]
    }
}

impl IntoIterator for ComparisonTable {
    type Item = ComparisonRow;
    type IntoIter = vec::IntoIter<ComparisonRow>;

    fn into_iter(self) -> Self::IntoIter {
        self.rows.into_iter()
    }
}

impl<'a> IntoIterator for &'a ComparisonTable {
    type Item = &'a ComparisonRow;
    type IntoIter = slice::Iter<'a, ComparisonRow>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The depth, with the reason if it was not completed. A search without a score has none.
fn depth_text(row: &ComparisonRow) -> Option<String> {
    match (&row.unfinished, row.depth) {
        (None, asked) => asked
            .filter(|_| row.score.is_some())
            .map(|depth| depth.to_string()),
        (Some(Unfinished::Stopped { reason, depth }), Some(asked)) => {
            Some(format!("{depth} of {asked} ({reason})"))
        }
        (Some(Unfinished::Stopped { reason, depth }), None) => Some(format!("{depth} ({reason})")),
        (
            Some(
                Unfinished::Panicked(_)
                | Unfinished::IllegalMove(_)
                | Unfinished::NoMove
                | Unfinished::Nodes { .. },
            ),
            asked,
        ) => Some(asked.map_or_else(|| "failed".to_owned(), |depth| format!("{depth} (failed)"))),
    }
}

const HEADINGS: [&str; 12] = [
    "strategy",
    "move",
    "score",
    "depth",
    "nodes",
    "evaluated",
    "saved",
    "cut-offs",
    "seconds",
    "fewer nodes",
    "exact",
    "same value",
];

impl fmt::Display for ComparisonTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_alone = self.rows.iter().all(|row| row.position == 0);
        if is_alone {
            write_table(f, &HEADINGS, &self.groups())?;
        } else {
            self.summary().fmt(f)?;
        }
        for row in &self.rows {
            let name = &self.strategies[row.strategy];
            match &row.unfinished {
                None | Some(Unfinished::Stopped { .. }) => (),
                Some(fault) => {
                    writeln!(f, "{name} failed at position {}: {fault}", row.position + 1)?;
                }
            }
        }
        if let Some(name) = self.reference.map(|number| &self.strategies[number]) {
            writeln!(
                f,
                "\nfewer nodes: how many times fewer than {name}; same value: as {name}'s"
            )?;
            if is_alone {
                writeln!(
                    f,
                    "exact: the strategy promises minimax's score with its own horizon evaluation"
                )?;
            }
        }
        Ok(())
    }
}

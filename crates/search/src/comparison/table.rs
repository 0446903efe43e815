//! [`ComparisonTable`]: the rows of a comparison as a table, comma-separated values, data and a plot.

use crate::comparison::row::{Agreement, ComparisonRow};
use crate::comparison::summary::ComparisonSummary;
use plywood_report::Columns;
use std::fmt;

/// The rows of a [`Comparison`](crate::Comparison). Its `Display` is a table: for one position a row for each search, for several the
/// means.
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
///     table.rows.iter().map(|row| row.stats.nodes).sum::<u64>(),
///     1 + 4 + 4 + 1 + 13 + 11
/// );
/// assert!(table.to_csv().starts_with("position,strategy,depth,"));
/// assert!(table.to_svg().starts_with("<svg "));
/// # Ok::<(), plywood_search::games::ParseTreeError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ComparisonTable {
    /// The names of the strategies, in the order in which they were added.
    pub strategies: Vec<String>,
    /// The number of the reference strategy, if there is one.
    pub reference: Option<usize>,
    /// `true` to conclude about each strategy and the one above it, and not the reference.
    #[cfg_attr(feature = "serde", serde(default))]
    pub is_ladder: bool,
    /// A row for each search: by position, then by depth, then by strategy.
    pub rows: Vec<ComparisonRow>,
    /// The property that the table compares with the reference's.
    #[cfg_attr(feature = "serde", serde(default))]
    pub agreement: Agreement,
}

impl ComparisonTable {
    /// Returns the rows.
    pub fn iter(&self) -> std::slice::Iter<'_, ComparisonRow> {
        self.rows.iter()
    }

    /// Returns the means over the positions.
    #[must_use]
    pub fn summary(&self) -> ComparisonSummary {
        let summary = ComparisonSummary::new(self.strategies.clone()).agreeing_on(self.agreement);
        let mut summary = match self.reference {
            Some(reference) if !self.is_ladder => summary.against(reference),
            Some(_) | None => summary,
        };
        for rows in self.rows.chunk_by(|a, b| a.position == b.position) {
            summary.count(rows);
        }
        summary
    }

    /// Returns the rows as comma-separated values, under a line with the names of the columns. Positions are numbered from 1.
    #[must_use]
    pub fn to_csv(&self) -> String {
        self.columns().table(&self.rows).to_csv()
    }

    fn columns(&self) -> Columns<'_, &ComparisonRow> {
        ComparisonRow::columns(self.agreement, |number| (number + 1).to_string())
    }

    /// Returns a plot of the nodes by depth, as an SVG file that follows the reader's light or dark theme.
    #[must_use]
    pub fn to_svg(&self) -> String {
        self.summary().nodes_plot().standalone()
    }
}

impl fmt::Display for ComparisonTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_alone = self.rows.iter().all(|row| row.position == 0);
        if is_alone {
            let depths = self.rows.chunk_by(|a, b| a.depth == b.depth);
            f.write_str(&self.columns().grouped(depths).to_text())?;
        } else {
            self.summary().fmt(f)?;
        }
        for row in &self.rows {
            if let Some(fault) = row.fault() {
                let (name, number) = (&row.strategy, row.position + 1);
                writeln!(f, "{name} failed at position {number}: {fault}")?;
            }
        }
        if let Some(name) = self.reference.map(|number| &self.strategies[number]) {
            writeln!(
                f,
                "\nfewer nodes: how many times fewer than {name}; {}: as {name}'s",
                self.agreement
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

impl IntoIterator for ComparisonTable {
    type Item = ComparisonRow;
    type IntoIter = std::vec::IntoIter<ComparisonRow>;

    fn into_iter(self) -> Self::IntoIter {
        self.rows.into_iter()
    }
}

impl<'a> IntoIterator for &'a ComparisonTable {
    type Item = &'a ComparisonRow;
    type IntoIter = std::slice::Iter<'a, ComparisonRow>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

//! [`ComparisonTable`]: the rows of a comparison, and their text.

use super::ComparisonRow;
use std::fmt;

/// The rows of a [`Comparison`](super::Comparison), as data; its `Display` is a table for people.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBeta, Comparison, Limits, Minimax, Random};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let table = Comparison::new(&tree, Limits::depth(2))
///     .strategy("random", Random)
///     .strategy("minimax", Minimax::new(Tree::estimate))
///     .strategy("alpha-beta", AlphaBeta::new(Tree::estimate))
///     .against("minimax")
///     .run();
/// let rows: Vec<_> = table.to_string().lines().map(|line| line.chars().take(49).collect::<String>()).collect();
/// assert_eq!(rows[..4], [
///     "strategy    move  score  depth  nodes  evaluated ",
///     "random         2      –      –      1          0 ",
///     "minimax        1      3      2     13          0 ",
///     "alpha-beta     1      3      2     11          0 ",
/// ]);
/// # Ok::<(), plywood_search::games::ParseTreeError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ComparisonTable<M> {
    /// A row for each strategy, in the order in which they were added.
    pub rows: Vec<ComparisonRow<M>>,
}

impl<M> ComparisonTable<M> {
    /// The row of the strategy that the others are compared with, if there is one.
    #[must_use]
    pub fn reference(&self) -> Option<&ComparisonRow<M>> {
        self.rows.iter().find(|row| row.is_reference)
    }
}

impl<M> FromIterator<ComparisonRow<M>> for ComparisonTable<M> {
    fn from_iter<I: IntoIterator<Item = ComparisonRow<M>>>(rows: I) -> Self {
        Self {
            rows: rows.into_iter().collect(),
        }
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

/// What a cell shows if there is nothing to say.
const NOTHING: &str = "–";

impl<M: fmt::Display> fmt::Display for ComparisonTable<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<_> = self.rows.iter().map(cells).collect();
        let mut widths = HEADINGS.map(|heading| heading.chars().count());
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        write_row(f, &widths, &HEADINGS.map(str::to_owned))?;
        for row in &rows {
            write_row(f, &widths, row)?;
        }
        if let Some(reference) = self.reference() {
            let name = &reference.strategy;
            writeln!(
                f,
                "\nfewer nodes: how many times fewer than {name}; exact: the strategy promises minimax's score with its own\n\
                 horizon evaluation; same value: as {name}'s"
            )?;
        }
        Ok(())
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, widths: &[usize], cells: &[String]) -> fmt::Result {
    for (number, (cell, &width)) in cells.iter().zip(widths).enumerate() {
        // Names to the left, numbers to the right.
        if number == 0 {
            write!(f, "{cell:<width$}")?;
        } else {
            write!(f, "  {cell:>width$}")?;
        }
    }
    writeln!(f)
}

fn cells<M: fmt::Display>(row: &ComparisonRow<M>) -> [String; HEADINGS.len()] {
    let report = &row.report;
    let stats = &report.stats;
    let yes_or_no = |answer| if answer { "yes" } else { "no" }.to_owned();
    let nothing = || NOTHING.to_owned();
    let depth = if report.is_complete() {
        report.depth.to_string()
    } else {
        format!("{} ({})", report.depth, report.reason)
    };
    [
        row.strategy.clone(),
        report
            .best_move
            .as_ref()
            .map_or_else(nothing, ToString::to_string),
        row.score_text.clone().unwrap_or_else(nothing),
        report.score.map_or_else(nothing, |_| depth),
        stats.explored.to_string(),
        stats.evaluated.to_string(),
        stats.saved.to_string(),
        stats.cutoffs.to_string(),
        format!("{:.3}", report.elapsed.as_secs_f64()),
        row.fewer_nodes
            .map_or_else(nothing, |times| format!("{times:.1}")),
        yes_or_no(report.is_exact),
        row.same_value.map_or_else(nothing, yes_or_no),
    ]
}

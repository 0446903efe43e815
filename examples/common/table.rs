//! A comparison as a table for people.

use std::fmt::Write as _;

use super::comparison::Comparison;

/// A table to read.
pub(crate) fn text(comparison: &Comparison) -> String {
    let mut text = format!(
        "{}: {:?}, depth {}, evaluator {}; scores are from the view of the side to move\n\n",
        comparison.game, comparison.position, comparison.depth, comparison.evaluator
    );
    let _ = writeln!(
        text,
        "{:<21}{:<7}{:>7}{:>12}{:>12}{:>9}{:>10}{:>9}{:>12}  same value",
        "strategy",
        "move",
        "score",
        "explored",
        "evaluated",
        "saved",
        "cut-offs",
        "seconds",
        "fewer nodes"
    );
    for row in &comparison.results {
        let score = row.score.map_or("-".to_owned(), |score| score.to_string());
        let _ = writeln!(
            text,
            "{:<21}{:<7}{:>7}{:>12}{:>12}{:>9}{:>10}{:>9.3}{:>12}  {}",
            row.strategy,
            row.best_move.as_deref().unwrap_or("none"),
            score,
            row.stats.explored,
            row.stats.evaluated,
            row.stats.saved,
            row.stats.cutoffs,
            row.seconds,
            comparison.times_fewer(row),
            comparison.same_value(row),
        );
    }
    text.push_str("\nfewer nodes: how many times fewer than minimax; same value: as minimax's\n");
    text
}

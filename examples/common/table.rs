//! A comparison as a table for people, as JSON and as CSV.

use std::fmt::Write as _;

use plywood::Score;

use super::comparison::{Comparison, Row};

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
            fewer(comparison, row),
            same_value(comparison, row),
        );
    }
    text.push_str("\nfewer nodes: how many times fewer than minimax; same value: as minimax's\n");
    text
}

/// How many times fewer nodes than minimax.
fn fewer(comparison: &Comparison, row: &Row) -> String {
    #[expect(clippy::cast_precision_loss, reason = "read by people, to one digit")]
    let times = |minimax: &Row| minimax.stats.explored as f64 / row.stats.explored.max(1) as f64;
    // What has no score answers another question.
    let minimax = comparison.minimax().filter(|_| row.score.is_some());
    minimax.map_or("-".to_owned(), |minimax| format!("{:.1}", times(minimax)))
}

fn same_value(comparison: &Comparison, row: &Row) -> &'static str {
    match (comparison.minimax(), row.score) {
        (None, _) | (_, None) => "-",
        (Some(minimax), score) if minimax.score == score => "yes",
        (Some(_), Some(_)) => "no",
    }
}

/// One JSON object on one line.
pub(crate) fn json(comparison: &Comparison) -> String {
    let results: Vec<String> = comparison.results.iter().map(json_row).collect();
    format!(
        "{{\"game\":{},\"position\":{},\"depth\":{},\"evaluator\":{},\"results\":[{}]}}\n",
        quoted(&comparison.game),
        quoted(&comparison.position),
        comparison.depth,
        quoted(&comparison.evaluator),
        results.join(",")
    )
}

fn json_row(row: &Row) -> String {
    let null = || "null".to_owned();
    let line: Vec<String> = row.line.iter().map(|mv| quoted(mv)).collect();
    format!(
        "{{\"strategy\":{},\"exact\":{},\"move\":{},\"score\":{},\"explored\":{},\"evaluated\":{},\"saved\":{},\"cutoffs\":{},\"seconds\":{:.6},\"line\":[{}]}}",
        quoted(&row.strategy),
        row.is_exact,
        row.best_move.as_deref().map_or_else(null, quoted),
        row.score.map_or_else(null, json_score),
        row.stats.explored,
        row.stats.evaluated,
        row.stats.saved,
        row.stats.cutoffs,
        row.seconds,
        line.join(",")
    )
}

fn json_score(score: Score) -> String {
    match (score.as_centipawns(), score.mate_in()) {
        (Some(centipawns), _) => format!("{{\"cp\":{centipawns}}}"),
        (None, mate) => format!("{{\"mate\":{}}}", mate.unwrap_or(0)),
    }
}

/// A text in double quotes, as JSON wants it.
fn quoted(text: &str) -> String {
    let mut json = String::from('"');
    for sign in text.chars() {
        match sign {
            '"' | '\\' => json.extend(['\\', sign]),
            control if control.is_control() => {
                let _ = write!(json, "\\u{:04x}", u32::from(control));
            }
            plain => json.push(plain),
        }
    }
    json.push('"');
    json
}

/// A line of names, then a line for each strategy.
pub(crate) fn csv(comparison: &Comparison) -> String {
    let mut text = String::from(
        "strategy,exact,move,score,explored,evaluated,saved,cutoffs,seconds,times_fewer_nodes,same_value_as_minimax,line\n",
    );
    for row in &comparison.results {
        let score = row.score.map_or(String::new(), |score| score.to_string());
        let best = row.best_move.as_deref().unwrap_or("");
        let stats = &row.stats;
        let counts = [stats.explored, stats.evaluated, stats.saved, stats.cutoffs];
        let counts = counts.map(|count| count.to_string()).join(",");
        let _ = writeln!(
            text,
            "{},{},{best},{score},{counts},{:.6},{},{},{}",
            row.strategy,
            row.is_exact,
            row.seconds,
            fewer(comparison, row),
            same_value(comparison, row),
            row.line.join(" ")
        );
    }
    text
}

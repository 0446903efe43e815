//! A comparison as JSON and as CSV, for other programs.

use std::fmt::Write as _;

use plywood::Score;

use super::comparison::{Comparison, Row};

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
            comparison.times_fewer(row),
            comparison.same_value(row),
            row.line.join(" ")
        );
    }
    text
}

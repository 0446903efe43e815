//! A comparison as JSON and as CSV, for other programs.

use std::fmt::{Display, Write as _};

use plywood::Score;
use plywood::search::{ComparisonRow, ComparisonTable};

use crate::options::Setting;

/// One JSON object on one line.
pub(crate) fn json<M: Display>(setting: &Setting, table: &ComparisonTable<M>) -> String {
    let results: Vec<String> = table.rows.iter().map(json_row).collect();
    format!(
        "{{\"game\":{},\"position\":{},\"depth\":{},\"evaluator\":{},\"results\":[{}]}}\n",
        quoted(setting.game),
        quoted(setting.position),
        setting.depth,
        quoted(setting.evaluator),
        results.join(",")
    )
}

fn json_row<M: Display>(row: &ComparisonRow<M>) -> String {
    let report = &row.report;
    let best_move = report.best_move.as_ref().map(|mv| quoted(&mv.to_string()));
    let line: Vec<String> = (report.line.iter().map(|mv| quoted(&mv.to_string()))).collect();
    let same_value = row.same_value.map(|same| same.to_string());
    let null = || "null".to_owned();
    format!(
        "{{\"strategy\":{},\"exact\":{},\"move\":{},\"score\":{},\"explored\":{},\"evaluated\":{},\
         \"saved\":{},\"cutoffs\":{},\"seconds\":{:.6},\"same_value\":{},\"line\":[{}]}}",
        quoted(&row.strategy),
        report.is_exact,
        best_move.unwrap_or_else(null),
        report.score.map_or_else(null, json_score),
        report.stats.explored,
        report.stats.evaluated,
        report.stats.saved,
        report.stats.cutoffs,
        report.elapsed.as_secs_f64(),
        same_value.unwrap_or_else(null),
        line.join(",")
    )
}

fn json_score(score: Score) -> String {
    match (score.as_centipawns(), score.mate_in()) {
        (Some(centipawns), _) => format!("{{\"cp\":{centipawns}}}"),
        (None, mate) => format!("{{\"mate\":{}}}", mate.unwrap_or(0)),
    }
}

/// A text in double quotes, with escapes as in JSON.
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

/// A line of headings, then a line for each strategy.
pub(crate) fn csv<M: Display>(table: &ComparisonTable<M>) -> String {
    let mut text = String::from(
        "strategy,exact,move,score,explored,evaluated,saved,cutoffs,seconds,times_fewer_nodes,same_value_as_minimax,line\n",
    );
    for row in &table.rows {
        text += &csv_row(row);
    }
    text
}

fn csv_row<M: Display>(row: &ComparisonRow<M>) -> String {
    let report = &row.report;
    let best_move = report.best_move.as_ref().map(ToString::to_string);
    let score = report.score.map(|score| score.to_string());
    let stats = &report.stats;
    let counts = [stats.explored, stats.evaluated, stats.saved, stats.cutoffs];
    let nothing = || "-".to_owned();
    let fewer = row.fewer_nodes.map(|times| format!("{times:.1}"));
    let same = row.same_value.map(|same| if same { "yes" } else { "no" });
    let line: Vec<String> = report.line.iter().map(ToString::to_string).collect();
    format!(
        "{},{},{},{},{},{:.6},{},{},{}\n",
        row.strategy,
        report.is_exact,
        best_move.unwrap_or_default(),
        score.unwrap_or_default(),
        counts.map(|count| count.to_string()).join(","),
        report.elapsed.as_secs_f64(),
        fewer.unwrap_or_else(nothing),
        same.unwrap_or("-"),
        line.join(" ")
    )
}

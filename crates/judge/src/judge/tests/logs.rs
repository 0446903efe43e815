//! The logs of the judge's searches, verified node by node.

use super::{RIGHT, settings_for};
use crate::judge::bug::Bug;
use crate::judge::question::Question;
use crate::judge::search::{Entered, INFINITE, Search, SearchKind, StepEvent};
use crate::judge::{Judge, JudgeSettings};
use crate::log_check::LogCheck;
use serde_json::json;

#[expect(clippy::too_many_lines, reason = "each event is a few lines of JSON")]
/// Returns the log of a search of a written tree, with everything that a log can say.
fn log(question: &Question, search: Search, view: &str) -> String {
    let found = question.search(search, true);
    let table = if search.table { "empty" } else { "none" };
    let mut lines = vec![json!({
        "format": "plywood-tree", "version": 1, "game": "tree", "position": question.text(),
        "exact": true, "table": table, "view": view, "search": search.kind, "depth": question.depth,
    })];
    for step in found.steps {
        let is_turned = view == "root" && step.ply % 2 == 1;
        let score = |value: i32| if is_turned { -value } else { value };
        let enter = |it: &Entered| {
            let mut line =
                json!({ "e": "enter", "depth": it.depth, "key": it.key, "moves": it.moves });
            if step.ply > 0 {
                line["move"] = json!(it.mv);
            }
            let [alpha, beta] = if is_turned {
                ["beta", "alpha"]
            } else {
                ["alpha", "beta"]
            };
            for (end, bound) in [alpha, beta].into_iter().zip(it.window) {
                line[end] = json!(score(bound));
            }
            line
        };
        let name = if matches!(step.event, StepEvent::Leaf(..)) {
            "leaf"
        } else {
            "table"
        };
        match &step.event {
            StepEvent::Enter(entered) => lines.push(enter(entered)),
            StepEvent::Leaf(entered, value) | StepEvent::Table(entered, value) => {
                lines.push(enter(entered));
                let mut line = json!({ "e": name, "score": score(*value) });
                // Where the end isn't tested, the evaluator is asked.
                if search.bug == Some(Bug::EndNotTested) && name == "leaf" && entered.depth == 0 {
                    line["kind"] = json!("evaluated");
                }
                lines.push(line);
                lines.push(json!({ "e": "leave", "score": score(*value) }));
            }
            StepEvent::Cut { tried, of } => {
                lines.push(json!({ "e": "cut", "tried": tried, "of": of }));
            }
            StepEvent::Store(value, [low, high]) => {
                let bound = match () {
                    () if low == high => "exact",
                    () if (*high == INFINITE) != is_turned => "lower",
                    () => "upper",
                };
                lines.push(json!({ "e": "store", "score": score(*value), "bound": bound }));
            }
            StepEvent::Leave(value, best) => {
                let mut line = json!({ "e": "leave", "score": score(*value) });
                if let Some(best) = best {
                    line["best"] = json!(best);
                }
                lines.push(line);
            }
        }
    }
    let lines: Vec<String> = lines.iter().map(|line| format!("{line}\n")).collect();
    lines.concat()
}

fn check(log: &str) -> LogCheck {
    LogCheck::read(log.as_bytes(), |_| {}).unwrap_or_else(|error| panic!("{error}\n{log}"))
}

#[test]
fn logs_of_right_searches_contradict_nothing() {
    for kind in RIGHT {
        for table in [false, true] {
            let settings = JudgeSettings {
                search: kind,
                table,
                repetition: table,
                ..JudgeSettings::default()
            };
            let (mut logs, mut values) = (0, 0);
            for question in Judge::new(settings).questions() {
                for view in ["node", "root"] {
                    let search = Search {
                        table,
                        ..Search::right(kind)
                    };
                    let log = log(question, search, view);
                    let check = check(&log);
                    assert!(check.contradiction.is_none(), "{search:?} {check}\n{log}");
                    let is_minimax = kind == SearchKind::Minimax;
                    assert!(
                        check.wasteful == 0 || is_minimax,
                        "{search:?} {check}\n{log}"
                    );
                    logs += 1;
                    values += check.coverage.of(plywood_search::Property::Values);
                }
            }
            assert!(logs > 300 && values > 1_000, "{logs} {values}");
        }
    }
}

#[test]
fn every_bug_is_found_from_its_log_alone() {
    let mut missed = Vec::new();
    for &bug in Bug::ALL {
        let (mut settings, kind) = settings_for(bug, 1);
        // Trees have ends and wins, too.
        settings.games.clear();
        settings.table |= bug == Bug::MateDistance;
        let table = settings.table;
        let search = Search {
            bug: Some(bug),
            table,
            ..Search::right(kind)
        };
        let judge = Judge::new(settings.clone());
        let found = judge.questions().iter().find_map(|question| {
            let check = check(&log(question, search, "node"));
            let line = check.contradiction.map(|found| found.to_string());
            line.or(check.first_waste)
        });
        match found {
            Some(found) => eprintln!("{bug:?}: {found}"),
            None => missed.push(bug),
        }
    }
    assert_eq!(missed, []);
}

//! Limits and reports as data, with the feature `serde`.

use plywood_core::{Move, Position};
use plywood_eval::Material;
use plywood_search::{
    AlphaBeta, Comparison, ComparisonTable, IterativeDeepening, Limits, Minimax, Report, StopHandle,
};
use serde_json::{Value, from_str, from_value, json, to_value};
use std::time::Duration;

#[test]
fn a_report_is_read_as_written() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let position: Position = fen.parse().unwrap();
    let mut search = IterativeDeepening::new(AlphaBeta::new(Material::default()));
    let report = search.search(&position, &Limits::depth(2));
    let data = to_value(&report).unwrap();
    assert_eq!(data["score"], json!({ "mate": 1 }));
    assert_eq!(data["reason"], json!("solved"));
    assert_eq!(data["stats"]["nodes"], json!(report.stats.nodes));
    assert_eq!(data["iterations"][0]["depth"], json!(1));
    assert!(data["seconds"].is_f64());
    let read: Report<Move> = from_value(data).unwrap();
    assert_eq!(read.iterations.len(), report.iterations.len());
    assert_eq!((read.line, read.score), (report.line, report.score));
    assert_eq!((read.stats, read.reason), (report.stats, report.reason));
}

#[test]
fn limits_are_read_as_written() {
    let time = Duration::from_millis(1_500);
    let limits = Limits::depth(6)
        .with_nodes(1_000)
        .with_time(time)
        .with_lines(3);
    let data = to_value(&limits).unwrap();
    let expected = json!({"depth": 6, "nodes": 1_000, "time": 1.5, "lines": 3});
    assert_eq!(data, expected);
    assert_eq!(from_value::<Limits>(data).unwrap(), limits);
    // Results of earlier versions write a limit that isn't set as `null`.
    let earlier = r#"{"depth":null,"nodes":null,"time":null}"#;
    assert_eq!(from_str::<Limits>(earlier).unwrap(), Limits::none());
    let moves = Position::START.legal_moves();
    let chosen = limits.clone().with_root_moves(&Position::START, moves);
    let chosen = chosen.unwrap().with_stop(&StopHandle::new());
    assert_eq!(
        to_value(&chosen).unwrap(),
        expected,
        "of one position and process"
    );
}

#[test]
fn limits_that_mean_nothing_are_errors() {
    for text in [
        r#"{"dept":6}"#,
        r#"{"time":-1.0}"#,
        r#"{"time":1e300}"#,
        r#"{"lines":0}"#,
        r#"{"root_moves":["e2e4"]}"#,
    ] {
        assert!(from_str::<Limits>(text).is_err(), "{text}");
        assert!(from_str::<Value>(text).is_ok(), "{text} is JSON");
    }
}

#[test]
fn a_comparison_is_read_as_written() {
    let positions = [Position::START, Position::START];
    let table = Comparison::over(&positions, Limits::nodes(100))
        .strategy("minimax", Minimax::new(Material::default()))
        .strategy("alpha-beta", AlphaBeta::new(Material::default()))
        .against("minimax")
        .depths(1..=2)
        .run();
    let data = to_value(&table).unwrap();
    let row = |number: usize| &data["rows"][number];
    assert_eq!(data["strategies"], json!(["minimax", "alpha-beta"]));
    assert_eq!(
        (&row(1)["strategy"], &row(1)["depth"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(
        (&row(1)["same_value"], &row(1)["is_finished"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(
        (row(0).get("position"), &row(4)["position"]),
        (None, &json!(1))
    );
    assert_eq!(
        row(2)["unfinished"],
        json!({ "stopped": { "reason": "nodes", "depth": 0 } })
    );
    assert_eq!(from_value::<ComparisonTable>(data).unwrap(), table);
}

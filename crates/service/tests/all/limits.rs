//! The limits of searches.

use crate::client::{Client, assert_has};
use plywood_service::ServiceLimits;
use serde_json::json;
use std::time::Duration;

#[test]
fn a_live_search_may_go_on() {
    let usual = ServiceLimits::default();
    let live = usual.live();
    assert_eq!(live.time, usual.live_time);
    assert_eq!(live.nodes, 60 * usual.nodes);
    let short = usual.with_times(usual.time, Duration::ZERO);
    assert_eq!(short.live(), short, "never less than any other");
}

#[test]
fn a_clock_is_shared_out() {
    let client = Client::start();
    for row in [
        r#"{"clock": {"remaining_ms": 20000}}} => {"limits": {"time_ms": 3000, "soft_ms": 600}}"#,
        r#"{"clock": {"remaining_ms": 20000}, "time_ms": 500}} => {"limits": {"time_ms": 500, "soft_ms": 600}}"#,
    ] {
        client.check(&format!(
            r#"/best-move {{"game": "tic-tac-toe", "limits": {row}"#
        ));
    }
}

#[test]
fn every_limit_of_a_strategy_applies() {
    let client = Client::start();
    for row in [
        r#""monte-carlo:rounds=10"} => {"reason": "round limit"}"#,
        r#""deepening:soft-nodes=10"} => {"depth": 1, "reason": "node limit"}"#,
        r#""deepening:depth=2", "limits": {"depth": 3}} => {"depth": 2}"#,
        r#""deepening:nodes=10", "limits": {"depth": 3}} => {"limits": {"nodes": 10}}"#,
        r#""deepening:time=1ms"} => {"limits": {"time_ms": 1}}"#,
    ] {
        for route in ["best-move", "tree"] {
            let row = if route == "tree" {
                row.replace("=> {", r#"=> {"report": {"#) + "}"
            } else {
                row.to_owned()
            };
            client.check(&format!(
                r#"/{route} {{"game": "tic-tac-toe", "strategy": {row}"#
            ));
        }
    }
}

#[test]
fn rounds_are_a_limit() {
    let client = Client::start();
    for row in [
        r#""strategy": "monte-carlo:rounds=20"} => {"reason": "round limit", "limits": {"rounds": 20}}"#,
        r#""strategy": "mcts-solver", "limits": {"rounds": 7}} => {"reason": "round limit", "limits": {"rounds": 7}}"#,
        r#""strategy": "minimax", "limits": {"rounds": 7, "depth": 2}} => {"complete": true}"#,
    ] {
        client.check(&format!(r#"/best-move {{"game": "connect-four", {row}"#));
    }
    client.refuses(
        r#"/best-move {"strategy": "minimax", "limits": {"rounds": 7}} => 422 rounds: plays no rounds"#,
    );
}

#[test]
fn the_positions_of_a_game_share_the_limits_of_one_search() {
    let client = Client::start();
    let check = |query, moves: &str, expected| {
        let answer = client.post_text(&format!("/pgn?annotate=true{query}"), moves);
        assert_has(&answer, &expected);
    };
    let three = "1. e4 e5 2. Nf3 *";
    let usual = json!({"limits": {"time_ms": 100, "nodes": 50_000_000}, "clipped": []});
    check("", three, usual);
    let limits = json!({"depth": 1, "time_ms": 2_500, "nodes": 1_000});
    let clipped = json!({"limits": limits, "clipped": ["time_ms"]});
    check("&depth=1&nodes=1000&time_ms=60000", three, clipped);
    let long = "Nf3 Nf6 Ng1 Ng8 ".repeat(200);
    check("&depth=1", &long, json!({"limits": {"time_ms": 12}}));
}

//! Best moves, comparisons and trees.

use crate::client::{Client, assert_has, list};
use plywood_catalog::Catalog;
use plywood_service::ServiceLimits;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;

/// Légal's mate: five plies show that the knight can take the pawn.
const LEGAL: &str = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";

#[test]
fn a_best_move_comes_with_its_line_and_counts() {
    let client = Client::start();
    let body = json!({"position": LEGAL, "strategy": "alpha-beta-ordered", "evaluator": "material", "limits": {"depth": 5}});
    let answer = client.post("/best-move", &body);
    let limits = json!({"depth": 5, "nodes": 200_000_000, "time_ms": 10_000});
    let expected = json!({"move": "f3e5", "san": "Nxe5", "reason": "depth reached", "complete": true, "limits": limits});
    assert_has(&answer, &expected);
    assert_eq!(list(&answer["line"]).len(), list(&answer["line_san"]).len());
    assert!(answer["counts"]["nodes"].as_u64().unwrap() > 1_000);
    assert!(answer["counts"]["first_move_share"].as_f64().unwrap() > 0.5);
}

#[test]
fn every_strategy_finds_a_legal_move_in_every_game() {
    let client = Client::start();
    for game in ["chess", "chess960", "tic-tac-toe", "connect-four"] {
        let legal = client.post("/legal-moves", &json!({"game": game}));
        let strategies = client.get(&format!("/strategies?game={game}"));
        for strategy in list(&strategies["strategies"]) {
            let limits = json!({"nodes": 300, "depth": 3});
            let body = json!({"game": game, "strategy": strategy["name"], "limits": limits});
            let answer = client.post("/best-move", &body);
            let mut moves = list(&legal["moves"]).iter();
            assert!(moves.any(|mv| mv["move"] == answer["move"]), "{answer}");
        }
    }
}

#[test]
fn a_search_knows_the_repetitions_of_its_game_and_its_end() {
    let client = Client::start();
    // White is far behind, and after Qe8+ Kh7 it can repeat with Qh5+ Kg8.
    let start = "6k1/6p1/8/P6Q/8/8/rr6/q5BK w - - 0 1";
    let body = json!({"position": start, "moves": ["h5e8", "g8h7"], "strategy": "deepening", "limits": {"depth": 2}});
    client.check(&format!(
        r#"/best-move {body} => {{"move": "e8h5", "score": {{"cp": 0}}}}"#
    ));
    client.check(r#"/best-move {"game": "tic-tac-toe", "position": "XXXOO...."} => {"move": null, "san": null, "line": []}"#);
}

#[test]
fn limits_are_lowered_to_those_of_the_service() {
    let time = Duration::from_millis(200);
    let limits = ServiceLimits::default().with_times(time, time);
    let client = Client::of(&plywood_service::games(), limits);
    client.check(r#"/best-move {"limits": {"depth": 1000000000, "nodes": 1152921504606846976, "time_ms": 3600000}} => {"clipped": ["depth", "nodes", "time_ms"], "limits": {"time_ms": 200}, "reason": "time limit"}"#);
    for row in [
        // These do not use nodes or time alone.
        r#"{"strategy": "minimax", "limits": {"nodes": 500}} => {"limits": {"depth": 4}}"#,
        r#"{"strategy": "negamax", "limits": {"time_ms": 5}} => {"limits": {"depth": 4, "time_ms": 5}}"#,
        r#"{"strategy": "blogchess", "limits": {"nodes": 9}} => {"limits": {"depth": 3}}"#,
        r#"{"strategy": "pvs:depth=2", "limits": {"nodes": 9}} => {"limits": {"depth": 2}}"#,
        r#"{"strategy": "everything", "limits": {"nodes": 9}} => {"limits": {"depth": null}}"#,
        r#"{"strategy": "sss-star", "limits": {"depth": 1}} => {"limits": {"nodes": 100000}, "clipped": ["nodes"]}"#,
        r#"{"strategy": "alpha-beta+table=64", "limits": {"depth": 1}} => {"limits": {"depth": 1}}"#,
    ] {
        client.check(&format!("/best-move {row}"));
    }
    client.refuses(r#"/best-move {"strategy": "engine+threads=100"} => 422 strategy: at most 4"#);
}

#[test]
fn strategies_are_compared_with_one_of_them() {
    let client = Client::start();
    let body = json!({
        "game": "connect-four", "position": "ddcc", "limits": {"depth": 5}, "against": "plain",
        "strategies": [{"strategy": "pvs+killers+table=1"}, {"strategy": "minimax", "name": "plain"}, {"strategy": "random"},
            {"strategy": "minimax", "limits": {"depth": 4}, "evaluator": "random", "name": "other"}],
    });
    let answer = client.post("/compare", &body);
    assert_eq!(answer["reference"], 1);
    let note = answer["notes"][0].as_str().unwrap();
    assert!(
        note.starts_with(
            "pvs+killers+table=1 and minimax differ in search, killers, table; one at a time: "
        ),
        "{note}"
    );
    let rows = list(&answer["rows"]);
    assert!(rows[0]["fewer_nodes"].as_f64().unwrap() > 1.0);
    for (row, expected) in rows.iter().zip([
        json!({"same_value": true}),
        json!({"is_reference": true}),
        json!({"same_value": null, "score": null}),
        json!({"name": "other", "evaluator": "random", "limits": {"depth": 4}}),
    ]) {
        assert_has(row, &expected);
    }
    let long = "x".repeat(1_001);
    let short = &long[..101];
    for row in [
        "[] => 422 strategies: one to four",
        r#"[{"strategy": "minimax"}, {"strategy": "minmax"}] => 422 strategies[1].strategy: alpha-beta"#,
        &format!(r#"[{{"strategy": "{long}"}}] => 422 strategies[0].strategy: bytes"#),
        &format!(
            r#"[{{"strategy": "minimax", "name": "{short}"}}] => 422 strategies[0].name: bytes"#
        ),
    ] {
        let row = row.replacen(" => ", "} => ", 1);
        client.refuses(&format!("/compare {{\"strategies\": {row}"));
        client.refuses(&format!("/search {{\"strategies\": {row}"));
    }
}

#[test]
fn only_the_root_moves_of_a_request_are_searched() {
    let client = Client::start();
    let mate_in_one = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let strategies = json!([{"strategy": "alpha-beta", "limits": {"depth": 2}}, {"strategy": "engine", "limits": {"depth": 2}}]);
    let body = json!({"position": mate_in_one, "strategies": strategies, "in_game": true, "root_moves": ["g2g3"]});
    for row in list(&client.post("/compare", &body)["rows"]) {
        assert_eq!(row["move"], "g2g3", "{row}");
    }
    client.refuses(
        r#"/compare {"strategies": [{"strategy": "minimax"}], "root_moves": ["e2e4", "e7e5"]} => 422 root_moves: e7e5"#,
    );
}

#[test]
fn a_tree_has_its_windows_and_cutoffs() {
    let client = Client::start();
    let body = json!({"game": "tic-tac-toe", "position": "XOX.O..X.", "strategy": "alpha-beta", "nodes": 10_000});
    let answer = client.post("/tree", &body);
    let tree = &answer["passes"][0];
    let nodes = list(&tree["nodes"]);
    assert_eq!(answer["report"]["counts"]["nodes"], nodes.len());
    assert_eq!(nodes[0]["parent"], Value::Null);
    for (number, node) in nodes.iter().enumerate().skip(1) {
        assert!(node["parent"].as_u64().unwrap() < number as u64);
        assert!(
            node["move"].is_string() && node["score"].is_object(),
            "{node}"
        );
    }
    let is_cut = |node: &Value| node["cut"]["tried"].as_u64() < node["cut"]["of"].as_u64();
    assert!(nodes.iter().any(is_cut));
    let first = usize::try_from(tree["best_line"][1].as_u64().unwrap()).unwrap();
    assert_eq!(nodes[first]["move"], answer["report"]["move"]);

    let body = json!({"strategy": "quiescence", "limits": {"depth": 3}, "nodes": 50});
    let tree = &client.post("/tree", &body)["passes"][0];
    assert_eq!(list(&tree["nodes"]).len(), 50);
    assert!(tree["omitted"].as_u64().unwrap() > 100);
    assert!(!tree["nodes"][1]["san"].as_str().unwrap().is_empty());
    client.refuses(r#"/tree {"strategy": "random"} => 422 strategy: no tree"#);
}

#[test]
fn every_pass_of_a_search_has_its_tree() {
    let client = Client::of(&Catalog::written_tree(), ServiceLimits::default());
    let tree = |strategy: &str, nodes: usize| {
        let body = json!({"strategy": strategy, "limits": {"depth": 2}, "nodes": nodes});
        let answer = client.post("/tree", &body);
        (list(&answer["passes"]).to_vec(), answer)
    };
    let (passes, answer) = tree("deepening", 1_000);
    assert_eq!((passes.len(), &answer["earlier"]), (2, &json!(0)));
    let first = passes[0]["label"].as_str().unwrap();
    assert!(
        first.starts_with("pass 1 of 2: depth 1, window (-∞, +∞)"),
        "{first}"
    );

    // Each pass of MTD(f) shows the side of its window that has the value, until both sides meet at it.
    let (passes, answer) = tree("alpha-beta+table+mtd-f", 1_000);
    let mut bounds = [i64::MIN, i64::MAX];
    for root in passes.iter().map(|pass| &pass["nodes"][0]) {
        let score = root["score"]["cp"].as_i64().unwrap();
        match root["bound"].as_str().unwrap() {
            "at least" => bounds[0] = score.max(bounds[0]),
            "at most" => bounds[1] = score.min(bounds[1]),
            other => panic!("{other}"),
        }
    }
    assert_eq!(bounds, [3, 3]);
    assert_eq!(answer["report"]["score"], json!({"cp": 3}));

    let (last, answer) = tree("alpha-beta+table+mtd-f", 1);
    assert_eq!(last.len(), 1);
    assert_eq!(answer["earlier"], passes.len() - 1);
}

#[test]
fn the_engine_shows_its_tree() {
    let body = json!({"strategy": "engine", "limits": {"depth": 7}, "nodes": 20_000, "plies": 5});
    let tree = Client::start().post("/tree", &body);
    let nodes = list(&list(&tree["passes"]).last().unwrap()["nodes"]);
    let any = |wanted: &dyn Fn(&Value) -> bool| assert!(nodes.iter().any(wanted));
    any(&|node| node["kind"] == "late-move-pruning" && node["score"].is_null());
    any(&|node| node["purpose"] == "late-move-reduction" && node["san"].is_string());
    any(&|node| node["move"] == "--" && node["purpose"] == "null-move");
    any(&|node| node["ply"] == 4 && node["unseen"].as_u64() > Some(0));
    assert_eq!(nodes[1]["parent"], 0);
}

#[test]
fn the_engine_plays_at_a_chosen_strength() {
    let client = Client::start();
    client.check(r#"/best-move {"position": "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "limits": {"depth": 5}} => {"strategy": "engine", "evaluator": "net", "san": "Ra8#"}"#);
    let weak = |elo: u32, seed: u32| {
        let body = json!({"moves": ["e4", "e5"], "strategy": "engine", "elo": elo, "seed": seed, "limits": {"time_ms": 10_000}});
        let answer = client.post("/best-move", &body);
        (
            answer["counts"]["nodes"].as_u64().unwrap(),
            answer["move"].to_string(),
        )
    };
    let (weakest, strong) = (weak(800, 0).0, weak(2_000, 0).0);
    assert!(
        weakest <= 100 && strong > 10 * weakest,
        "{weakest}, {strong}"
    );
    let choices: BTreeSet<String> = (0..20).map(|seed| weak(900, seed).1).collect();
    assert!(choices.len() > 1, "each seed errs in its own way");
    client.refuses(r#"/best-move {"elo": 5000} => 422 elo: from 800 to 2400"#);
    client.refuses(r#"/best-move {"strategy": "minimax", "elo": 800} => 422 elo: engine"#);
}

#[test]
fn a_task_says_how_long_it_searches() {
    let client = Client::start();
    let time = |path: &str, body: &str| client.task(path, body).unwrap().search_time();
    assert_eq!(time("/pgn", "1. e4 *"), None);
    let search = time("/best-move", r#"{"limits": {"time_ms": 70}}"#);
    assert_eq!(search, Some(Duration::from_millis(70)));
}

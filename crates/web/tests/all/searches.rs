//! Best moves, comparisons and trees.

use crate::client::TestServer;
use crate::patience::PATIENCE;
use serde_json::{Value, json};
use std::time::Duration;

/// Légal's mate: five plies show that the knight can take the pawn.
const LEGAL: &str = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";

#[test]
fn a_best_move_comes_with_its_line_and_counts() {
    let server = TestServer::start();
    let body = json!({"position": LEGAL, "strategy": "alpha-beta-ordered", "evaluator": "material", "limits": {"depth": 5}});
    let answer = server.post("/api/v1/best-move", &body);
    assert_eq!(
        (&answer["move"], &answer["san"]),
        (&json!("f3e5"), &json!("Nxe5"))
    );
    assert_eq!(
        (&answer["reason"], &answer["complete"]),
        (&json!("depth reached"), &json!(true))
    );
    assert_eq!(
        answer["line"].as_array().unwrap().len(),
        answer["line_san"].as_array().unwrap().len()
    );
    assert!(answer["counts"]["nodes"].as_u64().unwrap() > 1_000);
    assert!(answer["counts"]["first_move_share"].as_f64().unwrap() > 0.5);
    assert_eq!(
        answer["limits"],
        json!({"depth": 5, "nodes": 200_000_000, "time_ms": 10_000})
    );
}

#[test]
fn every_strategy_finds_a_legal_move_in_every_game() {
    let server = TestServer::with("--threads 2 --max-time 1");
    for game in ["chess", "chess960", "tic-tac-toe", "connect-four"] {
        let legal = server.post("/api/v1/legal-moves", &json!({"game": game}));
        let strategies = server
            .get(&format!("/api/v1/strategies?game={game}"))
            .json();
        for strategy in strategies["strategies"].as_array().unwrap() {
            let name = &strategy["name"];
            let limits = json!({"nodes": 300, "depth": 3});
            let body = json!({"game": game, "strategy": name, "limits": limits});
            let answer = server.post("/api/v1/best-move", &body);
            let moves = legal["moves"].as_array().unwrap();
            assert!(
                moves.iter().any(|mv| mv["move"] == answer["move"]),
                "{name}: {answer}"
            );
        }
    }
}

#[test]
fn a_search_knows_the_repetitions_of_its_game() {
    let server = TestServer::start();
    // White is far behind, and after Qe8+ Kh7 it can repeat with Qh5+ Kg8.
    let start = "6k1/6p1/8/P6Q/8/8/rr6/q5BK w - - 0 1";
    let body = |moves: Value| json!({"position": start, "moves": moves, "strategy": "deepening", "limits": {"depth": 2}});
    let answer = server.post("/api/v1/best-move", &body(json!(["h5e8", "g8h7"])));
    assert_eq!(
        (&answer["move"], &answer["score"]),
        (&json!("e8h5"), &json!({"cp": 0}))
    );
}

#[test]
fn limits_are_lowered_to_those_of_the_server() {
    let server = TestServer::with("--threads 1 --max-time 0.2");
    let body =
        json!({"limits": {"depth": 1_000_000_000, "nodes": 1u64 << 60, "time_ms": 3_600_000}});
    let answer = server.post("/api/v1/best-move", &body);
    assert_eq!(answer["clipped"], json!(["depth", "nodes", "time_ms"]));
    assert_eq!(answer["limits"]["time_ms"], 200);
    assert_eq!(answer["reason"], "time limit");
    // On a busy machine it may be late, but not by much of an hour.
    let took = Duration::from_secs_f64(answer["time_ms"].as_f64().unwrap() / 1_000.0);
    assert!(took < PATIENCE, "{took:?}");
    let minimax = server.post(
        "/api/v1/best-move",
        &json!({"strategy": "minimax", "limits": {"nodes": 500}}),
    );
    assert_eq!(
        minimax["limits"]["depth"], 4,
        "it makes nothing of nodes alone"
    );
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let server = TestServer::start();
    let body = json!({"game": "tic-tac-toe", "position": "XXXOO...."});
    let answer = server.post("/api/v1/best-move", &body);
    assert_eq!(
        (&answer["move"], &answer["san"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(answer["line"], json!([]));
}

#[test]
fn strategies_are_compared_with_one_of_them() {
    let server = TestServer::start();
    let body = json!({
        "game": "connect-four", "position": "ddcc", "limits": {"depth": 5}, "against": "plain",
        "strategies": [{"strategy": "alpha-beta"}, {"strategy": "minimax", "name": "plain"}, {"strategy": "random"},
            {"strategy": "minimax", "limits": {"depth": 4}, "evaluator": "random", "name": "other"}],
    });
    let answer = server.post("/api/v1/compare", &body);
    let rows = answer["rows"].as_array().unwrap();
    assert_eq!((rows.len(), &answer["reference"]), (4, &json!(1)));
    assert_eq!(
        (&rows[0]["same_value"], &rows[1]["is_reference"]),
        (&json!(true), &json!(true))
    );
    assert!(rows[0]["fewer_nodes"].as_f64().unwrap() > 1.0);
    assert_eq!(
        (&rows[2]["same_value"], &rows[2]["score"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(
        (&rows[3]["name"], &rows[3]["evaluator"]),
        (&json!("other"), &json!("random"))
    );
    assert_eq!(rows[3]["limits"]["depth"], 4);
    let none = json!({"strategies": [], "limits": {"depth": 1}});
    assert_eq!(
        server.refused(422, "/api/v1/compare", &none)["field"],
        "strategies"
    );
    let wrong = json!({"strategies": [{"strategy": "minimax"}, {"strategy": "minmax"}]});
    let problem = server.refused(422, "/api/v1/compare", &wrong);
    assert_eq!(problem["field"], "strategies[1].strategy");
    assert!(problem["hint"].as_str().unwrap().contains("alpha-beta"));
}

#[test]
fn a_tree_has_its_windows_and_cutoffs() {
    let server = TestServer::start();
    let body = json!({"game": "tic-tac-toe", "position": "XOX.O..X.", "strategy": "alpha-beta", "nodes": 10_000});
    let answer = server.post("/api/v1/tree", &body);
    let tree = &answer["passes"][0];
    let nodes = tree["nodes"].as_array().unwrap();
    assert_eq!(
        nodes.len() as u64,
        answer["report"]["counts"]["nodes"].as_u64().unwrap()
    );
    assert_eq!(nodes[0]["parent"], Value::Null);
    for (number, node) in nodes.iter().enumerate().skip(1) {
        assert!(node["parent"].as_u64().unwrap() < number as u64);
        assert!(
            node["move"].is_string() && node["score"].is_object(),
            "{node}"
        );
    }
    assert!(
        nodes
            .iter()
            .any(|node| node["cut"]["tried"].as_u64() < node["cut"]["of"].as_u64())
    );
    assert_eq!(tree["best_line"][0], 0);
    let first = tree["best_line"][1].as_u64().unwrap();
    assert_eq!(
        nodes[usize::try_from(first).unwrap()]["move"],
        answer["report"]["move"]
    );

    let body = json!({"strategy": "quiescence", "limits": {"depth": 3}, "nodes": 50});
    let answer = server.post("/api/v1/tree", &body);
    let tree = &answer["passes"][0];
    assert_eq!(tree["nodes"].as_array().unwrap().len(), 50);
    assert!(tree["omitted"].as_u64().unwrap() > 100);
    assert_eq!(
        tree["nodes"][1]["san"].as_str().map(str::is_empty),
        Some(false)
    );
    let problem = server.refused(422, "/api/v1/tree", &json!({"strategy": "random"}));
    assert!(
        problem["detail"].as_str().unwrap().contains("no tree"),
        "{problem}"
    );
}

#[test]
fn every_pass_of_a_search_has_its_tree() {
    let server = TestServer::of(plywood_catalog::Catalog::written_tree(), "");
    let labels = |strategy: &str, nodes: usize| -> (Vec<String>, Value) {
        let body = json!({"strategy": strategy, "limits": {"depth": 2}, "nodes": nodes});
        let answer = server.post("/api/v1/tree", &body);
        let passes = answer["passes"].as_array().unwrap();
        let label = |pass: &Value| pass["label"].as_str().unwrap().to_owned();
        (passes.iter().map(label).collect(), answer)
    };
    let (deepening, answer) = labels("deepening", 1_000);
    let [first, last] = deepening.as_slice() else {
        panic!("{deepening:?}");
    };
    assert!(first.starts_with("pass 1 of 2: depth 1, window (-∞, +∞)"));
    assert!(last.starts_with("pass 2 of 2: depth 2, window (-∞, +∞)"));
    assert_eq!(answer["earlier"], 0);

    // Each pass of MTD(f) says on which side of its window the value is, until both sides meet at it.
    let (passes, answer) = labels("alpha-beta+table+mtd-f", 1_000);
    assert!(passes.len() >= 2, "{passes:?}");
    let root = |pass: usize| &answer["passes"][pass]["nodes"][0];
    let mut bounds = [i64::MIN, i64::MAX];
    for pass in 0..passes.len() {
        let score = root(pass)["score"]["cp"].as_i64().unwrap();
        match root(pass)["bound"].as_str().unwrap() {
            "at least" => bounds[0] = score.max(bounds[0]),
            "at most" => bounds[1] = score.min(bounds[1]),
            other => panic!("{other}"),
        }
    }
    assert_eq!(bounds, [3, 3]);
    assert_eq!(answer["report"]["score"], json!({"cp": 3}));

    let (kept, answer) = labels("alpha-beta+table+mtd-f", 1);
    assert_eq!(kept.len(), 1, "the last one");
    assert_eq!(answer["earlier"], passes.len() - 1);
}

#[test]
fn the_engine_shows_its_tree() {
    let server = TestServer::start();
    let body = json!({"strategy": "engine", "limits": {"depth": 7}, "nodes": 20_000, "plies": 5});
    let tree = server.post("/api/v1/tree", &body);
    let last = tree["passes"].as_array().unwrap().last().unwrap();
    let nodes = last["nodes"].as_array().unwrap();
    let any = |wanted: &dyn Fn(&Value) -> bool| nodes.iter().any(wanted);
    assert!(any(
        &|node| node["kind"] == "late-move-pruning" && node["score"].is_null()
    ));
    assert!(any(
        &|node| node["purpose"] == "late-move-reduction" && node["san"].is_string()
    ));
    assert!(any(
        &|node| node["move"] == "--" && node["purpose"] == "null-move"
    ));
    assert!(any(
        &|node| node["ply"] == 4 && node["unseen"].as_u64() > Some(0)
    ));
    assert_eq!(nodes[1]["parent"], 0);
}

#[test]
fn the_engine_plays_at_a_chosen_strength() {
    let server = TestServer::start();
    let mate = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    let answer = server.post(
        "/api/v1/best-move",
        &json!({"position": mate, "limits": {"depth": 5}}),
    );
    assert_eq!(
        (&answer["strategy"], &answer["evaluator"], &answer["san"]),
        (&json!("engine"), &json!("net"), &json!("Ra8#"))
    );
    let weak = |fields: Value| {
        let mut body = json!({"moves": ["e4", "e5"], "strategy": "engine"});
        body.as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        server.post("/api/v1/best-move", &body)
    };
    let nodes = |answer: &Value| answer["counts"]["nodes"].as_u64().unwrap();
    let (weakest, strong) = (weak(json!({"elo": 800})), weak(json!({"elo": 2_000})));
    assert!(nodes(&weakest) <= 100, "{weakest}");
    assert!(nodes(&strong) > 10 * nodes(&weakest), "{strong}");
    let choices: std::collections::BTreeSet<String> = (0..20)
        .map(|seed| weak(json!({"elo": 900, "seed": seed}))["move"].to_string())
        .collect();
    assert!(choices.len() > 1, "each seed errs in its own way");
    for fields in [
        json!({"elo": 5_000}),
        json!({"strategy": "minimax", "elo": 800}),
    ] {
        assert_eq!(
            server.refused(422, "/api/v1/best-move", &fields)["field"],
            "elo"
        );
    }
    let listed = server.get("/api/v1/strategies").json();
    let engine = listed["strategies"].as_array().unwrap();
    let engine = engine.iter().find(|known| known["name"] == "engine");
    assert_eq!(
        engine.unwrap()["elo"],
        json!({"lowest": 800, "highest": 2_400, "levels": 9})
    );
}

#[test]
fn a_pgn_is_annotated() {
    let server = TestServer::start();
    let post = |path: &str, text: &str| {
        server
            .post_text(path, "application/x-chess-pgn", text)
            .json()
    };
    let text = "[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 -- 2. d4 *";
    let answer = post("/api/v1/pgn?annotate=true&depth=4", text);
    let game = &answer["games"][0];
    let nodes = game["nodes"].as_array().unwrap();
    let blunder = nodes.iter().find(|node| node["san"] == "g4").unwrap();
    assert_eq!(blunder["marks"], json!(["??"]));
    assert_eq!(blunder["score"], json!({"mate": -1}));
    assert!(blunder["comments"][0].as_str().unwrap().contains("Blunder"));
    assert!(
        nodes.iter().any(|node| node["main"] == false),
        "a better line is shown"
    );
    let analysis = &game["analysis"];
    assert_eq!(analysis["white"]["blunders"], 1);
    assert_eq!(analysis["complete"], true);
    let annotated = analysis["pgn"].as_str().unwrap();
    assert!(annotated.contains("[%eval #-1]"), "{annotated}");
    assert_eq!(answer["games"][1]["analysis"], Value::Null);
    assert_eq!(answer["limits"]["depth"], 4);

    let read_again = post("/api/v1/pgn", annotated);
    assert_eq!(read_again["games"][0]["nodes"], game["nodes"]);
    assert_eq!(read_again["limits"], Value::Null);
    let clipped = post("/api/v1/pgn?annotate=true&depth=1&time_ms=60000", text);
    assert_eq!(clipped["clipped"], json!(["time_ms"]));
    let wrong = server.post_text("/api/v1/pgn?annotated=1", "text/plain", text);
    assert!(
        wrong.problem(400)["detail"]
            .as_str()
            .unwrap()
            .contains("annotated")
    );
}

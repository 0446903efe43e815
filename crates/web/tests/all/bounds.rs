//! What the program takes of the system, whatever it is asked: memory and descriptors.

use crate::client::TestServer;
use crate::process::Program;
use serde_json::json;
use std::fmt::Write as _;

/// Texts of games of about this length, each of another kind.
fn texts(length: usize) -> Vec<(&'static str, String)> {
    let many = |text: &str| text.repeat(length / text.len());
    let tags = |from: &str| {
        let mut text = String::new();
        while text.len() < length {
            writeln!(text, "[T{} \"{from}\"]", text.len()).unwrap();
        }
        text + "\n*\n"
    };
    vec![
        ("empty games", many("*\n\n")),
        ("games of one move", many("e4*")),
        (
            "games from a place",
            many("[FEN \"8/8/8/8/8/k7/8/K7 w - - 0 1\"]\n\n*\n\n"),
        ),
        ("one long game", many("Nf3 Nf6 Ng1 Ng8 ")),
        ("tags", tags("")),
        ("long tags", tags(&"x".repeat(200))),
        ("a long comment", format!("e4 {{{}}} *", many("x "))),
        ("short comments", format!("e4 {}", many("{}"))),
        ("variations", format!("e4 e5 {}", many("(d5)"))),
        ("nested variations", format!("e4 e5 {}", many("(d5"))),
        ("marks", format!("e4 {}", many("$1"))),
        ("errors", many("e4 (x) ")),
        ("games with errors", many("x*")),
        ("brackets", many("[")),
        ("nothing", many("\0")),
    ]
}

#[test]
fn the_memory_for_a_request_is_bounded_by_its_length() {
    // The tables of the searches, which have bounds of their own, are as small as they can be.
    let program = Program::start("true", "--threads 1 --max-time 0.1");
    let server = &program.server;
    let moves: Vec<&str> = ["g1f3", "g8f6", "f3g1", "f6g8"]
        .into_iter()
        .cycle()
        .take(4_096)
        .collect();
    let nodes: Vec<_> = (0..1_800)
        .map(|_| json!({"parent": null, "move": "e4"}))
        .collect();
    let strategies: Vec<_> = (0..4).map(|_| json!({"strategy": "minimax"})).collect();
    let long = json!({"moves": moves, "strategy": "minimax", "limits": {"depth": 1}});
    let compared = json!({"moves": moves, "strategies": strategies, "limits": {"depth": 1}});
    let tree = json!({"strategy": "minimax", "nodes": 20_000, "limits": {"depth": 4}});
    let mut requests = Vec::new();
    for (path, body) in [
        ("legal-moves", &json!({"moves": moves})),
        ("play", &json!({"moves": moves, "move": "e4"})),
        ("game", &json!({"nodes": nodes})),
        ("evaluate", &json!({"moves": moves, "questions": true})),
        ("best-move", &long),
        ("compare", &compared),
        ("search", &compared),
        ("tree", &tree),
    ] {
        requests.push((path, "JSON", "application/json", body.to_string()));
    }
    for (kind, text) in texts(60_000) {
        requests.push(("pgn?annotate=true", kind, "text/plain", text));
    }
    for (kind, text) in texts(300_000) {
        requests.push(("pgn", kind, "text/plain", text));
    }
    let long = "Nf3{a}Nf6{b}Ng1{c}Ng8{d}".repeat(400_000);
    requests.push(("pgn", "a long game", "text/plain", long));
    let ask = |(path, _, kind, body): &(&str, &str, &str, String)| {
        server.post_text(&format!("/api/v1/{path}"), kind, body)
    };
    // What is made once is not part of the question.
    ask(&requests[0]);
    let (_, before) = program.memory();
    for request in requests {
        let (path, kind, _, body) = &request;
        let answer = ask(&request);
        let (peak, _) = program.memory();
        let (taken, body) = (peak.saturating_sub(before), (body.len() as u64) >> 10);
        assert_eq!(
            answer.status / 100 * 100,
            200,
            "{path}, {kind}: {}",
            answer.body
        );
        assert!(
            taken <= (128 << 10) + 32 * body,
            "{path}, {kind}: {taken} KiB for {body} KiB"
        );
    }
}

#[test]
fn a_strategy_that_each_event_would_repeat_at_length_is_refused() {
    let server = TestServer::start();
    for (field, most) in [("strategy", 1_000), ("name", 100)] {
        let mut contender = json!({"strategy": "minimax"});
        contender[field] = json!("x".repeat(most + 1));
        let body = json!({"strategies": [{"strategy": "minimax"}, contender]});
        for path in ["/api/v1/search", "/api/v1/compare"] {
            let problem = server.refused(422, path, &body);
            assert_eq!(problem["field"], format!("strategies[1].{field}"));
            assert!(problem["detail"].as_str().unwrap().contains("bytes"));
        }
    }
}

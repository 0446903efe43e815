//! The system's resources that the program uses under any requests: memory and descriptors.

use crate::process::Program;
use serde_json::json;
use std::fmt::Write as _;
use std::thread;

/// Texts of games of about this length, each of a different kind.
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

/// The memory for requests, for the tree or the table of a search, and the memory that the allocator retains for a second.
const MOST_KIB: u64 = (16 + 64 + 128) << 10;

#[test]
fn requests_take_no_more_memory_than_they_may() {
    let program = Program::start("true", "--threads 1 --max-time 0.1 --memory 16");
    let server = &program.server;
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(1_024);
    let nodes = vec![json!({"parent": null, "move": "e4"}); 4_000];
    let strategies = vec![json!({"strategy": "minimax"}); 4];
    let depth = json!({"depth": 1});
    let compared = json!({"moves": moves, "strategies": strategies, "limits": depth});
    let tree = json!({"strategy": "minimax", "nodes": 20_000, "limits": {"depth": 4}});
    let mut requests = Vec::new();
    for (path, body) in [
        ("legal-moves", &json!({"moves": moves})),
        ("game", &json!({"nodes": nodes})),
        ("evaluate", &json!({"moves": moves, "questions": true})),
        ("compare", &compared),
        ("search", &compared),
        ("tree", &tree),
    ] {
        requests.push((path, "JSON", "application/json", body.to_string()));
    }
    for (kind, text) in texts(30_000) {
        requests.push(("pgn?annotate=true", kind, "text/plain", text));
    }
    for (kind, text) in texts(250_000) {
        requests.push(("pgn", kind, "text/plain", text));
    }
    let long = "Nf3{a}Nf6{b}Ng1{c}Ng8{d}".repeat(10_000);
    requests.push(("pgn", "a long game", "text/plain", long));
    // One-time allocations are not measured.
    server.get("/api/v1/health");
    let (_, before) = program.memory();
    for (path, kind, content_type, body) in &requests {
        let path = format!("/api/v1/{path}");
        let ask = || server.post_text(&path, content_type, body).status;
        let answers: Vec<u16> = thread::scope(|scope| {
            let clients: Vec<_> = (0..3).map(|_| scope.spawn(ask)).collect();
            let answers = clients.into_iter().map(|client| client.join().unwrap());
            answers.collect()
        });
        let (peak, _) = program.memory();
        let taken = peak.saturating_sub(before);
        let is_expected = |status: &u16| [200, 503].contains(status);
        assert!(
            answers.contains(&200) && answers.iter().all(is_expected),
            "{path}, {kind}: {answers:?}"
        );
        assert!(taken <= MOST_KIB, "{path}, {kind}: {taken} KiB");
    }
}

//! What the program takes of the system, whatever it is asked: memory and descriptors.

use crate::client::{Answer, TestServer, read_answer, read_head};
use crate::process::Program;
use serde_json::json;
use std::fmt::Write as _;
use std::io::{BufReader, Write};

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
fn idle_connections_leave_room_for_others() {
    let program = Program::start("ulimit -n 64", "--threads 1");
    let server = &program.server;
    let mut idle: Vec<_> = (0..200).map(|_| server.connect()).collect();
    for stream in idle.iter_mut().step_by(2) {
        // The server may have closed it already.
        drop(stream.write_all(b"GET /api/v1/hea"));
    }
    let others = [2, 3].map(|number| server.connect_from([127, 0, 0, number]));
    for _ in 0..5 {
        assert_eq!(server.get("/api/v1/health").status, 200);
    }
    // Those that are idle are given up after seconds.
    assert!(server.connections() > 10, "nobody waited for that");
    drop((idle, others));
}

/// The answer to a PGN text from an address.
fn ask_from(server: &TestServer, client: [u8; 4], text: &str) -> Answer {
    let stream = server.connect_from(client);
    let stream = server.begin_on(stream, "/api/v1/pgn", "text/plain", text);
    read_answer(&mut BufReader::new(stream))
}

#[test]
fn no_address_keeps_the_connections_of_another() {
    let program = Program::start("ulimit -n 64", "--threads 1");
    let server = &program.server;
    let headers = "Content-Type: text/plain\r\nContent-Length: 100\r\nExpect: 100-continue\r\n";
    let head = server.head("POST", "/api/v1/pgn", headers);
    let hold = |client| {
        let mut stream = server.connect_from(client);
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = BufReader::new(stream);
        // The server waits for the body.
        assert_eq!(read_head(&mut answer).0, 100);
        answer
    };
    let _held: Vec<_> = [[127, 0, 0, 2], [127, 0, 0, 3]]
        .repeat(12)
        .into_iter()
        .map(hold)
        .collect();
    for client in 4..9 {
        let answer = ask_from(server, [127, 0, 0, client], "1. e4 *");
        assert_eq!(answer.status, 200, "{client}: {}", answer.body);
    }
}

#[test]
fn no_address_keeps_the_memory_of_another() {
    let server = TestServer::with("--threads 1 --memory 4 --pgn 2");
    let marks = |length: usize| format!("e4 {}", "$1".repeat(length / 2));
    // Of the first half the end does not arrive, and of the other one nobody reads the answer.
    let (text, headers) = (marks(1 << 20), "Content-Type: text/plain\r\n");
    let missing = format!("{headers}Content-Length: {}\r\n", text.len() + 1);
    let head = server.head("POST", "/api/v1/pgn", &missing);
    let mut held = Vec::new();
    for number in 0..16 {
        let mut stream = server.connect_from([127, 0, 0, 2 + number % 2]);
        if number < 8 {
            drop(stream.write_all((head.clone() + &text).as_bytes()));
        } else {
            stream = server.begin_on(stream, "/api/v1/pgn", "text/plain", &text);
        }
        held.push(stream);
    }
    for client in 4..7 {
        let answer = ask_from(&server, [127, 0, 0, client], &marks(300_000));
        assert_eq!(answer.status, 200, "{client}: {}", answer.body);
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

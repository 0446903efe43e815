//! What the program takes of the system, whatever it is asked: memory and descriptors.

use crate::client::TestServer;
use serde_json::json;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The program as a process of its own, which is ended when it is dropped.
struct Program {
    child: Child,
    server: TestServer,
}

impl Program {
    /// Starts it where a command of the shell has set a limit.
    fn start(limit: &str, options: &str) -> Self {
        let program = env!("CARGO_BIN_EXE_plywood-web");
        let command = format!("{limit}; exec {program} --port 0 --log info {options}");
        let mut child = Command::new("sh")
            .args(["-c", &command])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
        let line = log.next().unwrap().unwrap();
        let address = line.split("http://").nth(1).unwrap().split('/').next();
        let server = TestServer::at(address.unwrap().parse().unwrap());
        // A log that nobody reads is lost, but one that is closed would be another test.
        thread::spawn(move || log.count());
        Self { child, server }
    }

    /// The most memory that the process had since the last call, and what it has now, in KiB.
    fn memory(&self) -> (u64, u64) {
        let process = format!("/proc/{}", self.child.id());
        let status = fs::read_to_string(format!("{process}/status")).unwrap();
        let number = |name: &str| -> u64 {
            let line = status.lines().find(|line| line.starts_with(name)).unwrap();
            line.split_whitespace().nth(1).unwrap().parse().unwrap()
        };
        fs::write(format!("{process}/clear_refs"), "5").unwrap();
        (number("VmHWM:"), number("VmRSS:"))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

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
    let started = Instant::now();
    for _ in 0..5 {
        assert_eq!(server.get("/api/v1/health").status, 200);
    }
    let elapsed = started.elapsed();
    assert!(elapsed < Duration::from_secs(2), "{elapsed:?}");
    drop((idle, others));
}

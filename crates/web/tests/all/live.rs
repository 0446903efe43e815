//! Searches as they go.

use crate::client::{TestServer, read_head};
#[cfg(unix)]
use crate::process::Program;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
#[cfg(unix)]
use std::time::Duration;

/// An open stream of events.
struct Events(BufReader<TcpStream>);

impl Events {
    /// Asks for a search by these strategies, with commas between them.
    fn open(server: &TestServer, strategies: &str, mut body: Value) -> Self {
        let strategies = strategies.split(',').map(|name| json!({"strategy": name}));
        body["strategies"] = strategies.collect();
        let mut reader = BufReader::new(server.begin("/api/v1/search", &body));
        let (status, headers) = read_head(&mut reader);
        assert_eq!(status, 200);
        assert!(headers.contains(&("content-type".to_owned(), "text/event-stream".to_owned())));
        Self(reader)
    }

    /// The events up to one of this name, which is the last.
    fn until(&mut self, last: &str) -> Vec<(String, Value)> {
        let (mut events, mut name, mut line) = (Vec::new(), String::new(), String::new());
        loop {
            line.clear();
            assert_ne!(
                self.0.read_line(&mut line).unwrap(),
                0,
                "the stream ended after {events:?}"
            );
            if let Some(event) = line.strip_prefix("event: ") {
                event.trim().clone_into(&mut name);
            } else if let Some(data) = line.strip_prefix("data: ") {
                events.push((name.clone(), serde_json::from_str(data).unwrap()));
                if name == last {
                    return events;
                }
            }
        }
    }
}

fn of<'a>(events: &'a [(String, Value)], name: &str, index: u64) -> Vec<&'a Value> {
    let mine = events
        .iter()
        .filter(|(found, data)| found == name && data["index"] == index);
    mine.map(|(_, data)| data).collect()
}

#[test]
fn iterations_come_as_they_finish() {
    let server = TestServer::start();
    let body = json!({"game": "connect-four", "limits": {"depth": 5}, "against": "minimax"});
    let events = Events::open(&server, "minimax,deepening", body).until("done");
    let iterations = of(&events, "iteration", 1);
    let depths: Vec<u64> = iterations
        .iter()
        .map(|data| data["depth"].as_u64().unwrap())
        .collect();
    assert_eq!(depths, [1, 2, 3, 4, 5]);
    let [result] = of(&events, "result", 1)[..] else {
        panic!("one result: {events:?}")
    };
    assert_eq!(result["counts"]["nodes"], iterations[4]["total_nodes"]);
    assert_eq!(
        (
            of(&events, "started", 0).len(),
            of(&events, "result", 0).len()
        ),
        (1, 1)
    );
    let (_, comparison) = &events[events.len() - 2];
    assert_eq!(comparison["reference"], 0);
    assert_eq!(comparison["rows"][1]["same_value"], true);
    assert!(comparison["rows"][1]["fewer_nodes"].as_f64().unwrap() > 1.0);
}

#[test]
fn a_strategy_can_have_another_name() {
    let server = TestServer::start();
    let strategies = json!([{"strategy": "everything", "name": "mine", "limits": {"depth": 3}}]);
    let stream = server.begin("/api/v1/search", &json!({"strategies": strategies}));
    let events = Events(BufReader::new(stream)).until("done");
    assert_eq!(of(&events, "started", 0)[0]["name"], "mine");
    assert_eq!(of(&events, "iteration", 0).len(), 3);
}

#[test]
fn a_live_search_goes_on_at_its_depth_until_another_strategy_has_searched() {
    let server = TestServer::start();
    let searched = |strategy: &str, lines: u32, goes_on: bool| {
        let body = json!({"limits": {"depth": 9}, "lines": lines, "goes_on": goes_on});
        let events = Events::open(&server, strategy, body).until("done");
        let result = of(&events, "result", 0)[0];
        assert_eq!(result["depth"], 9);
        let nodes = result["counts"]["nodes"].as_u64().unwrap();
        (nodes, of(&events, "iteration", 0).len())
    };
    let first = searched("engine", 2, true);
    assert_eq!(first.1, 9);
    let again = searched("engine", 2, true);
    assert!(
        again.0 * 2 < first.0 && again.1 == 1,
        "{first:?}, then {again:?}"
    );
    assert_eq!(searched("engine", 1, true).1, 9, "another question");
    assert_eq!(searched("engine", 2, false), first, "others begin anew");
    searched("engine+hash=1", 2, true);
    assert_eq!(searched("engine", 2, true), first, "one strategy is kept");
}

#[test]
fn a_strategy_without_iterations_reports_its_nodes() {
    let server = TestServer::start();
    let body = json!({"limits": {"depth": 30, "time_ms": 300_000}});
    let mut events = Events::open(&server, "minimax", body);
    let mut told = || {
        let (_, progress) = events.until("progress").pop().unwrap();
        ["nodes", "time_ms"].map(|name| progress[name].as_f64().unwrap())
    };
    let [first, second] = [told(), told()];
    assert!(second[0] > first[0] && second[1] >= first[1] + 100.0);
}

/// Checks that searches stop within 100 ms of work, in one of many attempts: other programs may hold the processors for a while, so
/// that the server learns late that a client has left.
#[cfg(unix)]
fn check_at_once(program: &Program, what: &str, leave: impl Fn()) {
    let mut times = (0..20).map(|_| {
        leave();
        program.work_until_no_search_runs()
    });
    let is_short = times.any(|time| time < Duration::from_millis(100));
    assert!(is_short, "{what}");
}

#[cfg(unix)]
#[test]
fn closing_the_stream_stops_the_searches_at_once() {
    let program = Program::start("true", "--threads 1 --queue 0");
    for strategies in [
        "minimax,everything",
        "monte-carlo,sss-star",
        "proof-number,engine",
    ] {
        check_at_once(&program, strategies, || {
            let limits = json!({"limits": {"depth": 30, "time_ms": 300_000}});
            let four = format!("{strategies},negamax,mtd-f");
            let mut events = Events::open(&program.server, &four, limits);
            events.until("started");
            program.server.wait_for_searches(1, 0);
        });
    }
}

#[cfg(unix)]
#[test]
fn leaving_before_the_answer_stops_the_search() {
    let program = Program::start("true", "--threads 1 --max-time 5m");
    let check = |path: &str, kind: &str, body: &str| {
        check_at_once(&program, path, || {
            let server = &program.server;
            let _leaves = server.begin_on(server.connect(), path, kind, body);
            server.wait_for_searches(1, 0);
        });
    };
    for path in ["/api/v1/best-move", "/api/v1/tree", "/api/v1/compare"] {
        let mut body = json!({"limits": {"time_ms": 300_000, "depth": 40}});
        match path {
            "/api/v1/compare" => body["strategies"] = json!([{"strategy": "minimax"}]),
            _ => body["strategy"] = json!("minimax"),
        }
        check(path, "application/json", &body.to_string());
    }
    let game = "Nf3 Nf6 Ng1 Ng8 ".repeat(5);
    check("/api/v1/pgn?annotate=true&time_ms=500", "text/plain", &game);
}

#[test]
fn the_best_lines_grow() {
    let server = TestServer::start();
    let body = json!({"limits": {"depth": 6}, "lines": 3, "moves": ["e2e4"]});
    let events = Events::open(&server, "engine", body).until("done");
    let iterations = of(&events, "iteration", 0);
    assert_eq!(iterations.len(), 6);
    let lines = iterations[5]["lines"].as_array().unwrap();
    assert_eq!(
        (lines.len(), &lines[0]["move"]),
        (3, &iterations[5]["move"])
    );
    let moves: std::collections::BTreeSet<&str> = lines
        .iter()
        .map(|line| line["move"].as_str().unwrap())
        .collect();
    assert_eq!(moves.len(), 3, "each line begins with another move");
    assert!(lines[2]["line_san"].as_array().unwrap().len() > 1);
    let body = json!({"strategies": [{"strategy": "engine"}], "lines": 6});
    assert_eq!(
        server.refused(422, "/api/v1/compare", &body)["field"],
        "lines"
    );
}

#[test]
fn a_threat_is_what_the_opponent_would_play() {
    let server = TestServer::start();
    // Black threatens mate on f2, and it is White's turn.
    let moves = ["e2e4", "e7e5", "a2a3", "f8c5", "a3a4", "d8f6"];
    let body = json!({"limits": {"depth": 3}, "threat": true, "moves": moves});
    let events = Events::open(&server, "engine", body).until("done");
    let [result] = of(&events, "result", 0)[..] else {
        panic!("one result: {events:?}")
    };
    assert_eq!(
        (&result["move"], &result["score"]),
        (&json!("f6f2"), &json!({"mate": 1}))
    );
    let body = json!({
        "position": "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        "strategies": [{"strategy": "minimax"}], "threat": true,
    });
    assert_eq!(
        server.refused(422, "/api/v1/compare", &body)["field"],
        "threat"
    );
}

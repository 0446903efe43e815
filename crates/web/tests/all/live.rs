//! The progress of searches.

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
    /// Starts a search by these strategies, separated by commas.
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
    // The times are rounded.
    assert!(
        second[0] > first[0] && second[1] > first[1] + 99.9,
        "{first:?} {second:?}"
    );
}

/// Checks that searches stop within 100 ms of work, in one of many attempts: other programs can use the processors for a while, so that the
/// server learns late that a client has left.
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
    let program = Program::start("true", "--threads 1");
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
            program.server.wait_for_searches(1);
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
            server.wait_for_searches(1);
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

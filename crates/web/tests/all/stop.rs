//! Starting and stopping.

use crate::client::{TestServer, read_answer, read_head};
#[cfg(unix)]
use crate::process::Program;
use clap::Parser;
use plywood_web::{Options, Server};
#[cfg(unix)]
use rustix::process::Signal;
use serde_json::json;
#[cfg(unix)]
use std::io::Write as _;
use std::io::{BufRead, BufReader};
#[cfg(unix)]
use std::net::TcpStream;

#[test]
fn a_stopping_server_answers_what_it_has_found() {
    let mut server = TestServer::with("--threads 1 --max-time 5m");
    let body = json!({"limits": {"time_ms": 300_000}});
    let running = server.begin("/api/v1/best-move", &body);
    server.wait_for_searches(1);
    let waiting = server.fill(&body);
    server.stop();
    let answer = read_answer(&mut BufReader::new(running));
    assert_eq!(
        (answer.status, &answer.json()["reason"]),
        (200, &json!("stop requested"))
    );
    assert!(answer.json()["move"].is_string());
    for waiting in waiting {
        read_answer(&mut BufReader::new(waiting)).problem(503);
    }
}

#[test]
fn a_stopping_server_ends_streams() {
    let mut server = TestServer::with("--threads 1");
    let limits = json!({"depth": 30, "time_ms": 300_000});
    let body = json!({"strategies": [{"strategy": "minimax"}], "limits": limits});
    let mut reader = BufReader::new(server.begin("/api/v1/search", &body));
    assert_eq!(read_head(&mut reader).0, 200);
    server.wait_for_searches(1);
    server.stop();
    let lines: Vec<String> = reader.lines().map_while(Result::ok).collect();
    assert!(lines.iter().any(|line| line == "event: done"), "{lines:?}");
}

#[test]
fn a_port_that_is_taken_is_reported() {
    let server = TestServer::start();
    let port = server.address.port().to_string();
    let options = Options::parse_from(["plywood-web", "--port", &port]);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let error = runtime
        .block_on(Server::start(
            &options,
            &plywood_catalog::Catalog::connect_four(),
        ))
        .unwrap_err()
        .to_string();
    assert!(error.contains("--port") && error.contains(&port), "{error}");
}

/// Its first output is its address.
#[cfg(unix)]
#[test]
fn sigterm_ends_a_program_that_has_just_begun_cleanly() {
    let (is_well, log) = Program::start("true", "--threads 1").terminate();
    assert!(is_well, "{log:?}");
}

/// The program itself, ended with the signal of a system's service manager.
#[cfg(unix)]
#[test]
fn sigterm_ends_the_program_cleanly() {
    let program = Program::start("true", "--threads 1 --max-time 5m");
    let limits = json!({"limits": {"time_ms": 300_000}});
    let running = program.server.begin("/api/v1/best-move", &limits);
    program.server.wait_for_searches(1);
    let (is_well, log) = program.terminate();
    assert!(is_well, "{log:?}");
    assert_eq!(log.last().map(String::as_str), Some("plywood-web: stopped"));
    assert_eq!(read_answer(&mut BufReader::new(running)).status, 200);
}

#[cfg(unix)]
#[test]
fn a_signal_that_the_parent_ignores_is_ignored() {
    let program = Program::start("trap '' INT", "--threads 1");
    program.ask_to_end(Signal::INT);
    assert_eq!(program.server.get("/api/v1/health").status, 200);
    let (is_well, log) = program.terminate();
    let last = log.last().map(String::as_str);
    assert_eq!((is_well, last), (true, Some("plywood-web: stopped")));
}

#[cfg(unix)]
#[test]
fn a_second_signal_ends_the_program_at_once() {
    let program = Program::start("true", "--threads 1");
    let headers = "Content-Type: text/plain\r\nContent-Length: 9\r\nExpect: 100-continue\r\n";
    let head = program.server.head("POST", "/api/v1/pgn", headers);
    let mut half = program.server.connect();
    half.write_all(head.as_bytes()).unwrap();
    let mut half = BufReader::new(half);
    assert_eq!(read_head(&mut half).0, 100, "it waits for the body");
    program.ask_to_end(Signal::TERM);
    // It no longer listens after the first signal.
    while TcpStream::connect(program.server.address).is_ok() {}
    let (is_well, log) = program.terminate();
    assert!(!is_well && log.is_empty(), "{log:?}");
}

//! Starting and stopping.

use crate::client::{TestServer, read_answer, read_head};
use clap::Parser;
use plywood_web::{Options, Server};
use serde_json::json;
use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

#[test]
fn a_stopping_server_answers_what_it_has_found() {
    let mut server = TestServer::with("--threads 1 --queue 1");
    let body = json!({"limits": {"time_ms": 10_000}});
    let running = server.begin("/api/v1/best-move", &body);
    server.wait_for_searches(1, 0);
    let waiting = server.begin("/api/v1/best-move", &body);
    server.wait_for_searches(1, 1);
    let started = Instant::now();
    server.stop();
    assert!(
        started.elapsed() < Duration::from_secs(2),
        "{:?}",
        started.elapsed()
    );
    let answer = read_answer(&mut BufReader::new(running));
    assert_eq!(
        (answer.status, &answer.json()["reason"]),
        (200, &json!("stop requested"))
    );
    assert!(answer.json()["move"].is_string());
    read_answer(&mut BufReader::new(waiting)).problem(503);
}

#[test]
fn a_stopping_server_ends_streams() {
    let mut server = TestServer::with("--threads 1");
    let limits = json!({"depth": 30, "time_ms": 10_000});
    let body = json!({"strategies": [{"strategy": "minimax"}], "limits": limits});
    let mut reader = BufReader::new(server.begin("/api/v1/search", &body));
    assert_eq!(read_head(&mut reader).0, 200);
    server.wait_for_searches(1, 0);
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
        .block_on(Server::start(&options, &plywood_catalog::connect_four()))
        .unwrap_err()
        .to_string();
    assert!(error.contains("--port") && error.contains(&port), "{error}");
}

/// The program itself, ended as a system ends its services.
#[cfg(unix)]
#[test]
fn sigterm_ends_the_program_cleanly() {
    use std::process::{Command, Stdio};

    let mut program = Command::new(env!("CARGO_BIN_EXE_plywood-web"))
        .args(["--port", "0", "--log", "info"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(program.stderr.take().unwrap())
        .lines()
        .map_while(Result::ok);
    let address = lines.next().unwrap();
    let address = address
        .split("http://")
        .nth(1)
        .and_then(|rest| rest.split('/').next())
        .unwrap();
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    let request =
        format!("GET /api/v1/health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    assert_eq!(read_answer(&mut BufReader::new(stream)).status, 200);
    let process = program.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &process])
            .status()
            .unwrap()
            .success()
    );
    assert!(program.wait().unwrap().success());
    let log: Vec<String> = lines.collect();
    assert!(
        log.iter()
            .any(|line| line.contains("path=\"/api/v1/health\"")),
        "{log:?}"
    );
    assert!(log.iter().any(|line| line.contains("stopped")), "{log:?}");
}

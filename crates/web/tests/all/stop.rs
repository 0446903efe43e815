//! Starting and stopping.

use crate::client::TestServer;
#[cfg(unix)]
use crate::process::Program;
use clap::Parser;
use plywood_web::{Options, Server};
#[cfg(unix)]
use rustix::process::Signal;
#[cfg(unix)]
use serde_json::json;

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

/// SIGTERM ends the program at once, like others: the exit code is 128 plus the number of the signal.
#[cfg(unix)]
#[test]
fn a_signal_ends_the_program_and_its_searches() {
    let program = Program::start("true", "--threads 1 --max-time 5m");
    let limits = json!({"limits": {"time_ms": 300_000}});
    let _running = program.server.begin("/api/v1/best-move", &limits);
    program.server.wait_for_searches(1);
    assert_eq!(program.terminate(), Some(143));
}

#[cfg(unix)]
#[test]
fn a_signal_that_the_parent_ignores_is_ignored() {
    let program = Program::start("trap '' INT", "--threads 1");
    program.ask_to_end(Signal::INT);
    assert_eq!(program.server.get("/api/v1/health").status, 200);
    assert_eq!(program.terminate(), Some(143));
}

//! Clients that leave in the middle of a search.

use crate::http::{Connection, post};
use crate::process::ServerProcess;
use std::error::Error;
use std::thread;
use std::time::{Duration, Instant};

/// So many clients are connected at a time.
const AT_ONCE: u32 = 20;
/// After this time without a request the server has given back what it does not need.
const QUIET: Duration = Duration::from_secs(20);
const BODY: &str = r#"{"limits":{"time_ms":10000}}"#;

pub(crate) fn run(clients: u32) -> Result<(), Box<dyn Error>> {
    let server = ServerProcess::start(&["--log", "off", "--threads", "2"])?;
    // The first searches allocate what later ones use again.
    cut(&server, 10 * AT_ONCE)?;
    thread::sleep(QUIET);
    let before = server.holdings();
    println!("before: {before}");
    let started = Instant::now();
    cut(&server, clients)?;
    println!(
        "{clients} clients left within {:.1} s",
        started.elapsed().as_secs_f64()
    );
    let left = Instant::now();
    let is_back = || server.holdings().threads <= before.threads;
    while !is_back() && left.elapsed() < Duration::from_secs(10) {
        thread::sleep(Duration::from_millis(1));
    }
    println!("threads were back after {} ms", left.elapsed().as_millis());
    thread::sleep(QUIET);
    println!("after:  {}", server.holdings());
    Ok(())
}

fn cut(server: &ServerProcess, clients: u32) -> Result<(), Box<dyn Error>> {
    let request = post("application/json", "/api/v1/best-move", BODY);
    for _ in 0..clients.div_ceil(AT_ONCE) {
        let connections: Result<Vec<Connection>, _> = (0..AT_ONCE)
            .map(|_| Connection::open(server.address))
            .collect();
        let mut connections = connections?;
        for connection in &mut connections {
            connection.send(&request)?;
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

//! Many connections: four light requests to each search of 100 ms.

use crate::http::Connection;
use crate::latencies::Latencies;
use crate::process::ServerProcess;
use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

pub(crate) struct Plan {
    pub(crate) connections: u16,
    pub(crate) time: Duration,
    pub(crate) threads: u16,
    pub(crate) pause: Duration,
}

/// The memory that grows afterwards counts.
const WARM_UP: Duration = Duration::from_secs(5);

const MOVES: &str = r#"{"moves":["e2e4","e7e5","g1f3","b8c6"]}"#;
const PLAY: &str = r#"{"moves":["e2e4","e7e5","g1f3","b8c6"],"move":"f1b5"}"#;
const EVALUATE: &str = r#"{"moves":["e2e4","e7e5"],"evaluators":["classical"]}"#;
const SEARCH: &str = r#"{"moves":["e2e4","e7e5"],"limits":{"time_ms":100}}"#;

pub(crate) fn run(plan: &Plan) -> Result<(), Box<dyn Error>> {
    let threads = plan.threads.to_string();
    let server = ServerProcess::start(&["--log", "off", "--threads", &threads])?;
    let end = Instant::now() + WARM_UP + plan.time;
    let clients: Vec<_> = (0..plan.connections)
        .map(|number| {
            let (address, pause) = (server.address, plan.pause);
            thread::spawn(move || client(address, u64::from(number), pause, end))
        })
        .collect();
    thread::sleep(WARM_UP);
    let warm = server.holdings();
    let mut all = Latencies::default();
    for client in clients {
        let latencies = client.join().map_err(|_| "a client failed")?;
        all.merge(latencies?);
    }
    println!("{all}");
    println!("after the warm-up: {warm}");
    println!("at the end:        {}", server.holdings());
    Ok(())
}

fn client(address: SocketAddr, seed: u64, pause: Duration, end: Instant) -> io::Result<Latencies> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut connection = Connection::open(address)?;
    let mut latencies = Latencies::default();
    while Instant::now() < end {
        thread::sleep(pause.mul_f64(2.0 * random.f64()));
        let (kind, answer) = match random.u8(..10) {
            0..2 => ("search", connection.post("/api/v1/best-move", SEARCH)),
            2..4 => ("light", connection.get("/api/v1/health")),
            4..6 => ("light", connection.post("/api/v1/legal-moves", MOVES)),
            6..8 => ("light", connection.post("/api/v1/play", PLAY)),
            _ => ("light", connection.post("/api/v1/evaluate", EVALUATE)),
        };
        let answer = answer?;
        latencies.add(kind, answer.status, answer.time);
    }
    Ok(latencies)
}

//! Connections that send a byte a second, and a client who asks for `/health` meanwhile.

use crate::http::{Connection, get};
use crate::latencies::Latencies;
use crate::process::ServerProcess;
use std::error::Error;
use std::time::{Duration, Instant};

const TIME: Duration = Duration::from_secs(8);

pub(crate) fn run(connections: u16) -> Result<(), Box<dyn Error>> {
    let server = ServerProcess::start(&["--log", "off", "--per-address", "5000"])?;
    let slow: Result<Vec<Connection>, _> = (0..connections)
        .map(|_| Connection::open(server.address))
        .collect();
    let mut slow = slow?;
    for connection in &mut slow {
        connection.send("GET /api/v1/health HTTP/1.1\r\nX-Slow: ")?;
    }
    let (started, mut seconds) = (Instant::now(), 0);
    let mut latencies = Latencies::default();
    while started.elapsed() < TIME {
        // A new connection each time, since accepting it could be what takes long.
        let opened = Instant::now();
        let answer = Connection::open(server.address)?.ask(&get("/api/v1/health"))?;
        latencies.add("health", answer.status, opened.elapsed());
        if started.elapsed().as_secs() > seconds {
            seconds += 1;
            // The server closes those that have taken ten seconds.
            slow.retain_mut(|connection| connection.send("x").is_ok());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    println!("{latencies}");
    println!(
        "{} of {connections} slow connections are open: {}",
        slow.len(),
        server.holdings()
    );
    Ok(())
}

//! Clients that do nothing wrong: light requests, searches, and small files.

use crate::http::{Connection, JSON, Site, get, post};
use crate::latencies::Latencies;
use std::io;
use std::thread;
use std::time::{Duration, Instant};

/// The pause between an answer and the next request.
const PAUSE: Duration = Duration::from_millis(50);

const MOVES: &str = r#"{"moves":["e2e4","e7e5","g1f3","b8c6"]}"#;
const PLAY: &str = r#"{"moves":["e2e4","e7e5","g1f3","b8c6"],"move":"f1b5"}"#;
const EVALUATE: &str = r#"{"moves":["e2e4","e7e5"],"evaluators":["classical"]}"#;
const SEARCH: &str = r#"{"moves":["e2e4","e7e5"],"limits":{"time_ms":100}}"#;

/// All of them at once, until the end; each kind has an address of its own.
pub(crate) fn all(site: &Site, end: Instant) -> io::Result<Latencies> {
    let light = [
        get("/api/v1/health"),
        get("/"),
        post(JSON, "/api/v1/legal-moves", MOVES),
        post(JSON, "/api/v1/play", PLAY),
        post(JSON, "/api/v1/evaluate", EVALUATE),
    ];
    let search = [post(JSON, "/api/v1/best-move", SEARCH)];
    let file = [post("text/plain", "/api/v1/pgn", "1. e4 e5 2. Nf3 *")];
    let kinds: [(_, &[String]); 5] = [
        ("light", &light),
        ("light", &light),
        ("light", &light),
        ("search", &search),
        ("file", &file),
    ];
    let mut all = Latencies::default();
    thread::scope(|scope| {
        let clients: Vec<_> = (2..)
            .zip(kinds)
            .map(|(number, (kind, requests))| {
                scope.spawn(move || client(site, [127, 0, 0, number], (kind, requests), end))
            })
            .collect();
        for client in clients {
            let failed = |_| io::Error::other("an honest client failed");
            all.merge(client.join().map_err(failed)??);
        }
        Ok(all)
    })
}

/// Sends these requests one after the other, every tenth over a new connection, since accepting it could be what takes long.
fn client(
    site: &Site,
    from: [u8; 4],
    (kind, requests): (&'static str, &[String]),
    end: Instant,
) -> io::Result<Latencies> {
    let mut latencies = Latencies::default();
    let mut connection = Connection::open(site, from)?;
    for (number, request) in requests.iter().cycle().enumerate() {
        if Instant::now() >= end {
            break;
        }
        let started = Instant::now();
        if number % 10 == 9 {
            connection = Connection::open(site, from)?;
        }
        let answer = connection.ask(request)?;
        latencies.add(kind, &answer, started.elapsed());
        thread::sleep(PAUSE);
    }
    Ok(latencies)
}

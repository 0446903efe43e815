//! Many connections: four light requests to each search of 100 ms. Besides, some clients send requests and read no answers, and one
//! sends a PGN text of a megabyte after the other.

use crate::http::{Connection, get, post};
use crate::latencies::Latencies;
use crate::process::ServerProcess;
use clap::Args;
use std::error::Error;
use std::io::{self, Write};
use std::net::{SocketAddr, TcpStream};
use std::ops::Range;
use std::thread;
use std::time::{Duration, Instant};

#[derive(Debug, Args)]
pub(crate) struct Plan {
    /// The connections.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..=1_000))]
    connections: u16,
    /// The time in seconds.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    seconds: u64,
}

/// The mean pause of a connection between an answer and the next request.
const PAUSE: Duration = Duration::from_millis(500);

/// Answers, and memory that grows, count afterwards.
const WARM_UP: Duration = Duration::from_secs(5);
/// After this time without a request the server has given back what it does not need.
const QUIET: Duration = Duration::from_secs(20);

const MOVES: &str = r#"{"moves":["e2e4","e7e5","g1f3","b8c6"]}"#;
const PLAY: &str = r#"{"moves":["e2e4","e7e5","g1f3","b8c6"],"move":"f1b5"}"#;
const EVALUATE: &str = r#"{"moves":["e2e4","e7e5"],"evaluators":["classical"]}"#;
/// Clients that read nothing.
const DEAF: usize = 20;
/// So many games make about a megabyte.
const GAMES: usize = 800;
const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n";
const SHUFFLE: &str = "Nf3 Nf6 Ng1 Ng8 ";
const SEARCH: &str = r#"{"moves":["e2e4","e7e5"],"limits":{"time_ms":100}}"#;

pub(crate) fn run(plan: &Plan) -> Result<(), Box<dyn Error>> {
    let server = ServerProcess::start(&["--log", "off", "--threads", "1"])?;
    thread::sleep(QUIET);
    let idle = server.holdings();
    let warm = Instant::now() + WARM_UP;
    let counted = warm..warm + Duration::from_secs(plan.seconds);
    let end = counted.end;
    let clients: Vec<_> = (0..plan.connections)
        .map(|number| {
            let (address, counted) = (server.address, counted.clone());
            thread::spawn(move || client(address, u64::from(number), &counted))
        })
        .collect();
    let address = server.address;
    let deaf = (0..DEAF).map(|_| thread::spawn(move || read_nothing(address, end)));
    let deaf: Vec<_> = deaf.collect();
    let files = thread::spawn(move || send_files(address, &counted));
    thread::sleep(WARM_UP);
    let after_warm_up = server.holdings();
    let mut all = Latencies::default();
    for client in clients.into_iter().chain([files]) {
        let latencies = client.join().map_err(|_| "a client failed")?;
        all.merge(latencies?);
    }
    let mut closed = 0;
    for client in deaf {
        closed += client.join().map_err(|_| "a client failed")??;
    }
    println!("{all}");
    println!("clients that read nothing: {DEAF}, which the server left {closed} times");
    println!("at the start:      {idle}");
    println!("after the warm-up: {after_warm_up}");
    println!("at the end:        {}", server.holdings());
    thread::sleep(QUIET);
    println!("{} s later:        {}", QUIET.as_secs(), server.holdings());
    Ok(())
}

/// Sends requests and reads no answer; returns how often the server closed the connection.
fn read_nothing(address: SocketAddr, end: Instant) -> io::Result<u32> {
    let (request, mut closed) = (get("/api/v1/health"), 0);
    while Instant::now() < end {
        let mut stream = TcpStream::connect(address)?;
        stream.set_write_timeout(Some(Duration::from_secs(1)))?;
        let is_open = |error: &io::Error| {
            let kinds = [io::ErrorKind::WouldBlock, io::ErrorKind::TimedOut];
            kinds.contains(&error.kind())
        };
        while Instant::now() < end {
            let sent = stream.write_all(request.as_bytes());
            if sent.is_err_and(|error| !is_open(&error)) {
                closed += 1;
                break;
            }
        }
    }
    Ok(closed)
}

fn send_files(address: SocketAddr, counted: &Range<Instant>) -> io::Result<Latencies> {
    let text = format!("{GAME}{}*\n\n", SHUFFLE.repeat(80)).repeat(GAMES);
    let request = post("text/plain", "/api/v1/pgn", &text);
    let mut connection = Connection::open(address)?;
    let mut latencies = Latencies::default();
    while Instant::now() < counted.end {
        let answer = connection.ask(&request)?;
        if counted.contains(&answer.asked) {
            latencies.add("1 MB PGN", answer.status, answer.time);
        }
        thread::sleep(Duration::from_secs(1));
    }
    Ok(latencies)
}

fn client(address: SocketAddr, seed: u64, counted: &Range<Instant>) -> io::Result<Latencies> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut connection = Connection::open(address)?;
    let mut latencies = Latencies::default();
    while Instant::now() < counted.end {
        thread::sleep(PAUSE.mul_f64(2.0 * random.f64()));
        let json = |path, body| post("application/json", path, body);
        let (kind, request) = match random.u8(..10) {
            0..2 => ("search", json("/api/v1/best-move", SEARCH)),
            2..4 => ("light", get("/api/v1/health")),
            4..6 => ("light", json("/api/v1/legal-moves", MOVES)),
            6..8 => ("light", json("/api/v1/play", PLAY)),
            _ => ("light", json("/api/v1/evaluate", EVALUATE)),
        };
        let answer = connection.ask(&request)?;
        if counted.contains(&answer.asked) {
            latencies.add(kind, answer.status, answer.time);
        }
    }
    Ok(latencies)
}

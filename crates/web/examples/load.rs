//! Clients that leave and clients with long files, all at once, and their effect on a client that plays moves meanwhile.
//!
//! ```sh
//! cargo run --release -p plywood-web --example load -- --seconds 600
//! ```
//!
//! It starts a server as a second process and talks to it only on loopback. It ends with an error if a promise of `docs/web.md` was broken.

use clap::{Args, Parser, Subcommand};
use mimalloc::MiMalloc;
use plywood_web::{Options, Server};
use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

/// A search's tables are large and short-lived; this allocator returns their memory to the system, while glibc's keeps it.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Sends clients that leave and clients with long files to a server at once, and checks what another one notices.
#[derive(Debug, Parser)]
#[command(args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(flatten)]
    plan: Plan,
    #[command(subcommand)]
    serve: Option<Serve>,
}

#[derive(Debug, Args)]
struct Plan {
    /// The time in seconds.
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=36_000))]
    seconds: u64,
    /// Multiplies the time limits, for machines on which other programs use the processors.
    #[arg(long, default_value_t = 1.0)]
    slack: f64,
}

#[derive(Debug, Subcommand)]
enum Serve {
    /// The server itself, which the load test starts.
    #[command(hide = true)]
    Serve(Options),
}

/// 99 of 100 moves are answered within this time.
const LIGHT: Duration = Duration::from_millis(100);
/// After this time without a request the server has given back what it does not need.
const QUIET: Duration = Duration::from_secs(30);
/// A quiet server may hold this much more resident memory than before.
const KEPT_MIB: u64 = 32;

// Together fewer than the requests that the server takes at once.
const STREAMS: usize = 40;
const BODIES: usize = 20;
const JSON: &str = "application/json";
const PGN: &str = "text/plain";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    match arguments.serve {
        Some(Serve::Serve(options)) => serve(&options),
        None => load(&arguments.plan),
    }
}

#[tokio::main]
async fn serve(options: &Options) -> Result<(), Box<dyn Error>> {
    let server = Server::start(options, &plywood_catalog::Catalog::chess()).await?;
    println!("{}", server.address()?);
    server.run(std::future::pending()).await;
    Ok(())
}

fn load(plan: &Plan) -> Result<(), Box<dyn Error>> {
    let server = ServerProcess::start()?;
    let site = &Site {
        address: server.address,
        statuses: Mutex::default(),
    };
    // One-time work is not part of the question.
    for _ in 0..20 {
        site.ask("best-move", JSON, r#"{"limits":{"time_ms":50}}"#)?;
        site.ask("pgn", PGN, "1. e4 *")?;
    }
    sleep(Duration::from_secs(4));
    let before = server.holdings();
    let end = Instant::now() + Duration::from_secs(plan.seconds);
    let (mut times, highest) = attack(&server, site, end);
    let started = Instant::now();
    while started.elapsed() < QUIET.mul_f64(plan.slack) && !is_back(server.holdings(), before) {
        sleep(Duration::from_millis(200));
    }
    let after = server.holdings();
    times.sort_unstable();
    if times.is_empty() {
        return Err("no move was answered".into());
    }
    let failed = times.iter().filter(|(failed, _)| *failed).count();
    let [median, slowest] = [50, 99].map(|percent| times[(times.len() - 1) * percent / 100].1);
    println!(
        "{} moves: {failed} failed, median {median:.1?}, 99 of 100 within {slowest:.1?}",
        times.len()
    );
    let statuses = site.statuses.lock().map_err(|error| error.to_string())?;
    println!("answers by status: {statuses:?}");
    println!("MiB, threads and descriptors: {before:?}, at most {highest} MiB, then {after:?}");
    let is_kept = [
        failed == 0 && slowest <= LIGHT.mul_f64(plan.slack),
        statuses.keys().all(|status| [200, 503].contains(status)),
        is_back(after, before),
    ];
    match is_kept.iter().position(|kept| !kept) {
        None => {
            println!("all promises were kept");
            Ok(())
        }
        Some(broken) => {
            let promises = ["light requests", "statuses", "nothing is held"];
            Err(format!("a promise was broken: {}", promises[broken]).into())
        }
    }
}

/// Sends everything to the server at once until the end. Returns the answers to the moves, and the peak memory.
fn attack(server: &ServerProcess, site: &Site, end: Instant) -> (Vec<Answered>, u64) {
    let texts = texts(10_000_000);
    thread::scope(|scope| {
        for number in 0..STREAMS {
            scope.spawn(move || leave(site, end, number));
        }
        for number in 0..BODIES {
            let text = &texts[number % texts.len()];
            scope.spawn(move || again(end, || site.ask("pgn", PGN, text)));
        }
        let watched = scope.spawn(|| {
            let mut highest = 0;
            again(end, || {
                highest = highest.max(server.holdings()[0]);
                Ok(())
            });
            highest
        });
        let mut times = Vec::new();
        again(end, || {
            let started = Instant::now();
            let status = site.ask("play", JSON, r#"{"move":"e4"}"#)?;
            times.push((status != 200, started.elapsed()));
            Ok(())
        });
        (times, watched.join().unwrap_or(u64::MAX))
    })
}

/// True for a failed request, and the time it took.
type Answered = (bool, Duration);

fn is_back(after: [u64; 3], before: [u64; 3]) -> bool {
    after[0] <= before[0] + KEPT_MIB && after[1] <= before[1] + 2 && after[2] <= before[2]
}

/// Does something until the end. The server should close a connection, or open none.
fn again<T>(end: Instant, mut act: impl FnMut() -> io::Result<T>) {
    while Instant::now() < end {
        drop(act());
        sleep(Duration::from_millis(20));
    }
}

/// Leaves in the middle of a live search.
fn leave(site: &Site, end: Instant, number: usize) {
    let body = r#"{"strategies":[{"strategy":"minimax"}],"limits":{"depth":30}}"#;
    again(end, || {
        let mut stream = site.begin("search", JSON, body)?;
        stream.read_exact(&mut [0; 13])?;
        sleep(Duration::from_millis(5 * number as u64));
        Ok(())
    });
}

/// Texts of games that take much memory.
fn texts(length: usize) -> Vec<String> {
    let many = |text: &str| text.repeat(length / text.len());
    [
        "*\n\n",
        "e4*",
        "[FEN \"8/8/8/8/8/k7/8/K7 w - - 0 1\"]\n\n*\n\n",
        "Nf3{a}Nf6{b}Ng1{c}Ng8{d}",
        "[",
        "e4 (x) ",
    ]
    .map(many)
    .into_iter()
    .chain(["$1", "{}", "(d5", "(d5)"].map(|part| format!("e4 e5 {}", many(part))))
    .collect()
}

/// The server, and how often it has answered with each status.
struct Site {
    address: SocketAddr,
    statuses: Mutex<BTreeMap<u16, u64>>,
}

impl Site {
    fn head(&self, method: &str, path: &str, headers: &str) -> String {
        format!(
            "{method} /api/v1/{path} HTTP/1.1\r\nHost: {}\r\n{headers}",
            self.address
        )
    }

    /// Sends a request. Where the server refuses it before it is sent, the answer may still be read.
    fn begin(&self, path: &str, kind: &str, body: &str) -> io::Result<TcpStream> {
        let mut stream = TcpStream::connect(self.address)?;
        let length = body.len();
        let headers = format!(
            "Connection: close\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all(self.head("POST", path, &headers).as_bytes())?;
        drop(stream.write_all(body.as_bytes()));
        Ok(stream)
    }

    /// Returns the status of an answer, after reading all of it.
    fn ask(&self, path: &str, kind: &str, body: &str) -> io::Result<u16> {
        let mut answer = BufReader::new(self.begin(path, kind, body)?);
        let mut line = String::new();
        answer.read_line(&mut line)?;
        let status = line
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let status = status.ok_or(io::ErrorKind::InvalidData)?;
        io::copy(&mut answer, &mut io::sink())?;
        if let Ok(mut statuses) = self.statuses.lock() {
            *statuses.entry(status).or_default() += 1;
        }
        Ok(status)
    }
}

struct ServerProcess {
    child: Child,
    address: SocketAddr,
}

impl ServerProcess {
    fn start() -> Result<Self, Box<dyn Error>> {
        let mut child = Command::new(env::current_exe()?)
            .args(["serve", "--port", "0", "--threads", "2", "--max-time", "2"])
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or("the server has no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line.trim().parse()?;
        Ok(Self { child, address })
    }

    /// Returns the resident memory in MiB, the threads and the descriptors; zeros if the system doesn't report them.
    fn holdings(&self) -> [u64; 3] {
        let process = format!("/proc/{}", self.child.id());
        let status = fs::read_to_string(format!("{process}/status")).unwrap_or_default();
        let number = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name));
            let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
            number.unwrap_or(0)
        };
        let descriptors = fs::read_dir(format!("{process}/fd"));
        let descriptors = descriptors.map_or(0, |entries| entries.count() as u64);
        [number("RssAnon:") >> 10, number("Threads:"), descriptors]
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // It may have ended by itself, which the requests have shown.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

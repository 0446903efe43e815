//! Hostile clients of every kind at once, and what honest ones notice of them.
//!
//! ```sh
//! cargo run --release -p plywood-web --example load -- --clients 200 --seconds 600
//! ```
//!
//! It starts a server of its own as a second process and speaks to it on loopback only, from several addresses of 127.0.0.0/8, as Linux
//! allows. It ends with an error if a promise of `docs/web.md` was broken.

mod http;
mod process;
mod latencies;
mod honest;
mod hostile;

use crate::http::Site;
use crate::latencies::Latencies;
use crate::process::{Holdings, ServerProcess};
use clap::{Args, Parser, Subcommand};
use mimalloc::MiMalloc;
use plywood_web::{Options, Server};
use std::error::Error;
use std::thread;
use std::time::{Duration, Instant};

/// The tables of a search are large and short-lived, and this allocator gives their memory back; that of glibc keeps it.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Sends hostile clients of every kind to a server at once, and checks what honest ones notice of them.
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
    /// The hostile clients.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..=1_000))]
    clients: u16,
    /// The time in seconds.
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=36_000))]
    seconds: u64,
    /// By how much longer than promised a light request may take where other programs use the processors, too.
    #[arg(long, default_value_t = 1.0)]
    slack: f64,
}

#[derive(Debug, Subcommand)]
enum Serve {
    /// The server itself, which the load starts.
    #[command(hide = true)]
    Serve(Options),
}

/// 99 of 100 light requests are answered within this time.
const LIGHT: Duration = Duration::from_millis(100);
/// After this time without a request the server has given back what it does not need.
const QUIET: Duration = Duration::from_secs(30);
/// What the resident memory may differ by in a quiet server.
const KEPT_KIB: u64 = 32 << 10;

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
    let server = ServerProcess::start(&["--log", "off", "--threads", "2", "--max-time", "2"])?;
    let site = Site::new(server.address)?;
    // What is made once is not part of the question.
    honest::all(&site, Instant::now() + Duration::from_secs(2))?;
    thread::sleep(Duration::from_secs(4));
    let before = server.holdings();
    let end = Instant::now() + Duration::from_secs(plan.seconds);
    let (light, answers, highest) = thread::scope(|scope| {
        let site = &site;
        let hostile: Vec<_> = (0..plan.clients)
            .map(|number| scope.spawn(move || hostile::client(site, number, end)))
            .collect();
        let honest = scope.spawn(move || honest::all(site, end));
        let mut highest = 0;
        while Instant::now() < end {
            thread::sleep(Duration::from_millis(200));
            highest = highest.max(server.holdings().resident_kib.unwrap_or(0));
        }
        let mut answers = Latencies::default();
        for client in hostile {
            answers.merge(client.join().map_err(|_| "a hostile client failed")?);
        }
        let honest = honest.join().map_err(|_| "an honest client failed")?;
        Ok::<_, Box<dyn Error>>((honest?, answers, highest))
    })?;
    let after = quiet(&server, before);
    println!("honest clients\n{light}\nhostile clients, as far as they read answers\n{answers}");
    println!(
        "before:  {before}\nhighest: {} MiB\nafter:   {after}",
        highest >> 10
    );
    let mut broken = light.broken(LIGHT.mul_f64(plan.slack));
    broken.extend(answers.server_errors());
    if !is_back(after, before) {
        broken.push(format!("the server has {after}, and had {before}"));
    }
    if broken.is_empty() {
        println!("all promises were kept");
        return Ok(());
    }
    Err(broken.join("; ").into())
}

/// Waits until the server has given back what it took, or for the time in which it should have.
fn quiet(server: &ServerProcess, before: Holdings) -> Holdings {
    let started = Instant::now();
    while started.elapsed() < QUIET && !is_back(server.holdings(), before) {
        thread::sleep(Duration::from_millis(200));
    }
    server.holdings()
}

/// Where the system says nothing, nothing is compared.
fn is_back(after: Holdings, before: Holdings) -> bool {
    let kept = before.resident_kib.map(|kib| kib + KEPT_KIB);
    after.resident_kib <= kept
        && after.threads <= before.threads.map(|threads| threads + 2)
        && after.descriptors <= before.descriptors
}

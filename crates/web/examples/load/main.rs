//! Loads a server and reports how it bears it: latencies, refusals, memory, threads and descriptors.
//!
//! It starts a server of its own as a second process, speaks to it on loopback only, and ends after the given time. The
//! numbers of processes and memory are read from `/proc`, so they are missing elsewhere than on Linux.

mod http;
mod process;
mod latencies;
mod mixed;
mod cut;
mod slow;

use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;
use plywood_web::{Options, Server};
use std::error::Error;

/// The tables of a search are large and short-lived, and this allocator gives their memory back; that of glibc keeps it.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    load: Load,
}

#[derive(Debug, Subcommand)]
enum Load {
    /// Many connections: four light requests to each search of 100 ms, besides clients that read nothing and PGN of a megabyte.
    Mixed(mixed::Plan),
    /// Clients that leave in the middle of a search.
    Cut {
        /// The clients.
        #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        clients: u32,
    },
    /// Connections that send a byte a second, and a client who asks for /health meanwhile.
    Slow {
        /// The connections.
        #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u16).range(1..=4_000))]
        connections: u16,
    },
    /// The server itself; the other commands start it.
    #[command(hide = true)]
    Serve(Options),
}

fn main() -> Result<(), Box<dyn Error>> {
    match Arguments::parse().load {
        Load::Mixed(plan) => mixed::run(&plan),
        Load::Cut { clients } => cut::run(clients),
        Load::Slow { connections } => slow::run(connections),
        Load::Serve(options) => serve(&options),
    }
}

#[tokio::main]
async fn serve(options: &Options) -> Result<(), Box<dyn Error>> {
    let server = Server::start(options, &plywood_catalog::chess()).await?;
    println!("{}", server.address()?);
    server.run(std::future::pending()).await;
    Ok(())
}

//! `plywood-web`: serves the page and the API.

use clap::Parser;
use mimalloc::MiMalloc;
use plywood_console::output::complain;
use plywood_web::{Options, Server};
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use tokio::signal;

/// The tables of a search are large and short-lived, and this allocator gives their memory back; that of glibc keeps it.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let options = Options::parse();
    tracing_subscriber::fmt()
        .with_max_level(options.log)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .with_target(false)
        // A log that cannot be written must not end the server; complaining about it would go to the same place.
        .log_internal_errors(false)
        .init();
    match serve(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("plywood-web: {error}"));
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn serve(options: &Options) -> Result<(), Box<dyn std::error::Error>> {
    allow_many_connections();
    let server = Server::start(options).await?;
    let address = server.address()?;
    complain(&format!("plywood-web: http://{address}/ (Ctrl+C ends it)"));
    if !address.ip().is_loopback() {
        complain(&format!(
            "plywood-web: every machine that reaches {address} can use this processor"
        ));
    }
    server.run(asked_to_stop()).await;
    complain("plywood-web: stopped");
    Ok(())
}

/// Waits for Ctrl+C, or for the signal by which a system ends its services.
async fn asked_to_stop() {
    #[cfg(unix)]
    {
        let Ok(mut terminate) = signal::unix::signal(signal::unix::SignalKind::terminate()) else {
            drop(signal::ctrl_c().await);
            return;
        };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = signal::ctrl_c() => {}
        }
    }
    #[cfg(not(unix))]
    drop(signal::ctrl_c().await);
}

/// Raises the number of files that the process may have open to what the system allows: each connection is one.
fn allow_many_connections() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let raised = Rlimit {
            current: limit.maximum,
            ..limit
        };
        if setrlimit(Resource::Nofile, raised).is_err() {
            tracing::warn!("the number of open files could not be raised");
        }
    }
}

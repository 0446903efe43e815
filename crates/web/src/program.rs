//! [`main`]: the whole program, for the given games.

use crate::log::{self, LogLevel, log};
use crate::options::Options;
use crate::server::Server;
use crate::site::SiteOptions;
use clap::{Parser, Subcommand};
use plywood_catalog::Games;
use plywood_console::output::exit;
use plywood_console::{arguments, files, signals};
use std::env::args_os;
use std::io;
use std::panic;
use std::process::ExitCode;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

// The command line: a server, unless it names another command. Help describes the server.
#[derive(Debug, Parser)]
#[command(args_conflicts_with_subcommands = true)]
struct CommandLine {
    #[command(flatten)]
    server: Options,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Site(SiteOptions),
}

/// Serves the page and the API with these games until the program is asked to stop. The [`Options`] are its command line.
///
/// ```no_run
/// use plywood_catalog::{Catalog, Games};
/// use plywood_search::games::ConnectFour;
/// use std::process::ExitCode;
///
/// fn main() -> ExitCode {
///     let mine = Catalog::tactical("mine", ConnectFour::new());
///     plywood_web::main(plywood_web::games().and(mine))
/// }
/// ```
#[expect(
    clippy::needless_pass_by_value,
    reason = "a program hands its games over"
)]
pub fn main(games: impl Games) -> ExitCode {
    signals::listen();
    let line: CommandLine = arguments::read(args_os()).unwrap_or_else(|error| error.exit());
    let options = match line.command {
        Some(Command::Site(site)) => return exit(site.write()),
        None => line.server,
    };
    log::start(options.log);
    panic::set_hook(Box::new(|panic| {
        log(LogLevel::Error, format_args!("{panic}"));
    }));
    let served = on_threads(serve(&options, &games));
    let code = match served.map_err(Into::into).flatten() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::say(&error);
            ExitCode::FAILURE
        }
    };
    log::finish();
    code
}

/// Runs a future to its end on separate threads. Other work, which may be the user's code and never end, is left behind.
fn on_threads<T>(whole: impl Future<Output = T>) -> io::Result<T> {
    let runtime = Runtime::new()?;
    let result = runtime.block_on(whole);
    runtime.shutdown_background();
    Ok(result)
}

async fn serve(options: &Options, games: &impl Games) -> Result<(), Box<dyn std::error::Error>> {
    // Each connection is a file.
    if files::allow_many().is_err() {
        let text = format_args!("the number of open files could not be raised");
        log(LogLevel::Warn, text);
    }
    let server = Server::start(options, games).await?;
    let address = server.address()?;
    let asked = asked_to_stop();
    log::say(&format!("http://{address}/ (Ctrl+C ends it)"));
    if !address.ip().is_loopback() {
        log::say(&format!(
            "every machine that reaches {address} can use this processor"
        ));
    }
    let (stop, stopped) = oneshot::channel::<()>();
    let asked_twice = async {
        asked.await;
        let asked = asked_to_stop();
        drop(stop);
        asked.await;
    };
    tokio::select! {
        () = server.run(async { drop(stopped.await) }) => log::say(&"stopped"),
        () = asked_twice => log::say(&"stopped at once"),
    }
    Ok(())
}

/// Waits for the next signal that ends programs, starting with the call.
fn asked_to_stop() -> impl Future<Output = ()> {
    let (tell, told) = oneshot::channel::<()>();
    let signal = signals::next(move || drop(tell));
    async move {
        let _signal = signal;
        let _ = told.await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;
    use tokio::task::spawn_blocking;

    #[test]
    fn work_without_an_end_does_not_keep_the_program() {
        let (release, released) = mpsc::channel::<()>();
        let (begun, has_begun) = mpsc::channel();
        let (ended, has_ended) = mpsc::channel();
        let program = thread::spawn(move || {
            let stuck = async {
                drop(spawn_blocking(move || {
                    begun.send(()).unwrap();
                    let _ = released.recv();
                }));
                has_begun.recv().unwrap();
            };
            on_threads(stuck).unwrap();
            ended.send(()).unwrap();
        });
        let in_time = has_ended.recv_timeout(Duration::from_mins(5));
        drop(release);
        program.join().unwrap();
        assert!(in_time.is_ok());
    }
}

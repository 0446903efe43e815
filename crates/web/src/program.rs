//! [`main`]: the whole program, for the given games.

use crate::options::Options;
use crate::server::Server;
use crate::site::SiteOptions;
use clap::{Parser, Subcommand};
use plywood_catalog::Games;
use plywood_console::output::{complain, exit};
use plywood_console::{Failure, arguments, signals};
use std::env::args_os;
use std::fmt::Display;
use std::process::ExitCode;
use tokio::runtime::Runtime;

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

/// Serves the page and the API with these games until a signal ends the program. The [`Options`] are its command line.
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
    exit(serve(&options, &games))
}

/// Serves until a signal ends the program.
fn serve(options: &Options, games: &impl Games) -> Result<(), Failure> {
    let failed = |error: &dyn Display| Failure::Work(error.to_string());
    let runtime = Runtime::new().map_err(|error| failed(&error))?;
    runtime.block_on(async {
        let server = Server::start(options, games).await;
        let server = server.map_err(|error| failed(&error))?;
        let address = server.address().map_err(|error| failed(&error))?;
        complain(&format!("plywood-web: http://{address}/ (Ctrl+C ends it)"));
        if !address.ip().is_loopback() {
            let warning = "every machine that reaches this address can use this processor";
            complain(&format!("plywood-web: {warning}"));
        }
        server.run().await.map_err(|error| failed(&error))
    })
}

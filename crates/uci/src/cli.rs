//! The program's commands: each file reads its options, asks the library, and prints. Without a command the program
//! speaks UCI.

mod position;
mod searching;
mod bench;
mod perft;
mod eval;
mod genfens;
mod tables;
mod analyze;
mod judge;

use crate::engine_options::plywood;
#[cfg(feature = "tune")]
use crate::option_list::numbers_for_openbench;
use crate::session::{self, SessionError};
use clap::{Parser, Subcommand};
use plywood_catalog::Catalog;
use plywood_console::{Failure, arguments, output, signals};
use plywood_core::Position;
use std::ffi::OsString;
use std::io::{ErrorKind, IsTerminal, stdin, stdout};
use std::process::ExitCode;

/// The end of `--help`.
const EXAMPLES: &str = "\
Examples:
  plywood                              UCI, for a graphical interface; in a terminal, type help
  plywood analyze game.pgn > notes.pgn
  plywood judge --plain -- ./my_search    is my alpha-beta right, and if not, why?
  plywood eval 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3'
  plywood perft 5";

/// A chess engine with interchangeable strategies: UCI, analysis, a judge.
#[derive(Debug, Parser)]
#[command(name = "plywood", version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Search fixed positions as in a game; with one thread the node count is the same on every run.
    Bench(bench::Options),
    /// Count the positions of a game tree.
    Perft(perft::Options),
    /// Explain the evaluation of a position, term by term.
    Eval(eval::Options),
    /// Analyze a position, a file of positions, or the games of a PGN file.
    Analyze(analyze::Options),
    /// Judge a search in any language: find the smallest tree it gets wrong, and name its bug.
    Judge(judge::Options),
    /// List the Syzygy endgame tables in some folders, and verify their files.
    Tables(tables::Options),
    /// Print random opening positions for OpenBench: genfens N seed S book None.
    Genfens(genfens::Options),
    /// Print the numbers of the engine's search in OpenBench's format for SPSA.
    #[cfg(feature = "tune")]
    Numbers,
}

/// Reads the command line and runs its command. Wrong options end the program.
///
/// `OpenBench` passes a whole UCI-like line as one argument, `"genfens 10 seed 1 book None" quit`; it is split here.
///
/// # Errors
/// [`Failure`] if a file or a position on the command line is wrong, or the work failed.
pub fn run(words: impl IntoIterator<Item = OsString>) -> Result<(), Failure> {
    let split = |argument: OsString| match argument.to_str() {
        Some(text) if text.starts_with("genfens ") => {
            text.split_whitespace().map(OsString::from).collect()
        }
        Some(_) | None => vec![argument],
    };
    arguments::run(words.into_iter().flat_map(split), Cli::run)
}

impl Cli {
    fn run(self) -> Result<(), Failure> {
        match self.command {
            None => {
                let name = concat!("plywood ", env!("CARGO_PKG_VERSION"));
                speak_uci(name, "the plywood developers", plywood())
            }
            Some(Command::Bench(options)) => options.run(),
            Some(Command::Perft(options)) => options.run(),
            Some(Command::Eval(options)) => options.run(),
            Some(Command::Analyze(options)) => options.run(),
            Some(Command::Judge(options)) => options.run(),
            Some(Command::Tables(options)) => options.run(),
            Some(Command::Genfens(options)) => options.run(),
            #[cfg(feature = "tune")]
            Some(Command::Numbers) => output::print(&numbers_for_openbench()),
        }
    }
}

/// Runs your UCI engine: serves the protocol on standard input and output with the strategies of a catalog. Interfaces show this name and
/// author.
///
/// The first strategy of the list plays unless an interface chooses another one. The settings that a strategy
/// [declares](plywood_catalog::Catalog::with_settings) are options of the protocol.
///
/// ```no_run
/// use plywood_search::AlphaBeta;
/// use std::process::ExitCode;
///
/// fn main() -> ExitCode {
///     let chess = plywood_catalog::Catalog::chess()
///         .fixed_depth("mine", "alpha-beta, as simple as it can be", |_, evaluator| {
///             AlphaBeta::new(evaluator)
///         })
///         .only(["mine"]);
///     plywood_uci::main("Mine", "A. Student", chess)
/// }
/// ```
#[must_use]
pub fn main(name: &str, author: &str, catalog: Catalog<Position>) -> ExitCode {
    signals::listen();
    output::exit(speak_uci(name, author, catalog))
}

fn speak_uci(name: &str, author: &str, catalog: Catalog<Position>) -> Result<(), Failure> {
    let checked = catalog.check();
    checked.map_err(|error| Failure::Usage(error.to_string()))?;
    if stdin().is_terminal() {
        output::print(&format!(
            "{name} speaks UCI. Type help for the commands, quit to end.\n"
        ))?;
    }
    match session::run(name, author, catalog, stdin(), stdout()) {
        // An interface that has gone wants no more lines.
        Err(SessionError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(|error| Failure::Work(error.to_string())),
    }
}

//! The program's subcommands: each file reads its options, asks the library, and prints.

mod output;
mod games;
mod options;
mod measuring;
mod games_file;
mod compare;
mod tree;
mod explain;
mod suite;
mod ablate;
mod matches;
mod merge;
mod fit;
mod export;
mod data;
mod train;
mod spsa;
mod check_engine;
mod list;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::{Shell, generate};
use games::wrong;
use plywood_catalog::Games;
use plywood_console::{Failure, arguments, files, output as console, signals};
use plywood_search::threads::MachineFault;
use plywood_workbench::VERSION;
use std::process::ExitCode;

/// Compares game-playing strategies: matches with Elo, test suites, ablations, search trees, reports.
#[derive(Debug, Parser)]
#[command(name = "plywood-lab", version = VERSION, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run strategies on the same positions and depths, side by side.
    Compare(compare::Options),
    /// Show the tree that a strategy searches.
    Tree(tree::Options),
    /// Break down the scores of evaluators for a position, term by term.
    Explain(explain::Options),
    /// Solve test positions.
    Suite(suite::Options),
    /// Remove each part of a search in turn, to measure its worth.
    Ablate(ablate::Options),
    /// Play a match of two or more strategies or UCI programs, with Elo and statistics.
    Match(matches::Options),
    /// Merge the journals of all parts of a match, suite, comparison or ablation, or of generated games, annotated positions or tuning
    /// pairs.
    Merge(merge::Options),
    /// Find the weights that let an evaluator best predict the results of games.
    Fit(fit::Options),
    /// Write an evaluator's counts for each position, as features for learning programs.
    Export(export::Options),
    /// Training data for networks, games and positions: generate, annotate, convert, stats.
    #[command(subcommand)]
    Data(data::Command),
    /// Train a network on games.
    Train(train::Options),
    /// Tune the numbers of a strategy or a UCI program by playing games.
    Spsa(spsa::Options),
    /// Check whether a UCI program follows the protocol.
    CheckEngine(check_engine::Options),
    /// List and describe games, strategies, evaluators, and the words that name them.
    List(list::Options),
    /// Write a completion script for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
}

/// Runs the command line of `plywood-lab` over these games.
///
/// ```no_run
/// use plywood_search::games::ConnectFour;
/// use plywood_catalog::{Catalog, Games};
/// use std::process::ExitCode;
///
/// fn main() -> ExitCode {
///     let mine = Catalog::keyed("mine", ConnectFour::new());
///     plywood_lab::main(plywood_catalog::standard().and(mine))
/// }
/// ```
#[expect(
    clippy::needless_pass_by_value,
    reason = "a program has nothing else to do with its games"
)]
pub fn main(games: impl Games) -> ExitCode {
    signals::listen();
    // A program that plays needs a few. If the system refuses, the current limit has to do.
    let _ = files::allow_many();
    let run = |cli: Cli| cli.run(&games);
    let work = || arguments::run(std::env::args_os(), run);
    let failed = |fault: MachineFault| Err(Failure::Work(fault.to_string()));
    console::exit(MachineFault::caught(work).unwrap_or_else(failed))
}

impl Cli {
    fn run(self, games: &impl Games) -> Result<(), Failure> {
        games.check_names().map_err(wrong)?;
        match self.command {
            Command::Compare(options) => options.game.of.run(games, &options),
            Command::Tree(options) => options.run(games),
            Command::Explain(options) => options.game.run(games, &options),
            Command::Suite(options) => options.game.run(games, &options),
            Command::Ablate(options) => options.game.run(games, &options),
            Command::Match(options) => options.game.run(games, &options),
            Command::Merge(options) => options.run(games),
            Command::Fit(options) => options.run(games),
            Command::Export(options) => options.run(games),
            Command::Data(command) => command.run(games),
            Command::Train(options) => options.run(games),
            Command::Spsa(options) => options.game.run(games, &options),
            Command::CheckEngine(options) => options.run(),
            Command::List(options) => options.run(games),
            Command::Completions { shell } => completions(shell),
        }
    }
}

fn completions(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    generate(shell, &mut Cli::command(), "plywood-lab", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}

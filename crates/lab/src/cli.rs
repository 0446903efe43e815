//! The program's subcommands: each file reads its options, asks the library, and prints.

mod output;
mod games;
mod limits;
mod measuring;
mod games_file;
mod playing_options;
mod playing;
mod completions;
mod compare;
mod tree;
mod explain;
mod suite;
mod ablate;
mod matches;
mod ladder;
mod merge;
mod list;

use crate::version::VERSION;
use clap::{Parser, Subcommand};
use plywood_console::Failure;

/// Compares game-playing strategies: matches with Elo, test suites, ablations, search trees, reports.
#[derive(Debug, Parser)]
#[command(name = "plywood-lab", version = VERSION, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run strategies on the same positions and depths, side by side.
    Compare(compare::Options),
    /// Show the tree that a strategy searches.
    Tree(tree::Options),
    /// Break down what evaluators say about a position, term by term.
    Explain(explain::Options),
    /// Solve test positions.
    Suite(suite::Options),
    /// Remove each part of a search in turn, to measure what it is worth.
    Ablate(ablate::Options),
    /// Play a match of two or more strategies or UCI programs, with Elo and statistics.
    Match(matches::Options),
    /// Play a ladder of players, from random moves to the strongest strategy, and plot their Elo.
    Ladder(ladder::Options),
    /// Put together the journals of the parts of a match, a suite, a comparison or an ablation.
    Merge(merge::Options),
    /// List strategies, evaluators, games and settings, each with a sentence.
    List,
    /// Write a completion script for a shell.
    Completions(completions::Options),
}

impl Cli {
    /// Runs the command.
    ///
    /// # Errors
    /// The command line is wrong, or the work failed.
    pub fn run(self) -> Result<(), Failure> {
        match self.command {
            Command::Compare(options) => options.run(),
            Command::Tree(options) => options.run(),
            Command::Explain(options) => options.run(),
            Command::Suite(options) => options.run(),
            Command::Ablate(options) => options.run(),
            Command::Match(options) => options.run(),
            Command::Ladder(options) => options.run(),
            Command::Merge(options) => options.run(),
            Command::List => list::run(),
            Command::Completions(options) => options.run(),
        }
    }
}

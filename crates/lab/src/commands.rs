//! The program's subcommands: each file reads its options, asks the library, and prints.

mod completions;
mod playing;
mod matches;

use crate::failure::Failure;
use clap::{Parser, Subcommand};
use serde::Serialize;

/// Compares game-playing strategies: matches with Elo, test suites, ablations, search trees, reports.
#[derive(Debug, Parser)]
#[command(name = "plywood-lab", version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a match of two or more strategies or UCI programs, with Elo and statistics.
    Match(matches::Options),
    /// Write a completion script for a shell.
    Completions(completions::Options),
}

impl Cli {
    /// Does what was asked.
    ///
    /// # Errors
    /// Says what was wrong with the command line, or why the work failed.
    pub fn run(self) -> Result<(), Failure> {
        match self.command {
            Command::Match(options) => options.run(),
            Command::Completions(options) => options.run(),
        }
    }
}

/// Prints data as JSON for other programs.
fn print_json(data: &impl Serialize) -> Result<(), Failure> {
    let text =
        serde_json::to_string_pretty(data).map_err(|error| Failure::Work(error.to_string()))?;
    anstream::println!("{text}");
    Ok(())
}

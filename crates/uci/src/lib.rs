//! The program `plywood`: the UCI protocol for every strategy, games in the terminal, analysis of positions and games.
//!
//! The program alone speaks UCI; `plywood --help` lists its commands. As a library, [`session::run`] serves the protocol
//! over any input and output.
#![warn(clippy::print_stdout)]

/// The README's examples are compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod winning_chances;
mod strategies;
mod engine_options;
mod strength;
mod probed_tables;
mod searcher;
mod explanation;
pub mod session;
mod analysis;
mod play;
pub mod cli;

pub use analysis::{AnalyzedGame, AnalyzedMove, Evaluated, Judgment, Reason};
pub use analysis::{GameReport, LineReport, MoveReport, PositionReport, ReportedScore, SideReport};
pub use engine_options::{Effect, EngineOptions, OptionError};
pub use plywood_console::Failure;
pub use searcher::{Searcher, SearcherError};
pub use winning_chances::{win_draw_loss, winning_chances};

//! The program `plywood`: the UCI protocol for every strategy, analysis of positions and games, and the judge of searches.
//!
//! Without arguments the program speaks UCI; `plywood --help` lists its commands. As a library, [`main`] makes a UCI engine from any
//! strategies, and [`session::run`] serves the protocol over any input and output.
#![warn(clippy::print_stdout)]

/// The README's examples are compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod engine_options;
mod probed_tables;
mod option_list;
mod searcher;
mod benchmark;
mod explanation;
pub mod session;
pub mod cli;

pub use cli::main;
pub use engine_options::EngineOptions;
pub use option_list::AmbiguousSetting;
pub use plywood_console::Failure;
pub use searcher::{Searcher, SearcherError};

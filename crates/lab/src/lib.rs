//! The command line of the lab: matches between strategies, measurements on positions and test suites, and pictures of the results.
//!
//! The program `plywood-lab` offers them for the games of this repository, and [`main`] for your own games. For use from Rust, see
//! `plywood-arena`.

/// The README's example is compiled with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod cli;

pub use cli::main;

//! The games of plywood as catalogs, compiled once for all programs.
//!
//! A generic strategy is compiled anew for each game and evaluator. Here each is compiled once for a game, over an
//! evaluator that is chosen at run time. Functions without type parameters return the [`Catalog`]s, so that no
//! crate above compiles a search.
//!
//! A strategy over an evaluator of your own, without `dyn`, comes from the type of the strategy.
#![warn(clippy::print_stdout)]

mod games;

pub use games::{
    NET, chess, chess960, connect_four, margins_for, standard, tic_tac_toe, written_tree,
};
pub use plywood_search::registry::Catalog;

/// The README's example is compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

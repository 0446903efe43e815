//! Shared parts of the command-line programs: failures, output, progress, limits, files and positions.
//!
//! It is for the programs of this repository. To use plywood in your own, depend on `plywood`.

/// The README's example is compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod signals;
mod failure;
mod asked;
pub mod files;
mod paths;
pub mod output;
pub use plywood_report::{counted, duration, number};
pub mod numbers;
#[cfg(feature = "cli")]
pub mod arguments;
#[cfg(feature = "cli")]
mod limits;
mod openings;
mod positions;

pub use asked::asked;
pub use failure::Failure;
#[cfg(feature = "cli")]
pub use limits::LimitOptions;
pub use openings::random_game;
pub use paths::OutputPath;
pub use positions::{PositionLines, PositionText, note_on_errors, read_position};

//! Shared parts of the command-line programs: failures, output, progress, limits and files.
//!
//! It is for the programs of this repository. To use plywood in your own, depend on `plywood`.

/// The README's example is compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod signals;
mod failure;
#[cfg(feature = "workbench")]
mod workbench_errors;
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

pub use asked::asked;
pub use failure::Failure;
#[cfg(feature = "cli")]
pub use limits::LimitOptions;
pub use paths::OutputPath;

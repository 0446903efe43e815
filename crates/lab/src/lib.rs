//! The lab: it plays matches between strategies, measures them on positions and suites, and draws what it finds.
//!
//! Everything here is also a command of the program `plywood-lab`.

mod failure;
pub mod commands;

pub use failure::Failure;

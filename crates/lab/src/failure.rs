//! [`Failure`]: why a command failed.

pub use plywood_console::Failure;

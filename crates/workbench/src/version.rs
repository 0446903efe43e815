//! The version of the program, including a name for the sources it was built from.

/// The version, such as `0.1.0+5b1e2a90`. Builds with equal versions have equal sources.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("PLYWOOD_SOURCES"));

//! Endgame tables: tables made for tests, with errors in every place, and the real tables if they are beside the repository.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod data;
mod forge;
mod errors;
mod hostile;
mod laws;
mod roots;

//! Endgame tables: made files with errors in every place, and the real tables where they lie beside the
//! repository.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod data;
mod forge;
mod errors;
mod hostile;
mod laws;
mod roots;

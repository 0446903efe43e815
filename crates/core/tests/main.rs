//! All integration tests in one binary, which links once.

mod check;
mod diagram;
mod fen;
mod find_move;
mod games;
mod laws;
mod material;
mod moves;
mod perft;
#[cfg(feature = "serde")]
mod serde;
mod shipped_bugs;
mod suites;

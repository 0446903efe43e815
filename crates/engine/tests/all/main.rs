//! The tests of the engine, as one program.

mod endgames;
mod equality;

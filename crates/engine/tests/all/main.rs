//! The tests of the engine, as one program.

mod draws;
mod endgames;
mod endings;
mod equality;
mod limits;
mod readme;
mod sound;
mod torn_entries;

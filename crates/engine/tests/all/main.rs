//! The tests of the engine, as one program.

mod draws;
mod ended_anywhere;
mod endgames;
mod endings;
mod equality;
mod limits;
mod progress;
mod readme;
mod shown;
mod sound;
mod torn_entries;

//! The tests of the engine, as one program.

mod draws;
mod endings;
mod equality;
mod limits;
mod sound;

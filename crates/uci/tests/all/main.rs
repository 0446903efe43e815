//! The tests of the program `plywood`, in one binary.

mod program;

mod protocol;
mod engine;
mod own;
mod hostile;
mod repeatable;
mod commands;
mod surroundings;

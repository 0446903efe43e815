//! The tests of the program `plywood`, in one binary.

#[path = "../../../console/tests/harness/mod.rs"]
mod harness;
#[path = "../../../console/tests/harness/patience.rs"]
mod patience;
#[path = "../../../console/tests/harness/work.rs"]
mod work;
mod program;

mod protocol;
mod engine;
mod own;
mod hostile;
mod repeatable;
mod commands;
mod judged;
mod command_lines;
mod signals;
mod surroundings;

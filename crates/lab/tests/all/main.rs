//! The tests of the program `plywood-lab`, in one binary, since each binary links the whole library.

#[path = "../../../console/tests/harness/mod.rs"]
mod harness;
#[path = "../../../console/tests/harness/patience.rs"]
mod patience;
mod program;

mod command_lines;
mod cost;
mod fit;
mod identity;
mod machine;
mod match_command;
mod merge;
mod messages;
mod networks;
mod outputs;
mod own_game;
mod merge_measurements;
mod programs;
mod recipes;
mod reports;
mod resume;
mod signals;
mod solvers;
mod surroundings;
mod testers;
mod tuning;

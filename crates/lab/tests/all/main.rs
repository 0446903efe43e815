//! The tests of the program `plywood-lab`, in one binary, since each binary links the whole library.

mod program;

mod cost;
mod match_command;
mod merge;
mod merge_measurements;
mod programs;
mod recipes;
mod reports;
mod resume;
mod solvers;
mod surroundings;

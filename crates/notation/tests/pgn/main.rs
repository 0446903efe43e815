//! PGN: what a reader tells, laws, whole files, hostile input.

mod like;
mod log;
mod reader;
mod mistakes;
mod pieces;
mod skip;
mod laws;
mod files;
mod hostile;

//! PGN: the events of a reader, laws, editing, whole files, hostile input.

mod like;
mod log;
mod reader;
mod mistakes;
mod pieces;
mod skip;
mod laws;
mod legal;
mod edit;
mod files;
mod hostile;

//! PGN: what a reader tells, laws, whole files, hostile input.

mod reader;
mod laws;
mod files;
mod hostile;

//! Laws of networks, their files, and their training.

mod laws;
mod file;
mod formats;
mod training;

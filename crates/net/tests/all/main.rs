//! Laws of networks, their files, and their training.

mod laws;
mod file;
mod formats;
mod training;
#[cfg(target_arch = "x86_64")]
mod vectors;

//! One program holds every test of the crate, so that it is linked once.

mod strategies;

mod chess;
mod drivers;
mod equality;
mod games;
mod golden;
mod limits;
mod observers;
mod own;
mod parts;
mod root;
#[cfg(feature = "serde")]
mod serde;
mod traps;
mod wrappers;
mod yardsticks;

#![doc = include_str!("../README.md")]
#![warn(clippy::print_stdout)]

pub mod plot;

#![doc = include_str!("../README.md")]

mod answer;
#[cfg(target_family = "wasm")]
mod host;

pub use answer::answer;

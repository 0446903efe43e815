//! Small neural networks as evaluators: their training data, the training, and evaluation that is updated with each move.
#![warn(clippy::print_stdout)]
#![expect(
    clippy::inline_always,
    reason = "what is not inlined is not compiled for the processor, see `plywood_core::cpu`"
)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "the numbers of a network are small, and its sums are counts"
)]

/// The README's example is compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod arithmetic;
mod picture;
mod inputs;
mod accumulators;
mod network;
mod model;
mod packing;
mod standard;
pub mod data;
pub mod train;

pub use arithmetic::is_width;
pub use inputs::{BackgammonInputs, ChessInputs, ConnectFourInputs, Inputs};
pub use model::{Model, Rounding};
pub use network::{Network, NetworkError};
pub use picture::Layers;

//! A full-strength chess engine as a [`Strategy`](plywood_search::Strategy), in steps that can be read and switched off one by one.
//!
//! [`Engine`] is the strategy, and [`Step`] lists the steps at a node.
//!
//! To read it, begin with [`Step`]: each step has an idea, an invariant, a cost and a source, and names its file. Then read `search.rs`,
//! which takes a node through the steps in order. Chapter 13 of the book, in `docs/book` of the repository, is an introduction, and
//! `docs/results.md` lists the worth of each step.
#![warn(clippy::print_stdout)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    reason = "depths, plies and values are small, and every cast is of numbers within their bounds"
)]

mod value;
mod steps;
mod numbers;
mod table;
mod node;
mod history;
mod path;
mod endings;
mod evaluation;
mod ordering;
mod root;
mod endgames;
mod searcher;
mod shown;

mod ends;
mod static_evaluation;
mod depth;
mod pruning;
mod quiescence;
mod search;
mod conclusion;

mod deepening;
mod threads;
mod engine;

pub use engine::Engine;
pub use evaluation::Evaluation;
pub use numbers::{Number, Numbers};
pub use steps::{EssentialStep, Step, Steps, UnknownStep};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

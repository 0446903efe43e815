//! Chess notation: SAN, UCI, long algebraic, EPD, PGN and Polyglot books, read and written.
//!
//! If you depend on the facade `plywood`, write `plywood::notation::…` and `plywood::chess::…` where these examples say
//! `plywood_notation::…` and `plywood_core::…`.
//!
//! ```
//! use plywood_core::Position;
//! use plywood_notation::{san, uci};
//!
//! let start = Position::START;
//! let mv = san::parse(&start, "Nf3")?;
//! assert_eq!(uci::parse(&start, "g1f3")?, mv);
//! assert_eq!(san::write(&start, mv), "Nf3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//! - `serde`: serializes games as PGN, EPDs as lines, and results, tags, evaluations and UCI's `info` as data.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::print_stdout)]

mod text;
pub mod uci;
pub mod uci_protocol;
pub mod san;
pub mod lan;
pub mod epd;
pub mod pgn;
pub mod polyglot;
#[cfg(feature = "serde")]
mod serde_impls;

pub use text::MoveText;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Chess on paper: SAN, UCI, EPD, PGN and Polyglot books, read and written.
//!
//! ```
//! use plywood_core::Position;
//! use plywood_notation::{san, uci};
//!
//! let start = Position::START;
//! let mv = san::parse(&start, "Nf3")?;
//! assert_eq!(uci::parse(&start, "g1f3")?, mv);
//! assert_eq!(san::write(&start, mv).as_str(), "Nf3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(clippy::print_stdout)]

mod text;
pub mod uci;
pub mod san;
pub mod long;
pub mod epd;
pub mod pgn;
pub mod polyglot;

pub use text::MoveText;

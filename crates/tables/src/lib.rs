//! Endgame tables: the result of every position with few pieces, the distance to it, and the best moves.
//!
//! [`Tables`] is what a search asks, and [`Syzygy`] answers from files. Results take the fifty-move rule into
//! account: see [`Wdl`] and [`Dtz`].
//!
//! Depending on the facade `plywood`? Write `plywood::tables::…` and `plywood::chess::…` wherever these
//! examples say `plywood_tables::…` and `plywood_core::…`.
//!
//! ```
//! use plywood_tables::{OpenError, Syzygy};
//!
//! let error = Syzygy::open("/no/such/folder").unwrap_err();
//! assert!(matches!(error, OpenError::Folder { .. }));
//! assert_eq!(error.to_string(), "the folder /no/such/folder of endgame tables does not exist");
//! ```
#![warn(clippy::print_stdout)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "squares, counts of men and numbers of positions fit in every integer"
)]

/// The README's example is compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod endgame;
mod wdl;
mod dtz;
mod table_error;
mod bytes;
mod geometry;
mod numbering;
mod encoding;
mod source;
mod code;
mod values;
mod table;
mod probe_error;
mod root;
mod tables;
mod syzygy;

pub use dtz::Dtz;
pub use endgame::{Endgame, ParseEndgameError};
pub use probe_error::ProbeError;
pub use root::{RootMove, RootMoves};
pub use syzygy::{OpenError, Syzygy};
pub use table::TableKind;
pub use table_error::{Damage, TableError};
pub use tables::Tables;
pub use wdl::Wdl;

//! The rules of chess: legal positions, fast move generation, draws, FEN, and boards as text and SVG.
//!
//! If you depend on the facade `plywood`, write `plywood::chess::…` where these examples say `plywood_core::…`.
//!
//! A [`Position`] is always legal. You read it from a FEN or make it from a [`Setup`], which may be illegal. [`Position::play`] returns the
//! position after a legal move:
//!
//! ```
//! use plywood_core::{Position, Square};
//!
//! let start = Position::START;
//! assert_eq!(start.legal_moves().len(), 20);
//! let mv =
//!     start.find_move(Square::E2, Square::E4, None).expect("the pawn can go to e4");
//! let next = start.play(mv)?;
//! assert_eq!(
//!     next.to_string(),
//!     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
//! );
//! // A position does not change, so nothing has to be taken back.
//! assert_eq!(start, Position::START);
//! // The same move is not legal for Black.
//! assert!(next.play(mv).is_err());
//! # Ok::<(), plywood_core::IllegalMove>(())
//! ```
//!
//! [`History`] is a game: it counts repetitions and can undo moves. [`Position::play_unchecked`] skips the check that a move is legal. Use
//! it only for moves from [`Position::legal_moves`], as a search does.
//!
//! Chess960 and double Fischer random need no special mode, because a castling right is stored as the
//! square of its rook; see [`Position::chess960`].
//!
//! # Features
//! - `std` (default): picks the fastest code for the processor at run time. Without it the crate is
//!   `no_std` and needs only `alloc`.
//! - `serde`: serializes positions, moves, games, squares and pieces. A position is stored as a FEN and checked when it is read.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::print_stdout)]
#![expect(
    clippy::inline_always,
    reason = "the generator must be compiled as one function for each machine"
)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "square numbers fit in every integer"
)]

extern crate alloc;

/// The README's example is compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod color;
mod piece;
mod square;
mod bitboard;
mod excerpt;
mod lines;
mod sliders;
pub mod cpu;
mod side;
mod castling;
mod moves;
mod board;
pub mod attacks;
mod setup;
mod state;
mod zobrist;
mod checks;
mod position;
mod play;
mod movegen;
mod perft;
mod fen;
mod legality;
mod exchange;
mod symmetry;
mod rules;
mod history;
mod chess960;
pub mod diagram;
#[cfg(feature = "serde")]
mod serde_impls;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castling::{CastlingRights, CastlingSide};
pub use color::{ByColor, Color, ParseColorError};
pub use excerpt::Excerpt;
pub use exchange::PieceValues;
pub use fen::{CastlingFen, EnPassantFen, FenError, FenField, FenFormat, FenText};
pub use history::History;
pub use legality::MoveContext;
pub use movegen::MoveFilter;
pub use moves::{IntoMoves, Move, MoveKind, MoveList};
pub use perft::{divide, perft};
pub use piece::{ParsePieceError, Piece, PieceKind};
pub use play::IllegalMove;
pub use position::{Position, PositionError, Repair, Violation};
pub use rules::{Claim, Draw, Outcome};
pub use setup::Setup;
pub use square::{File, ParseSquareError, Rank, Square};

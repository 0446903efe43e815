//! The rules of chess, complete and fast.
//!
//! A [`Setup`] is anything that one can put on a board; a [`Position`] is a setup proven legal.
//! Positions are small values: [`Position::play_unchecked`] gives the next one, and taking a move back is
//! forgetting it. Chess960 and double Fischer random are there from the first line, since rights
//! to castle are rooks, not letters.
//!
//! ```
//! use plywood_core::{Position, perft};
//!
//! let position: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
//! assert_eq!(position.legal_moves().len(), 48);
//! assert_eq!(perft(&position, 3), 97_862);
//! # Ok::<(), plywood_core::FenError>(())
//! ```
//!
//! # Features
//! - `std` (default): chooses faster code at run time for the processor at hand. Without it the
//!   crate is `no_std` and needs only `alloc`.
//! - `serde`: positions, moves and their parts as data; positions travel as FEN and are proven on arrival.
#![cfg_attr(not(feature = "std"), no_std)]
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

mod color;
mod piece;
mod square;
mod bitboard;
mod excerpt;
mod lines;
mod sliders;
mod cpu;
mod side;
mod castling;
mod moves;
mod board;
pub mod attacks;
mod setup;
mod state;
mod zobrist;
mod position;
mod movegen;
mod perft;
mod fen;
mod legality;
mod origins;
mod find_move;
mod move_context;
mod exchange;
mod symmetry;
mod rules;
mod history;
pub mod diagram;
#[cfg(feature = "serde")]
mod serde_impls;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castling::{CastlingRights, Wing};
pub use color::{ByColor, Color};
pub use excerpt::Excerpt;
pub use exchange::ExchangeValues;
pub use fen::{CastlingFen, EnPassantFen, FenError, FenField, FenFormat, FenText};
pub use history::History;
pub use move_context::MoveContext;
pub use moves::{Move, MoveBitsError, MoveKind, MoveList};
pub use perft::{divide, perft, perft_making_leaves};
pub use piece::{Piece, PieceKind};
pub use position::{Position, PositionError, Repair, Violation};
pub use rules::{Claim, Draw, IllegalMove, Outcome};
pub use setup::Setup;
pub use square::{File, ParseSquareError, Rank, Square};

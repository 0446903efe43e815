//! Opening books in the Polyglot format: read from memory or searched in a file, built and written.
//!
//! A book is a list of 16-byte entries (key of a position, move, weight, learning data), sorted by
//! key. Only legal moves are returned, so a faulty book, or two positions with the same key, do no
//! harm.
//!
//! ```
//! use plywood_core::{Move, MoveKind, Position, Square};
//! use plywood_notation::polyglot::Book;
//!
//! let start = Position::START;
//! let mut book = Book::new();
//! book.add(&start, Move::new(Square::E2, Square::E4, MoveKind::DoublePush), 3)?;
//! book.add(&start, Move::new(Square::D2, Square::D4, MoveKind::DoublePush), 1)?;
//!
//! let moves = book.moves(&start);
//! assert_eq!(moves.best().map(|found| found.mv.to_string()).as_deref(), Some("e2e4"));
//! // A number of yours, such as a random one, makes a weighted choice: one in four gives d2d4.
//! assert_eq!(moves.choose(3).map(|found| found.mv.to_string()).as_deref(), Some("d2d4"));
//!
//! let bytes = book.to_bytes();
//! assert_eq!(Book::from_bytes(&bytes)?.len(), 2);
//! # Ok::<(), plywood_notation::polyglot::BookError>(())
//! ```

mod numbers;
mod key;
mod entry;
mod moves;
mod book;
mod file;

pub use book::{Book, BookError};
pub use entry::{Entry, decode_move, encode_move};
pub use file::BookFile;
pub use key::key;
pub use moves::{BookMove, BookMoves};

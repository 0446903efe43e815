//! Boards as text and as SVG pictures.
//!
//! ```
//! use plywood_core::Position;
//!
//! let position: Position = "7k/8/8/8/8/8/PP6/K6R b - - 0 1".parse()?;
//! assert_eq!(position.to_text().to_string(), "\
//! 8 . . . . . . . k
//! 7 . . . . . . . .
//! 6 . . . . . . . .
//! 5 . . . . . . . .
//! 4 . . . . . . . .
//! 3 . . . . . . . .
//! 2 P P . . . . . .
//! 1 K . . . . . . R
//!   a b c d e f g h
//! ");
//! assert!(position.to_svg().to_string().starts_with("<svg "));
//! # Ok::<(), plywood_core::FenError>(())
//! ```
//!
//! Both implement `Display`, so they can be written to a `String`, a file or a page without a heap.

mod text;
mod theme;
mod marks;
mod pieces;
mod xml;
mod svg;

pub use marks::{Arrow, Mark};
pub use svg::{Coordinates, SvgBoard};
pub use text::TextBoard;
pub use theme::{BoardTheme, Paint, PiecePaint};
pub use xml::Escaped;

use crate::color::Color;
use crate::square::{File, Rank, Square};

/// The ranks from the top row to the bottom row, as a player sees them.
fn rows(seen_by: Color) -> impl Iterator<Item = Rank> {
    let ranks = Rank::ALL.into_iter().rev();
    ranks.map(move |rank| rank.relative_to(seen_by))
}

/// The files from left to right, as a player sees them.
fn columns(seen_by: Color) -> impl Iterator<Item = File> {
    (0..8).map(move |column| match seen_by {
        Color::White => File::ALL[column],
        Color::Black => File::ALL[7 - column],
    })
}

/// The column and the row of a square, counted from the top left, as a player sees it.
fn place(square: Square, seen_by: Color) -> (i32, i32) {
    let (file, rank) = (square.file() as i32, square.rank() as i32);
    match seen_by {
        Color::White => (file, 7 - rank),
        Color::Black => (7 - file, rank),
    }
}

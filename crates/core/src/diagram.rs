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
//! Both implement `Display`: write them to a `String`, a file or a page.

mod theme;
mod pieces;
mod svg;

use core::fmt::{self, Write as _};

use crate::board::Board;
use crate::color::Color;
use crate::piece::Piece;
use crate::position::Position;
use crate::square::{File, Rank, Square};

pub use svg::{Coordinates, Escaped, SvgBoard};
pub use theme::{Arrow, Mark, Paint, ParsePaintError};

/// Returns the ranks from the top row to the bottom row, as a player sees them.
fn rows(seen_by: Color) -> impl Iterator<Item = Rank> {
    let ranks = Rank::ALL.into_iter().rev();
    ranks.map(move |rank| rank.relative_to(seen_by))
}

/// Returns the files from left to right, as a player sees them.
fn columns(seen_by: Color) -> impl Iterator<Item = File> {
    (0..8).map(move |column| match seen_by {
        Color::White => File::ALL[column],
        Color::Black => File::ALL[7 - column],
    })
}

/// Returns the column and the row of a square, counted from the top left, as a player sees it.
fn place(square: Square, seen_by: Color) -> (i32, i32) {
    let (file, rank) = (square.file() as i32, square.rank() as i32);
    match seen_by {
        Color::White => (file, 7 - rank),
        Color::Black => (7 - file, rank),
    }
}

/// A board as text, written with `Display`; from [`Position::to_text`] or [`Board::to_text`].
///
/// ```
/// use plywood_core::{Color, Position};
///
/// let board = Position::START.to_text().figurines().seen_by(Color::Black);
/// assert_eq!(board.to_string(), "\
/// 1 ♖ ♘ ♗ ♔ ♕ ♗ ♘ ♖
/// 2 ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙
/// 3 · · · · · · · ·
/// 4 · · · · · · · ·
/// 5 · · · · · · · ·
/// 6 · · · · · · · ·
/// 7 ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟
/// 8 ♜ ♞ ♝ ♚ ♛ ♝ ♞ ♜
///   h g f e d c b a
/// ");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[must_use]
pub struct TextBoard {
    board: Board,
    seen_by: Color,
    style: PieceStyle,
    has_coordinates: bool,
}

/// How pieces are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum PieceStyle {
    Letters,
    Figurines,
}

impl PieceStyle {
    const fn character(self, piece: Option<Piece>) -> char {
        match (self, piece) {
            (Self::Letters, Some(piece)) => piece.letter(),
            (Self::Letters, None) => '.',
            (Self::Figurines, Some(piece)) => piece.figurine(),
            (Self::Figurines, None) => '·',
        }
    }
}

impl TextBoard {
    /// Shows the pieces as Unicode chess symbols.
    pub const fn figurines(self) -> Self {
        Self {
            style: PieceStyle::Figurines,
            ..self
        }
    }

    /// Puts a player's side at the bottom.
    pub const fn seen_by(self, player: Color) -> Self {
        Self {
            seen_by: player,
            ..self
        }
    }

    /// Leaves out the names of the ranks and files.
    pub const fn without_coordinates(self) -> Self {
        Self {
            has_coordinates: false,
            ..self
        }
    }
}

impl Board {
    /// Returns the board as text, with letters as in a FEN, dots for empty squares, and coordinates.
    pub const fn to_text(&self) -> TextBoard {
        TextBoard {
            board: *self,
            seen_by: Color::White,
            style: PieceStyle::Letters,
            has_coordinates: true,
        }
    }
}

impl Position {
    /// Returns the board of the position as text; see [`Board::to_text`].
    pub const fn to_text(&self) -> TextBoard {
        self.board.to_text()
    }
}

/// Writes the board like [`Board::to_text`].
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_text().fmt(f)
    }
}

impl fmt::Display for TextBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in rows(self.seen_by) {
            if self.has_coordinates {
                write!(f, "{rank} ")?;
            }
            let squares = columns(self.seen_by).map(|file| Square::new(file, rank));
            write_row(
                f,
                squares.map(|square| self.style.character(self.board.piece_at(square))),
            )?;
        }
        if self.has_coordinates {
            f.write_str("  ")?;
            write_row(f, columns(self.seen_by).map(File::letter))?;
        }
        Ok(())
    }
}

/// Writes characters with a space between them, and a newline.
fn write_row(f: &mut fmt::Formatter<'_>, characters: impl Iterator<Item = char>) -> fmt::Result {
    for (column, character) in characters.enumerate() {
        if column > 0 {
            f.write_char(' ')?;
        }
        f.write_char(character)?;
    }
    f.write_char('\n')
}

#[cfg(test)]
mod tests {
    use crate::{Board, Color, PieceKind, Square};

    #[test]
    fn black_sees_the_board_turned_around() {
        let mut board = Board::EMPTY;
        board.put(Square::B1, PieceKind::Queen.of(Color::Black));
        let white = board.to_text().without_coordinates().to_string();
        let black = board
            .to_text()
            .without_coordinates()
            .seen_by(Color::Black)
            .to_string();
        assert!(white.ends_with(". q . . . . . .\n"));
        assert_eq!(
            black.trim_end(),
            white.trim_end().chars().rev().collect::<String>()
        );
        assert_eq!(board.to_string(), board.to_text().to_string());
    }
}

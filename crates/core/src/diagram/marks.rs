//! Arrows, rings and colored squares on a board.

use crate::bitboard::Bitboard;
use crate::diagram::theme::Paint;
use crate::moves::Move;
use crate::square::Square;

/// An arrow between two squares. If both are the same, a ring around the square.
///
/// ```
/// use plywood_core::{Square, diagram::{Arrow, Paint}};
///
/// let threat = Arrow::new(Square::H5, Square::F7).paint(Paint::RED);
/// assert_eq!((threat.from, threat.to), (Square::H5, Square::F7));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// The square where the arrow starts.
    pub from: Square,
    /// The square the arrow points to.
    pub to: Square,
    /// The color of the arrow.
    pub paint: Paint,
}

impl Arrow {
    /// A green arrow.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self {
            from,
            to,
            paint: Paint::GREEN,
        }
    }

    /// The arrow in another color.
    #[must_use]
    pub const fn paint(self, paint: Paint) -> Self {
        Self { paint, ..self }
    }
}

/// A green arrow along a move. For castling it follows the king.
impl From<Move> for Arrow {
    fn from(mv: Move) -> Self {
        Self::new(mv.from(), mv.destination())
    }
}

/// Colored squares.
///
/// ```
/// use plywood_core::{Bitboard, Position, Square, diagram::{Mark, Paint}};
///
/// let reach = Position::START.moves_from(Square::G1).iter().map(|mv| mv.to()).collect::<Bitboard>();
/// let mark = Mark::new(reach).paint(Paint::BLUE);
/// assert_eq!(mark.squares.len(), 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mark {
    /// The squares.
    pub squares: Bitboard,
    /// The color.
    pub paint: Paint,
}

impl Mark {
    /// A square or a set of squares in red.
    #[must_use]
    pub fn new(squares: impl Into<Bitboard>) -> Self {
        Self {
            squares: squares.into(),
            paint: Paint::RED,
        }
    }

    /// The mark in another color.
    #[must_use]
    pub const fn paint(self, paint: Paint) -> Self {
        Self { paint, ..self }
    }
}

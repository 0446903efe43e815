//! What a teacher draws on a board: arrows, rings and colored squares.

use crate::bitboard::Bitboard;
use crate::diagram::theme::Paint;
use crate::moves::Move;
use crate::square::Square;

/// An arrow from a square to another; from a square to itself it is a ring.
///
/// ```
/// use plywood_core::{Square, diagram::{Arrow, Paint}};
///
/// let threat = Arrow::new(Square::H5, Square::F7).paint(Paint::RED);
/// assert_eq!((threat.from, threat.to), (Square::H5, Square::F7));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Where it begins.
    pub from: Square,
    /// Where it points.
    pub to: Square,
    /// Its color.
    pub paint: Paint,
}

impl Arrow {
    /// A green arrow.
    ///
    /// ```
    /// use plywood_core::{Square, diagram::{Arrow, Paint}};
    ///
    /// assert_eq!(Arrow::new(Square::E2, Square::E4).paint, Paint::GREEN);
    /// ```
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self {
            from,
            to,
            paint: Paint::GREEN,
        }
    }

    /// The arrow in that color.
    ///
    /// ```
    /// use plywood_core::{Square, diagram::{Arrow, Paint}};
    ///
    /// let threat = Arrow::new(Square::H5, Square::F7).paint(Paint::RED);
    /// assert_eq!(threat.paint, Paint::RED);
    /// ```
    #[must_use]
    pub const fn paint(self, paint: Paint) -> Self {
        Self { paint, ..self }
    }
}

/// A green arrow along a move; the king's, when it castles.
impl From<Move> for Arrow {
    fn from(mv: Move) -> Self {
        Self::new(mv.from(), mv.destination())
    }
}

/// Squares marked with a color.
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
    /// Their color.
    pub paint: Paint,
}

impl Mark {
    /// Marks a square or a set of squares red.
    ///
    /// ```
    /// use plywood_core::{File, Square, diagram::Mark};
    ///
    /// assert_eq!(Mark::new(Square::E4).squares.len(), 1);
    /// assert_eq!(Mark::new(File::E).squares.len(), 8);
    /// ```
    #[must_use]
    pub fn new(squares: impl Into<Bitboard>) -> Self {
        Self {
            squares: squares.into(),
            paint: Paint::RED,
        }
    }

    /// The mark in that color.
    ///
    /// ```
    /// use plywood_core::{Square, diagram::{Mark, Paint}};
    ///
    /// assert_eq!(Mark::new(Square::E4).paint(Paint::BLUE).paint, Paint::BLUE);
    /// ```
    #[must_use]
    pub const fn paint(self, paint: Paint) -> Self {
        Self { paint, ..self }
    }
}

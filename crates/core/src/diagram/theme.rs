//! Everything drawn besides the pieces: colors, arrows, rings and colored squares.

use alloc::format;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::bitboard::Bitboard;
use crate::moves::Move;
use crate::square::Square;

/// A color with an opacity. The four constants are the usual colors of arrows and marks in annotated
/// games on the web; they are slightly transparent.
///
/// ```
/// use plywood_core::diagram::Paint;
///
/// assert_eq!(Paint::new(255, 128, 0).to_string(), "#ff8000");
/// assert_eq!(Paint::BLUE.with_opacity(40).opacity(), 40);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Paint {
    red: u8,
    green: u8,
    blue: u8,
    opacity: u8,
}

impl Paint {
    /// Green, often for a good move.
    pub const GREEN: Self = Self::new(0x1B, 0x83, 0x3D).with_opacity(75);
    /// Red, often for a threat.
    pub const RED: Self = Self::new(0xC6, 0x30, 0x2B).with_opacity(75);
    /// Yellow, often for a square to notice.
    pub const YELLOW: Self = Self::new(0xE3, 0x9A, 0x0B).with_opacity(75);
    /// Blue, often for an alternative.
    pub const BLUE: Self = Self::new(0x1F, 0x62, 0xB8).with_opacity(75);

    /// Returns an opaque color with a red, a green and a blue part.
    #[must_use]
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self {
            red,
            green,
            blue,
            opacity: 100,
        }
    }

    /// Returns the color with an opacity in percent. Values above 100 count as 100.
    #[must_use]
    pub const fn with_opacity(self, percent: u8) -> Self {
        let opacity = if percent < 100 { percent } else { 100 };
        Self { opacity, ..self }
    }

    /// Returns the opacity in percent: 100 hides everything below.
    #[must_use]
    pub const fn opacity(self) -> u8 {
        self.opacity
    }
}

/// Reads `#rrggbb`, an opaque color.
impl FromStr for Paint {
    type Err = ParsePaintError;

    fn from_str(text: &str) -> Result<Self, ParsePaintError> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        let digits = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let part = |from: usize| u8::from_str_radix(digits?.get(from..from + 2)?, 16).ok();
        let parts = part(0).zip(part(2)).zip(part(4));
        let paint = parts.map(|((red, green), blue)| Self::new(red, green, blue));
        paint.ok_or(ParsePaintError)
    }
}

/// The error for a string that is not a color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("expected a color such as #1b833d")]
pub struct ParsePaintError;

/// Writes the color as SVG and CSS do, `#rrggbb`, without its opacity.
impl fmt::Display for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            red, green, blue, ..
        } = self;
        f.pad(&format!("#{red:02x}{green:02x}{blue:02x}"))
    }
}

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
    /// Makes a green arrow.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self {
            from,
            to,
            paint: Paint::GREEN,
        }
    }

    /// Returns the arrow in another color.
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
/// use plywood_core::{
///     Bitboard, MoveFilter, Position, Square,
///     diagram::{Mark, Paint},
/// };
///
/// let reach = Position::START
///     .moves(MoveFilter::ALL.from(Square::G1))
///     .iter()
///     .map(|mv| mv.to())
///     .collect::<Bitboard>();
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
    /// Marks a square or a set of squares in red.
    #[must_use]
    pub fn new(squares: impl Into<Bitboard>) -> Self {
        Self {
            squares: squares.into(),
            paint: Paint::RED,
        }
    }

    /// Returns the mark in another color.
    #[must_use]
    pub const fn paint(self, paint: Paint) -> Self {
        Self { paint, ..self }
    }
}

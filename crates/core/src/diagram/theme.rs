//! Everything drawn besides the pieces: colors, arrows, rings and colored squares.

use core::fmt::{self, Write as _};
use core::str::FromStr;

use arrayvec::ArrayString;
use thiserror::Error;

use crate::bitboard::Bitboard;
use crate::color::ByColor;
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
        let mut text = ArrayString::<{ "#rrggbb".len() }>::new();
        write!(text, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)?;
        f.pad(&text)
    }
}

/// The colors of one player's pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PiecePaint {
    /// The lighter side of a piece.
    pub lit: Paint,
    /// The darker side of a piece.
    pub shaded: Paint,
    /// The outline.
    pub outline: Paint,
    /// Details such as the knight's eye.
    pub detail: Paint,
}

/// The colors of a drawn board.
///
/// ```
/// use plywood_core::diagram::{Paint, BoardTheme};
///
/// let sea = BoardTheme {
///     dark_square: Paint::new(0x6F, 0x92, 0xA8),
///     ..BoardTheme::default()
/// };
/// assert_ne!(sea, BoardTheme::default());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoardTheme {
    /// The light squares.
    pub light_square: Paint,
    /// The dark squares.
    pub dark_square: Paint,
    /// The frame around the board, which holds the coordinates.
    pub frame: Paint,
    /// The coordinates on the frame.
    pub frame_text: Paint,
    /// The color over the squares of the last move.
    pub last_move: Paint,
    /// The glow around a king in check.
    pub check: Paint,
    /// The pieces.
    pub pieces: ByColor<PiecePaint>,
}

impl BoardTheme {
    /// Light and dark wood, the default.
    pub const WOOD: Self = Self {
        light_square: Paint::new(0xF1, 0xDC, 0xB9),
        dark_square: Paint::new(0xB9, 0x89, 0x60),
        frame: Paint::new(0x5B, 0x3F, 0x2B),
        frame_text: Paint::new(0xF1, 0xDC, 0xB9),
        last_move: Paint::new(0xEC, 0xD0, 0x2E).with_opacity(48),
        check: Paint::new(0xE0, 0x14, 0x0E).with_opacity(92),
        pieces: ByColor {
            white: PiecePaint {
                lit: Paint::new(0xFF, 0xFF, 0xFF),
                shaded: Paint::new(0xDA, 0xD4, 0xCA),
                outline: Paint::new(0x2B, 0x26, 0x22),
                detail: Paint::new(0x2B, 0x26, 0x22),
            },
            black: PiecePaint {
                lit: Paint::new(0x6C, 0x69, 0x66),
                shaded: Paint::new(0x2E, 0x2C, 0x2B),
                outline: Paint::new(0x15, 0x13, 0x12),
                detail: Paint::new(0xEB, 0xE6, 0xDE),
            },
        },
    };
}

impl Default for BoardTheme {
    fn default() -> Self {
        Self::WOOD
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

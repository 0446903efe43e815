//! The right to castle, as the set of rooks that still may: all that standard chess and Chess960 need.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::square::{File, Rank, Square};

/// The two ways to castle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Wing {
    /// Castling short, `O-O`: the king goes to the g-file, the rook to the f-file.
    Kingside,
    /// Castling long, `O-O-O`: the king goes to the c-file, the rook to the d-file.
    Queenside,
}

impl Wing {
    /// Both wings, the king's first.
    pub const ALL: [Self; 2] = [Self::Kingside, Self::Queenside];

    /// Where the king stands after castling.
    #[inline]
    #[must_use]
    pub const fn king_file(self) -> File {
        match self {
            Self::Kingside => File::G,
            Self::Queenside => File::C,
        }
    }

    /// Where the rook stands after castling.
    #[inline]
    #[must_use]
    pub const fn rook_file(self) -> File {
        match self {
            Self::Kingside => File::F,
            Self::Queenside => File::D,
        }
    }

    /// The wing on which a rook stands, seen from the king.
    #[inline]
    #[must_use]
    pub const fn of(king: File, rook: File) -> Self {
        if rook as u8 > king as u8 {
            Self::Kingside
        } else {
            Self::Queenside
        }
    }
}

/// Which rooks may still castle: a set of files for each color.
///
/// ```
/// use plywood_core::{CastlingRights, Color, File};
///
/// let mut rights = CastlingRights::STANDARD;
/// rights.remove(Color::White, File::A);
/// assert!(rights.contains(Color::White, File::H));
/// assert_eq!(rights.rooks(Color::White).len(), 1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CastlingRights(Bitboard);

impl CastlingRights {
    /// Nobody may castle.
    pub const NONE: Self = Self(Bitboard::EMPTY);
    /// Both players may castle with the rooks in the corners.
    pub const STANDARD: Self = Self(Bitboard(0x8100_0000_0000_0081));

    /// The rights as the squares of the rooks; squares off the first and last rank are dropped.
    #[inline]
    #[must_use]
    pub const fn from_rooks(rooks: Bitboard) -> Self {
        Self(Bitboard(rooks.0 & 0xFF00_0000_0000_00FF))
    }

    /// Adds the right to castle with the rook on that file of its first rank.
    pub fn insert(&mut self, color: Color, file: File) {
        self.0 |= Square::new(file, Rank::One.relative_to(color));
    }

    /// Takes that right away.
    pub fn remove(&mut self, color: Color, file: File) {
        self.0 -= Square::new(file, Rank::One.relative_to(color));
    }

    /// Whether that color may castle with the rook on that file.
    #[must_use]
    pub fn contains(self, color: Color, file: File) -> bool {
        self.0
            .contains(Square::new(file, Rank::One.relative_to(color)))
    }

    /// The squares of that color's rooks that may castle.
    #[inline]
    #[must_use]
    pub fn rooks(self, color: Color) -> Bitboard {
        self.0 & Rank::One.relative_to(color)
    }

    /// The squares of all rooks that may castle.
    #[inline]
    #[must_use]
    pub const fn all_rooks(self) -> Bitboard {
        self.0
    }

    /// Whether nobody may castle any more.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }
}

//! The right to castle, as the set of rooks that still may: all that standard chess and Chess960 need.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::square::{File, Rank, Square};

/// The two ways to castle.
///
/// ```
/// use plywood_core::{File, Wing};
///
/// assert_eq!(Wing::ALL.map(Wing::king_file), [File::G, File::C]);
/// ```
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
    ///
    /// ```
    /// use plywood_core::{File, Wing};
    ///
    /// assert_eq!(Wing::Queenside.king_file(), File::C);
    /// ```
    #[inline]
    #[must_use]
    pub const fn king_file(self) -> File {
        match self {
            Self::Kingside => File::G,
            Self::Queenside => File::C,
        }
    }

    /// Where the rook stands after castling.
    ///
    /// ```
    /// use plywood_core::{File, Wing};
    ///
    /// assert_eq!(Wing::Queenside.rook_file(), File::D);
    /// ```
    #[inline]
    #[must_use]
    pub const fn rook_file(self) -> File {
        match self {
            Self::Kingside => File::F,
            Self::Queenside => File::D,
        }
    }

    /// The wing on which a rook stands, seen from the king.
    ///
    /// ```
    /// use plywood_core::{File, Wing};
    ///
    /// assert_eq!(Wing::of(File::E, File::H), Wing::Kingside);
    /// assert_eq!(Wing::of(File::G, File::F), Wing::Queenside);
    /// ```
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
    ///
    /// ```
    /// use plywood_core::{Bitboard, CastlingRights, File};
    ///
    /// let corners = (Bitboard::from(File::A) | File::H).into();
    /// assert_eq!(CastlingRights::from_rooks(corners), CastlingRights::STANDARD);
    /// ```
    #[inline]
    #[must_use]
    pub const fn from_rooks(rooks: Bitboard) -> Self {
        Self(Bitboard(rooks.0 & 0xFF00_0000_0000_00FF))
    }

    /// Adds the right to castle with the rook on that file of its first rank.
    ///
    /// ```
    /// use plywood_core::{CastlingRights, Color, File, Square};
    ///
    /// let mut rights = CastlingRights::NONE;
    /// rights.insert(Color::Black, File::B);
    /// assert_eq!(rights.all_rooks(), Square::B8.into());
    /// ```
    pub fn insert(&mut self, color: Color, file: File) {
        self.0 |= Square::new(file, Rank::One.relative_to(color));
    }

    /// Takes that right away.
    ///
    /// ```
    /// use plywood_core::{CastlingRights, Color, File, Square};
    ///
    /// let mut rights = CastlingRights::STANDARD;
    /// rights.remove(Color::Black, File::A);
    /// assert_eq!(rights.rooks(Color::Black), Square::H8.into());
    /// ```
    pub fn remove(&mut self, color: Color, file: File) {
        self.0 -= Square::new(file, Rank::One.relative_to(color));
    }

    /// Whether that color may castle with the rook on that file.
    ///
    /// ```
    /// use plywood_core::{CastlingRights, Color, File};
    ///
    /// assert!(CastlingRights::STANDARD.contains(Color::Black, File::H));
    /// assert!(!CastlingRights::STANDARD.contains(Color::Black, File::G));
    /// ```
    #[must_use]
    pub fn contains(self, color: Color, file: File) -> bool {
        self.0
            .contains(Square::new(file, Rank::One.relative_to(color)))
    }

    /// The squares of that color's rooks that may castle.
    ///
    /// ```
    /// use plywood_core::{Bitboard, CastlingRights, Color, Square};
    ///
    /// let rooks = CastlingRights::STANDARD.rooks(Color::White);
    /// assert_eq!(rooks, Bitboard::from(Square::A1) | Square::H1);
    /// ```
    #[inline]
    #[must_use]
    pub fn rooks(self, color: Color) -> Bitboard {
        self.0 & Rank::One.relative_to(color)
    }

    /// The squares of all rooks that may castle.
    ///
    /// ```
    /// use plywood_core::CastlingRights;
    ///
    /// assert_eq!(CastlingRights::STANDARD.all_rooks().len(), 4);
    /// ```
    #[inline]
    #[must_use]
    pub const fn all_rooks(self) -> Bitboard {
        self.0
    }

    /// Whether nobody may castle any more.
    ///
    /// ```
    /// use plywood_core::CastlingRights;
    ///
    /// assert!(CastlingRights::NONE.is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }
}

//! Castling rights, stored as the squares of the rooks that have them, and the paths of king and rook. Standard chess and Chess960 need no
//! more.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::lines::BETWEEN;
use crate::square::{File, Rank, Square};

/// The two ways to castle.
///
/// ```
/// use plywood_core::{File, CastlingSide};
///
/// assert_eq!(CastlingSide::ALL.map(CastlingSide::king_file), [File::G, File::C]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum CastlingSide {
    /// Castling short, `O-O`: the king goes to the g-file, the rook to the f-file.
    Kingside,
    /// Castling long, `O-O-O`: the king goes to the c-file, the rook to the d-file.
    Queenside,
}

impl CastlingSide {
    /// Both sides, the king's first.
    pub const ALL: [Self; 2] = [Self::Kingside, Self::Queenside];

    /// Returns the file of the king after castling.
    #[inline]
    #[must_use]
    pub const fn king_file(self) -> File {
        match self {
            Self::Kingside => File::G,
            Self::Queenside => File::C,
        }
    }

    /// Returns the file of the rook after castling.
    #[inline]
    #[must_use]
    pub const fn rook_file(self) -> File {
        match self {
            Self::Kingside => File::F,
            Self::Queenside => File::D,
        }
    }

    /// Returns the side of the king that the rook is on.
    ///
    /// ```
    /// use plywood_core::{File, CastlingSide};
    ///
    /// assert_eq!(CastlingSide::of(File::E, File::H), CastlingSide::Kingside);
    /// assert_eq!(CastlingSide::of(File::G, File::F), CastlingSide::Queenside);
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

/// Returns the squares of king and rook after castling.
#[inline(always)]
pub(crate) const fn destinations(king: Square, rook: Square) -> (Square, Square) {
    let castling_side = CastlingSide::of(king.file(), rook.file());
    (
        Square::new(castling_side.king_file(), king.rank()),
        Square::new(castling_side.rook_file(), king.rank()),
    )
}

/// The path of a king and a rook that castle.
#[derive(Clone, Copy)]
pub(crate) struct CastlingPath {
    pub(crate) king_to: Square,
    pub(crate) rook_to: Square,
    /// The squares that the king passes and reaches. None of them may be attacked.
    pub(crate) walk: u64,
    /// The squares that king and rook pass and reach, except the two they start on. All must be empty.
    pub(crate) way: u64,
}

impl CastlingPath {
    /// Returns the path of a king and a rook from their squares.
    #[inline(always)]
    pub(crate) fn new(king: Square, rook: Square) -> Self {
        let (king_to, rook_to) = destinations(king, rook);
        let between = |from: Square, to: Square| BETWEEN[from as usize][to as usize];
        let walk = between(king, king_to) | 1 << king_to as u8;
        let way = walk | between(rook, rook_to) | 1 << rook_to as u8 | between(king, rook);
        Self {
            king_to,
            rook_to,
            walk,
            way: way & !(1 << king as u8 | 1 << rook as u8),
        }
    }
}

/// Castling rights: the files of the rooks each color may castle with.
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
    /// No castling rights.
    pub const NONE: Self = Self(Bitboard::EMPTY);
    /// Both colors may castle with the rooks in the corners.
    pub const STANDARD: Self = Self(Bitboard(0x8100_0000_0000_0081));

    /// Returns the rights as the squares of the rooks; squares off the first and last rank are dropped.
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

    /// Adds the right of a color to castle with the rook on a file.
    pub fn insert(&mut self, color: Color, file: File) {
        self.0 |= Square::new(file, Rank::One.relative_to(color));
    }

    /// Removes this right.
    pub fn remove(&mut self, color: Color, file: File) {
        self.0 -= Square::new(file, Rank::One.relative_to(color));
    }

    /// Returns `true` if a color has the right to castle with the rook on a file.
    #[must_use]
    pub fn contains(self, color: Color, file: File) -> bool {
        self.0
            .contains(Square::new(file, Rank::One.relative_to(color)))
    }

    /// Returns the squares of a color's rooks with castling rights.
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

    /// Returns the squares of all rooks with castling rights.
    #[inline]
    #[must_use]
    pub const fn all_rooks(self) -> Bitboard {
        self.0
    }

    /// Returns `true` if neither color has castling rights.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }
}

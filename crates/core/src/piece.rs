//! The six kinds of piece, and a piece as a kind of one color.

use core::fmt;

use crate::color::Color;

/// Pawn, knight, bishop, rook, queen or king.
///
/// ```
/// use plywood_core::PieceKind;
///
/// assert_eq!(PieceKind::from_letter('n'), Some(PieceKind::Knight));
/// assert_eq!(PieceKind::Queen.letter(), 'q');
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum PieceKind {
    /// Moves forward, captures diagonally, becomes another piece on the last rank.
    Pawn,
    /// Leaps two squares one way and one the other.
    Knight,
    /// Slides along diagonals.
    Bishop,
    /// Slides along ranks and files.
    Rook,
    /// Slides along all lines.
    Queen,
    /// Steps to a neighbouring square; its capture is what the game is about.
    King,
}

impl PieceKind {
    /// All kinds, from the pawn to the king.
    pub const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// What a pawn may become, the queen first.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// The English letter in lower case: `p n b r q k`.
    ///
    /// ```
    /// use plywood_core::PieceKind;
    ///
    /// assert_eq!(PieceKind::ALL.map(PieceKind::letter), ['p', 'n', 'b', 'r', 'q', 'k']);
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// The kind that an English letter of either case names.
    ///
    /// ```
    /// use plywood_core::PieceKind;
    ///
    /// assert_eq!(PieceKind::from_letter('N'), Some(PieceKind::Knight));
    /// assert_eq!(PieceKind::from_letter('x'), None);
    /// ```
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            'p' => Some(Self::Pawn),
            'n' => Some(Self::Knight),
            'b' => Some(Self::Bishop),
            'r' => Some(Self::Rook),
            'q' => Some(Self::Queen),
            'k' => Some(Self::King),
            _ => None,
        }
    }

    /// The piece of this kind and that color.
    ///
    /// ```
    /// use plywood_core::{Color, PieceKind};
    ///
    /// assert_eq!(PieceKind::Queen.of(Color::Black).letter(), 'q');
    /// ```
    #[must_use]
    pub const fn of(self, color: Color) -> Piece {
        Piece { color, kind: self }
    }
}

impl fmt::Display for PieceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        })
    }
}

/// A chessman: a kind of one color.
///
/// ```
/// use plywood_core::{Color, Piece, PieceKind};
///
/// let piece = PieceKind::Knight.of(Color::White);
/// assert_eq!(piece.letter(), 'N');
/// assert_eq!(piece.figurine(), '♘');
/// assert_eq!(Piece::from_letter('N'), Some(piece));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: PieceKind,
}

impl Piece {
    /// The letter FEN uses: upper case for White, lower case for Black.
    ///
    /// ```
    /// use plywood_core::{Color, PieceKind};
    ///
    /// assert_eq!(PieceKind::Knight.of(Color::White).letter(), 'N');
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.kind.letter().to_ascii_uppercase(),
            Color::Black => self.kind.letter(),
        }
    }

    /// The piece that a FEN letter names.
    ///
    /// ```
    /// use plywood_core::{Color, Piece, PieceKind};
    ///
    /// assert_eq!(Piece::from_letter('n'), Some(PieceKind::Knight.of(Color::Black)));
    /// ```
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        match PieceKind::from_letter(letter) {
            Some(kind) => Some(Self { color, kind }),
            None => None,
        }
    }

    /// The Unicode chess symbol.
    ///
    /// ```
    /// use plywood_core::{Color, PieceKind};
    ///
    /// assert_eq!(PieceKind::King.of(Color::White).figurine(), '♔');
    /// ```
    #[must_use]
    pub const fn figurine(self) -> char {
        match (self.color, self.kind) {
            (Color::White, PieceKind::Pawn) => '♙',
            (Color::White, PieceKind::Knight) => '♘',
            (Color::White, PieceKind::Bishop) => '♗',
            (Color::White, PieceKind::Rook) => '♖',
            (Color::White, PieceKind::Queen) => '♕',
            (Color::White, PieceKind::King) => '♔',
            (Color::Black, PieceKind::Pawn) => '♟',
            (Color::Black, PieceKind::Knight) => '♞',
            (Color::Black, PieceKind::Bishop) => '♝',
            (Color::Black, PieceKind::Rook) => '♜',
            (Color::Black, PieceKind::Queen) => '♛',
            (Color::Black, PieceKind::King) => '♚',
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.kind)
    }
}

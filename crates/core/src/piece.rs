//! The six kinds of piece, and a piece as a kind of one color.

use core::fmt::{self, Write as _};
use core::str::FromStr;

use arrayvec::ArrayString;

use crate::color::Color;

/// Pawn, knight, bishop, rook, queen or king.
///
/// ```
/// use plywood_core::PieceKind;
///
/// assert_eq!(PieceKind::ALL.map(PieceKind::letter), ['p', 'n', 'b', 'r', 'q', 'k']);
/// assert_eq!(PieceKind::from_letter('N'), Some(PieceKind::Knight));
/// assert_eq!("knight".parse(), Ok(PieceKind::Knight));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum PieceKind {
    /// Moves forward, captures diagonally, and promotes on the last rank.
    Pawn,
    /// Leaps two squares one way and one the other.
    Knight,
    /// Moves along diagonals.
    Bishop,
    /// Moves along ranks and files.
    Rook,
    /// Moves along ranks, files and diagonals.
    Queen,
    /// Moves one square in any direction; it must not be left in check.
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

    /// The kinds to which a pawn can promote, the queen first.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// Returns the English letter in lower case: `p n b r q k`.
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

    /// Returns the kind with that English letter, in upper or lower case.
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

    /// Returns the piece of this kind and a color: `PieceKind::Queen.of(Color::Black)`.
    #[must_use]
    pub const fn of(self, color: Color) -> Piece {
        Piece { color, kind: self }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }
}

/// The error for a string that doesn't name a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[error(
    "expected a piece, as in \"knight\" or \"n\"; with its color, as in \"white knight\" or \"N\""
)]
pub struct ParsePieceError;

/// Reads the name or the English letter of a kind, in upper or lower case.
impl FromStr for PieceKind {
    type Err = ParsePieceError;

    fn from_str(text: &str) -> Result<Self, ParsePieceError> {
        let mut letters = text.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            return Self::from_letter(letter).ok_or(ParsePieceError);
        }
        let is_named = |kind: &Self| text.eq_ignore_ascii_case(kind.name());
        Self::ALL.into_iter().find(is_named).ok_or(ParsePieceError)
    }
}

impl fmt::Display for PieceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A piece: its kind and its color.
///
/// ```
/// use plywood_core::{Color, Piece, PieceKind};
///
/// let piece = PieceKind::Knight.of(Color::White);
/// assert_eq!((piece.letter(), piece.figurine()), ('N', '♘'));
/// assert_eq!(piece.to_string(), "White knight");
/// assert_eq!("White knight".parse(), Ok(piece));
/// assert_eq!("N".parse(), Ok(piece));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// Its color.
    pub color: Color,
    /// Its kind.
    pub kind: PieceKind,
}

impl Piece {
    /// Returns the letter in a FEN: upper case for White, lower case for Black.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.kind.letter().to_ascii_uppercase(),
            Color::Black => self.kind.letter(),
        }
    }

    /// Returns the piece with that FEN letter.
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

    /// Returns the Unicode chess symbol, `♔` to `♟`.
    #[must_use]
    pub const fn figurine(self) -> char {
        FIGURINES[self.color as usize][self.kind as usize]
    }
}

/// The symbols of both colors, from pawn to king.
const FIGURINES: [[char; 6]; 2] = [
    ['♙', '♘', '♗', '♖', '♕', '♔'],
    ['♟', '♞', '♝', '♜', '♛', '♚'],
];

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = ArrayString::<{ "Black knight".len() }>::new();
        write!(name, "{} {}", self.color, self.kind)?;
        f.pad(&name)
    }
}

/// Reads the letter of a FEN, or a color, a space and a kind, as [`Display`](fmt::Display) writes it.
impl FromStr for Piece {
    type Err = ParsePieceError;

    fn from_str(text: &str) -> Result<Self, ParsePieceError> {
        if let Some((color, kind)) = text.split_once(' ') {
            let color = color.parse().map_err(|_| ParsePieceError)?;
            return Ok(PieceKind::from_str(kind)?.of(color));
        }
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Self::from_letter(letter).ok_or(ParsePieceError),
            _ => Err(ParsePieceError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_letters_are_read_back() {
        for kind in PieceKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(kind.letter().to_string().parse(), Ok(kind));
            for piece in Color::ALL.map(|color| kind.of(color)) {
                assert_eq!(piece.to_string(), format!("{} {kind}", piece.color));
                assert_eq!(piece.to_string().parse(), Ok(piece));
                assert_eq!(piece.letter().to_string().parse(), Ok(piece));
            }
        }
        for text in ["", "x", "♘", "white", "white  pawn", "knight ", "white x"] {
            assert_eq!(text.parse::<Piece>(), Err(ParsePieceError), "{text}");
        }
        assert_eq!(format!("[{:<7}]", PieceKind::Rook), "[rook   ]");
        let queen = PieceKind::Queen.of(Color::Black);
        assert_eq!(format!("[{queen:>12}]"), "[ Black queen]");
    }
}

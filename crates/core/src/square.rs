//! The 64 squares, with files and ranks.

use core::fmt;
use core::str::FromStr;

use crate::color::Color;

/// One of the 64 squares, in the order a1, b1 … h8.
///
/// ```
/// use plywood_core::{Color, File, Rank, Square};
///
/// let square: Square = "e4".parse()?;
/// assert_eq!(square, Square::new(File::E, Rank::Four));
/// assert_eq!(
///     (square.file(), square.rank(), square.index()),
///     (File::E, Rank::Four, 28)
/// );
/// assert_eq!((square.flip(), square.mirror()), (Square::E5, Square::D4));
/// assert_eq!(square.distance(Square::A1), 4);
/// # Ok::<(), plywood_core::ParseSquareError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[rustfmt::skip]
#[expect(missing_docs, reason = "a square's name says all there is to say")]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

/// The error for a string that doesn't name a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[error("expected a square from a1 to h8")]
pub struct ParseSquareError;

impl Square {
    /// All squares from a1 to h8.
    pub const ALL: [Self; 64] = {
        let mut all = [Self::A1; 64];
        let mut index = 0;
        while index < 64 {
            all[index as usize] = Self::wrap(index);
            index += 1;
        }
        all
    };

    /// Returns the square on a file and a rank.
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::wrap(rank as u8 * 8 + file as u8)
    }

    /// Returns the square with a number, from a1 = 0 and b1 = 1 to h8 = 63.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 64 {
            Some(Self::wrap(index as u8))
        } else {
            None
        }
    }

    /// Returns the square whose number has these six low bits. The compiler turns the table into no
    /// instruction at all.
    #[inline]
    #[rustfmt::skip]
    pub(crate) const fn wrap(index: u8) -> Self {
        match index & 63 {
            0 => Self::A1, 1 => Self::B1, 2 => Self::C1, 3 => Self::D1, 4 => Self::E1, 5 => Self::F1, 6 => Self::G1, 7 => Self::H1,
            8 => Self::A2, 9 => Self::B2, 10 => Self::C2, 11 => Self::D2, 12 => Self::E2, 13 => Self::F2, 14 => Self::G2, 15 => Self::H2,
            16 => Self::A3, 17 => Self::B3, 18 => Self::C3, 19 => Self::D3, 20 => Self::E3, 21 => Self::F3, 22 => Self::G3, 23 => Self::H3,
            24 => Self::A4, 25 => Self::B4, 26 => Self::C4, 27 => Self::D4, 28 => Self::E4, 29 => Self::F4, 30 => Self::G4, 31 => Self::H4,
            32 => Self::A5, 33 => Self::B5, 34 => Self::C5, 35 => Self::D5, 36 => Self::E5, 37 => Self::F5, 38 => Self::G5, 39 => Self::H5,
            40 => Self::A6, 41 => Self::B6, 42 => Self::C6, 43 => Self::D6, 44 => Self::E6, 45 => Self::F6, 46 => Self::G6, 47 => Self::H6,
            48 => Self::A7, 49 => Self::B7, 50 => Self::C7, 51 => Self::D7, 52 => Self::E7, 53 => Self::F7, 54 => Self::G7, 55 => Self::H7,
            56 => Self::A8, 57 => Self::B8, 58 => Self::C8, 59 => Self::D8, 60 => Self::E8, 61 => Self::F8, 62 => Self::G8, 63 => Self::H8,
            64.. => unreachable!(),
        }
    }

    /// Returns the number of the square, from a1 = 0 to h8 = 63.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the file of the square.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File::ALL[self as usize & 7]
    }

    /// Returns the rank of the square.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self as usize >> 3]
    }

    /// Returns the square on the board upside down: a1 becomes a8.
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self::wrap(self as u8 ^ 56)
    }

    /// Returns the square mirrored left to right: a1 becomes h1.
    #[inline]
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self::wrap(self as u8 ^ 7)
    }

    /// Returns the square as a color sees it: for Black it is [flipped](Self::flip).
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip(),
        }
    }

    /// Returns the square a number of files to the right and ranks up, if it is on the board.
    ///
    /// ```
    /// use plywood_core::Square;
    ///
    /// assert_eq!((Square::E4.step(1, 2), Square::H1.step(1, 0)), (Some(Square::F6), None));
    /// ```
    #[must_use]
    pub const fn step(self, files: i8, ranks: i8) -> Option<Self> {
        let (Some(file), Some(rank)) = (
            (self as i8 & 7).checked_add(files),
            (self as i8 >> 3).checked_add(ranks),
        ) else {
            return None;
        };
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            Some(Self::wrap((rank * 8 + file).cast_unsigned()))
        } else {
            None
        }
    }

    /// Returns the number of king's moves between two squares.
    #[must_use]
    pub const fn distance(self, other: Self) -> u8 {
        let files = (self as u8 & 7).abs_diff(other as u8 & 7);
        let ranks = (self as u8 >> 3).abs_diff(other as u8 >> 3);
        if files > ranks { files } else { ranks }
    }

    /// Returns `true` if this is a light square, as h1 is.
    #[must_use]
    pub const fn is_light(self) -> bool {
        (self as u8 ^ (self as u8 >> 3)) & 1 == 1
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [self.file().letter() as u8, self.rank().digit() as u8];
        f.pad(core::str::from_utf8(&name).unwrap_or(""))
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Ok(Self::wrap((rank - b'1') * 8 + (file - b'a')))
            }
            _ => Err(ParseSquareError),
        }
    }
}

/// A column of the board, `a` to `h` from White's left.
///
/// ```
/// use plywood_core::File;
///
/// assert_eq!(File::ALL[4], File::E);
/// assert_eq!((File::E.letter(), File::from_letter('E')), ('e', Some(File::E)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "a file's name says all there is to say")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

/// A row of the board, 1 to 8 from White's side.
///
/// ```
/// use plywood_core::{Color, Rank};
///
/// assert_eq!(Rank::ALL[3], Rank::Four);
/// assert_eq!((Rank::Four.digit(), Rank::from_digit('4')), ('4', Some(Rank::Four)));
/// assert_eq!(Rank::Two.relative_to(Color::Black), Rank::Seven);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "a rank's name says all there is to say")]
pub enum Rank {
    One,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
}

impl File {
    /// All files from `a` to `h`.
    pub const ALL: [Self; 8] = [
        Self::A,
        Self::B,
        Self::C,
        Self::D,
        Self::E,
        Self::F,
        Self::G,
        Self::H,
    ];

    /// Returns the file's letter, `a` to `h`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Returns the file with a letter, in upper or lower case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='h' => Some(Self::ALL[letter as usize - 'a' as usize]),
            'A'..='H' => Some(Self::ALL[letter as usize - 'A' as usize]),
            _ => None,
        }
    }
}

impl Rank {
    /// All ranks from 1 to 8.
    pub const ALL: [Self; 8] = [
        Self::One,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
    ];

    /// Returns the rank's digit, `1` to `8`.
    #[must_use]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Returns the rank with a digit, `1` to `8`.
    #[must_use]
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Some(Self::ALL[digit as usize - '1' as usize]),
            _ => None,
        }
    }

    /// Returns the rank as a color sees it: for Black, [`Rank::Two`] is the seventh rank of the board.
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::ALL[7 - self as usize],
        }
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letter().encode_utf8(&mut [0; 4]))
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.digit().encode_utf8(&mut [0; 4]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::from_index(index), Some(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        assert_eq!(Square::from_index(64), None);
    }

    #[test]
    fn other_texts_are_not_squares() {
        for text in ["", "e", "e9", "i1", "E4", "e44", "é4", "4e"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text}");
        }
    }

    #[test]
    fn h1_is_light_and_a1_is_dark() {
        assert!(Square::H1.is_light());
        assert!(!Square::A1.is_light());
    }
}

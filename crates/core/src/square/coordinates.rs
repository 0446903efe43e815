//! Files and ranks.

use core::fmt;

use crate::color::Color;

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

    /// The file's letter, `a` to `h`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file with a letter, in upper or lower case.
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

    /// The rank's digit, `1` to `8`.
    #[must_use]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank with a digit, `1` to `8`.
    #[must_use]
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Some(Self::ALL[digit as usize - '1' as usize]),
            _ => None,
        }
    }

    /// The rank as a color sees it: for Black, [`Rank::Two`] is the seventh rank of the board.
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

//! The two colors, and a pair of values, one for each.

use core::fmt;
use core::ops::{Index, IndexMut, Not};
use core::str::FromStr;

/// White or Black.
///
/// ```
/// use plywood_core::Color;
///
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(
///     (Color::Black.letter(), Color::from_letter('w')),
///     ('b', Some(Color::White))
/// );
/// assert_eq!("Black".parse(), Ok(Color::Black));
/// assert_eq!("b".parse(), Ok(Color::Black));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Color {
    /// The player who moves first in a game from the start position.
    White,
    /// The other player.
    Black,
}

impl Color {
    /// Both colors, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Returns the letter in a FEN: `w` or `b`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// Returns the color with that FEN letter, `w` or `b`.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'w' => Some(Self::White),
            'b' => Some(Self::Black),
            _ => None,
        }
    }

    /// Returns the other color. Use it in `const` code; elsewhere write `!color`.
    #[doc(alias = "opposite")]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }
}

/// The error for a string that doesn't name a color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[error("expected \"white\" or \"black\", \"w\" or \"b\"")]
pub struct ParseColorError;

/// Reads `white` and `black` in upper or lower case, and the letters of a FEN.
impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Self, ParseColorError> {
        let is_named = |color: &Self| {
            text.eq_ignore_ascii_case(color.name()) || text.chars().eq([color.letter()])
        };
        Self::ALL.into_iter().find(is_named).ok_or(ParseColorError)
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.other()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A value for each color, indexed by [`Color`].
///
/// ```
/// use plywood_core::{ByColor, Color};
///
/// assert_eq!(ByColor::from_fn(Color::letter), ByColor { white: 'w', black: 'b' });
/// let mut captured = ByColor { white: 0, black: 0 };
/// captured[Color::Black] += 1;
/// assert_eq!(captured, ByColor { white: 0, black: 1 });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByColor<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> ByColor<T> {
    /// Builds the pair by calling a function for each color.
    pub fn from_fn(mut part: impl FnMut(Color) -> T) -> Self {
        Self {
            white: part(Color::White),
            black: part(Color::Black),
        }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}

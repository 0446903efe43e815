//! The two players, and a pair of one thing for each.

use core::fmt;
use core::ops::{Index, IndexMut, Not};

/// White or Black.
///
/// ```
/// use plywood_core::Color;
///
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::Black.letter(), 'b');
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

    /// The letter FEN uses: `w` or `b`.
    ///
    /// ```
    /// use plywood_core::Color;
    ///
    /// assert_eq!(Color::ALL.map(Color::letter), ['w', 'b']);
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// The color that a FEN letter names.
    ///
    /// ```
    /// use plywood_core::Color;
    ///
    /// assert_eq!(Color::from_letter('b'), Some(Color::Black));
    /// assert_eq!(Color::from_letter('B'), None);
    /// ```
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'w' => Some(Self::White),
            'b' => Some(Self::Black),
            _ => None,
        }
    }

    /// The other color, for `const` code; elsewhere write `!color`.
    ///
    /// ```
    /// use plywood_core::Color;
    ///
    /// const SECOND: Color = Color::White.other();
    /// assert_eq!(SECOND, Color::Black);
    /// ```
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
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
        f.pad(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// One thing for each color, indexed by [`Color`].
///
/// ```
/// use plywood_core::{ByColor, Color};
///
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
    /// Makes the pair by asking for each color's part.
    ///
    /// ```
    /// use plywood_core::{ByColor, Color};
    ///
    /// let letters = ByColor::new(Color::letter);
    /// assert_eq!(letters[Color::Black], 'b');
    /// ```
    pub fn new(mut part: impl FnMut(Color) -> T) -> Self {
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

//! A set of squares in one 64-bit word, and the walk over it.

mod operators;

use core::fmt;
use core::iter::FusedIterator;

use crate::color::Color;
use crate::square::{File, Rank, Square};

/// A set of squares.
///
/// ```
/// use plywood_core::{Bitboard, File, Rank, Square};
///
/// let set = Bitboard::from(Rank::Two) & (Bitboard::from(File::A) | Square::H2);
/// assert_eq!(set.len(), 2);
/// assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::A2, Square::H2]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const FULL: Self = Self(!0);
    /// The light squares.
    pub const LIGHT: Self = Self(0x55AA_55AA_55AA_55AA);
    /// The dark squares.
    pub const DARK: Self = Self(!Self::LIGHT.0);

    /// How many squares are in the set.
    ///
    /// ```
    /// use plywood_core::{Bitboard, File};
    ///
    /// assert_eq!(Bitboard::from(File::E).len(), 8);
    /// ```
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no square in the set.
    ///
    /// ```
    /// use plywood_core::Bitboard;
    ///
    /// assert!((Bitboard::LIGHT & Bitboard::DARK).is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there are two squares or more in the set.
    ///
    /// ```
    /// use plywood_core::{Bitboard, Square};
    ///
    /// assert!(Bitboard::FULL.has_many() && !Bitboard::from(Square::E4).has_many());
    /// ```
    #[inline]
    #[must_use]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the square is in the set.
    ///
    /// ```
    /// use plywood_core::{Bitboard, Square};
    ///
    /// assert!(Bitboard::DARK.contains(Square::A1));
    /// ```
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// Whether the two sets share a square.
    ///
    /// ```
    /// use plywood_core::{Bitboard, File, Rank};
    ///
    /// assert!(Bitboard::from(File::E).intersects(Rank::Four.into()));
    /// ```
    #[inline]
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every square of this set is in the other.
    ///
    /// ```
    /// use plywood_core::{Bitboard, File};
    ///
    /// assert!(Bitboard::EMPTY.is_subset(File::E.into()));
    /// assert!(!Bitboard::LIGHT.is_subset(File::E.into()));
    /// ```
    #[inline]
    #[must_use]
    pub const fn is_subset(self, of: Self) -> bool {
        self.0 & !of.0 == 0
    }

    /// The lowest square of the set, in the order a1, b1 … h8.
    ///
    /// ```
    /// use plywood_core::{Bitboard, Square};
    ///
    /// assert_eq!(Bitboard::LIGHT.first(), Some(Square::B1));
    /// assert_eq!(Bitboard::EMPTY.first(), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::wrap(self.0.trailing_zeros() as u8))
        }
    }

    /// The highest square of the set.
    ///
    /// ```
    /// use plywood_core::{Bitboard, Square};
    ///
    /// assert_eq!(Bitboard::LIGHT.last(), Some(Square::G8));
    /// ```
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::wrap(63 - self.0.leading_zeros() as u8))
        }
    }

    /// The square, if there is exactly one.
    ///
    /// ```
    /// use plywood_core::{Bitboard, Square};
    ///
    /// assert_eq!(Bitboard::from(Square::E4).single(), Some(Square::E4));
    /// assert_eq!(Bitboard::FULL.single(), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn single(self) -> Option<Square> {
        if self.has_many() { None } else { self.first() }
    }

    /// The set seen from the other side of the board: rank 1 becomes rank 8.
    ///
    /// ```
    /// use plywood_core::{Bitboard, Rank};
    ///
    /// assert_eq!(Bitboard::from(Rank::Two).flip(), Rank::Seven.into());
    /// ```
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// The set in a mirror: file a becomes file h.
    ///
    /// ```
    /// use plywood_core::{Bitboard, File};
    ///
    /// assert_eq!(Bitboard::from(File::B).mirror(), File::G.into());
    /// ```
    #[inline]
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self(self.0.reverse_bits().swap_bytes())
    }

    /// The set as that color sees it.
    ///
    /// ```
    /// use plywood_core::{Bitboard, Color, Rank};
    ///
    /// assert_eq!(Bitboard::from(Rank::Two).relative_to(Color::Black), Rank::Seven.into());
    /// ```
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip(),
        }
    }

    /// The squares so many files to the right and ranks up of those in the set;
    /// what would leave the board is dropped.
    ///
    /// ```
    /// use plywood_core::{Bitboard, Square};
    ///
    /// let set = Bitboard::from(Square::G1) | Square::H1;
    /// assert_eq!(set.shift(1, 1), Square::H2.into());
    /// ```
    #[inline]
    #[must_use]
    pub const fn shift(self, files: i8, ranks: i8) -> Self {
        if files <= -8 || files >= 8 || ranks <= -8 || ranks >= 8 {
            return Self::EMPTY;
        }
        let kept = if files >= 0 {
            0xFF >> files
        } else {
            0xFF << -files & 0xFF
        };
        let kept = self.0 & (0x0101_0101_0101_0101 * kept);
        let steps = ranks as i32 * 8 + files as i32;
        if steps >= 0 {
            Self(kept << steps)
        } else {
            Self(kept >> -steps)
        }
    }

    /// The square of a set that is known to hold one; without one, any square.
    #[inline]
    pub(crate) const fn first_unchecked(self) -> Square {
        Square::wrap(self.0.trailing_zeros() as u8)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self(1 << square as u8)
    }
}

impl From<File> for Bitboard {
    #[inline]
    fn from(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file as u8)
    }
}

impl From<Rank> for Bitboard {
    #[inline]
    fn from(rank: Rank) -> Self {
        Self(0xFF << (8 * rank as u8))
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | square)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a [`Bitboard`], from a1 to h8.
///
/// ```
/// use plywood_core::{Bitboard, Rank};
///
/// let mut squares = Bitboard::from(Rank::One).into_iter();
/// assert_eq!(squares.len(), 8);
/// assert_eq!(squares.next().map(|square| square.to_string()).as_deref(), Some("a1"));
/// ```
#[derive(Debug, Clone)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first();
        self.0.0 &= self.0.0.wrapping_sub(1);
        square
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = self.0.len() as usize;
        (length, Some(length))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let square = self.0.last()?;
        self.0 -= square;
        Some(square)
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

/// Eight rows of dots and crosses, the eighth rank on top.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let mark = if self.contains(Square::new(file, rank)) {
                    'x'
                } else {
                    '.'
                };
                let end = if file == File::H { '\n' } else { ' ' };
                write!(f, "{mark}{end}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_drop_what_leaves_the_board() {
        for square in Square::ALL {
            for files in -8..=8 {
                for ranks in -8..=8 {
                    let expected = square
                        .step(files, ranks)
                        .map_or(Bitboard::EMPTY, Bitboard::from);
                    assert_eq!(
                        Bitboard::from(square).shift(files, ranks),
                        expected,
                        "{square} {files} {ranks}"
                    );
                }
            }
        }
    }

    #[test]
    fn flips_and_mirrors_move_every_square() {
        for square in Square::ALL {
            assert_eq!(Bitboard::from(square).flip(), square.flip().into());
            assert_eq!(Bitboard::from(square).mirror(), square.mirror().into());
        }
    }

    #[test]
    fn the_light_squares_are_light() {
        assert_eq!(
            Square::ALL
                .into_iter()
                .filter(|s| s.is_light())
                .collect::<Bitboard>(),
            Bitboard::LIGHT
        );
    }
}

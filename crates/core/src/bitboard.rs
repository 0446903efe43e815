//! A set of squares in one 64-bit word, its operators and its iterator.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::color::Color;
use crate::square::{File, Rank, Square};

/// A set of squares. Bit 0 is a1, bit 1 is b1, bit 63 is h8.
///
/// Sets are combined with `&`, `|`, `^`, `!` and `-` (the squares of the first that are not in the
/// second). The other side of an operator may be a square, a file or a rank.
///
/// ```
/// use plywood_core::{Bitboard, File, Rank, Square};
///
/// let set = (Bitboard::from(Rank::Two) | File::E) - Square::E2;
/// assert_eq!(set.len(), 14);
/// assert_eq!(set.to_string(), "\
/// . . . . x . . .
/// . . . . x . . .
/// . . . . x . . .
/// . . . . x . . .
/// . . . . x . . .
/// . . . . x . . .
/// x x x x . x x x
/// . . . . x . . .
/// ");
/// assert_eq!(set.into_iter().next(), Some(Square::E1));
/// assert_eq!(format!("{set:#018x}"), "0x101010101010ef10");
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

    /// Returns the number of squares in the set.
    #[doc(alias("count", "popcnt"))]
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns `true` if the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if the set has two squares or more.
    #[inline]
    #[must_use]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns `true` if the square is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// Returns `true` if the two sets share a square.
    #[inline]
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns `true` if every square of this set is in the other.
    #[inline]
    #[must_use]
    pub const fn is_subset(self, of: Self) -> bool {
        self.0 & !of.0 == 0
    }

    /// Returns the first square of the set in the order a1, b1 … h8.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::wrap(self.0.trailing_zeros() as u8))
        }
    }

    /// Returns the last square of the set in the order a1, b1 … h8.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::wrap(63 - self.0.leading_zeros() as u8))
        }
    }

    /// Returns the only square of the set; `None` if it has none or several.
    #[inline]
    #[must_use]
    pub const fn single(self) -> Option<Square> {
        if self.has_many() { None } else { self.first() }
    }

    /// Returns the set turned upside down: rank 1 becomes rank 8.
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Returns the set mirrored left to right: file a becomes file h.
    #[inline]
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self(self.0.reverse_bits().swap_bytes())
    }

    /// Returns the set as a color sees it: for Black it is [flipped](Self::flip).
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip(),
        }
    }

    /// Moves every square by a number of files (to the right) and ranks (up). Squares that would leave
    /// the board are dropped.
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

    /// Returns the first square of a set that is not empty; any square if it is.
    #[inline]
    pub(crate) const fn first_unchecked(self) -> Square {
        Square::wrap(self.0.trailing_zeros() as u8)
    }
}

impl<T: Into<Self>> BitAnd<T> for Bitboard {
    type Output = Self;

    #[inline]
    fn bitand(self, other: T) -> Self {
        Self(self.0 & other.into().0)
    }
}

impl<T: Into<Self>> BitOr<T> for Bitboard {
    type Output = Self;

    #[inline]
    fn bitor(self, other: T) -> Self {
        Self(self.0 | other.into().0)
    }
}

impl<T: Into<Self>> BitXor<T> for Bitboard {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: T) -> Self {
        Self(self.0 ^ other.into().0)
    }
}

impl<T: Into<Self>> Sub<T> for Bitboard {
    type Output = Self;

    /// Returns the squares of this set that are not in the other.
    #[inline]
    fn sub(self, other: T) -> Self {
        Self(self.0 & !other.into().0)
    }
}

impl<T: Into<Self>> BitAndAssign<T> for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: T) {
        *self = *self & other;
    }
}

impl<T: Into<Self>> BitOrAssign<T> for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: T) {
        *self = *self | other;
    }
}

impl<T: Into<Self>> BitXorAssign<T> for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: T) {
        *self = *self ^ other;
    }
}

impl<T: Into<Self>> SubAssign<T> for Bitboard {
    #[inline]
    fn sub_assign(&mut self, other: T) {
        *self = *self - other;
    }
}

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
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

/// The iterator over the squares of a [`Bitboard`], from a1 to h8, or backwards with `rev`.
///
/// ```
/// use plywood_core::{Bitboard, Rank, Square};
///
/// let mut squares = Bitboard::from(Rank::One).into_iter();
/// assert_eq!(
///     (squares.next(), squares.next_back()),
///     (Some(Square::A1), Some(Square::H1))
/// );
/// assert_eq!(squares.len(), 6);
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

/// Eight rows of `.` and `x`, the eighth rank on top.
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

/// The set as a number.
impl fmt::LowerHex for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
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
    fn light_squares_are_light() {
        assert_eq!(
            Square::ALL
                .into_iter()
                .filter(|s| s.is_light())
                .collect::<Bitboard>(),
            Bitboard::LIGHT
        );
    }
}

//! Operators on sets: `&`, `|`, `^`, `-` and `!`.

use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::bitboard::Bitboard;

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

    /// The squares of this set that are not in the other.
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

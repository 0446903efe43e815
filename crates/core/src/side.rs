//! The side to move as a type, so that code written once is compiled for each color.

use crate::color::Color;

const NOT_FILE_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_FILE_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// Directions and ranks as one color sees them; "west" is towards the a-file for both.
pub(crate) trait Side: Copy {
    type Other: Side<Other = Self>;
    const COLOR: Color;
    /// The steps of a pawn in square numbers: a push, a capture to the west, one to the east.
    const PUSH: i8;
    const WEST: i8 = Self::PUSH - 1;
    const EAST: i8 = Self::PUSH + 1;
    /// The first rank, where the king castles.
    const HOME: u64;
    /// The rank that pawns reach by their first single push.
    const THIRD: u64;
    /// The last rank, where pawns promote.
    const LAST: u64;

    /// Moves every square of a set one step forward.
    #[inline(always)]
    fn push(set: u64) -> u64 {
        match Self::COLOR {
            Color::White => set << 8,
            Color::Black => set >> 8,
        }
    }

    /// Returns the targets of pawn captures to the west.
    #[inline(always)]
    fn west(pawns: u64) -> u64 {
        match Self::COLOR {
            Color::White => (pawns & NOT_FILE_A) << 7,
            Color::Black => (pawns & NOT_FILE_A) >> 9,
        }
    }

    /// Returns the targets of pawn captures to the east.
    #[inline(always)]
    fn east(pawns: u64) -> u64 {
        match Self::COLOR {
            Color::White => (pawns & NOT_FILE_H) << 9,
            Color::Black => (pawns & NOT_FILE_H) >> 7,
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct White;

#[derive(Clone, Copy)]
pub(crate) struct Black;

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;
    const PUSH: i8 = 8;
    const HOME: u64 = 0xFF;
    const THIRD: u64 = 0xFF << 16;
    const LAST: u64 = 0xFF << 56;
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
    const PUSH: i8 = -8;
    const HOME: u64 = 0xFF << 56;
    const THIRD: u64 = 0xFF << 40;
    const LAST: u64 = 0xFF;
}

/// Returns the squares that knights on these squares attack, computed for all at once.
#[inline(always)]
pub(crate) const fn knight_reach(knights: u64) -> u64 {
    const NOT_FILES_AB: u64 = 0xFCFC_FCFC_FCFC_FCFC;
    const NOT_FILES_GH: u64 = 0x3F3F_3F3F_3F3F_3F3F;
    let beside = (knights >> 1 & NOT_FILE_H) | (knights << 1 & NOT_FILE_A);
    let two_beside = (knights >> 2 & NOT_FILES_GH) | (knights << 2 & NOT_FILES_AB);
    beside << 16 | beside >> 16 | two_beside << 8 | two_beside >> 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::{KNIGHT, PAWN};

    #[test]
    fn sets_move_as_their_squares_do() {
        for square in 0..64 {
            let set = 1 << square;
            assert_eq!(knight_reach(set), KNIGHT[square]);
            assert_eq!(White::west(set) | White::east(set), PAWN[0][square]);
            assert_eq!(Black::west(set) | Black::east(set), PAWN[1][square]);
        }
    }
}

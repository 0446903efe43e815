//! Sets of squares shifted and filled, for a player who moves up the board.

use plywood_core::Bitboard;

pub(crate) const CENTER: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// The sixteen squares from c3 to f6.
pub(crate) const WIDE_CENTER: Bitboard = Bitboard(0x0000_3C3C_3C3C_0000);
pub(crate) const LONG_DIAGONALS: Bitboard = Bitboard(0x8142_2418_1824_4281);
const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// Returns every square one rank up.
#[inline(always)]
pub(crate) const fn up(set: Bitboard) -> Bitboard {
    Bitboard(set.0 << 8)
}

/// Returns every square one rank down.
#[inline(always)]
pub(crate) const fn down(set: Bitboard) -> Bitboard {
    Bitboard(set.0 >> 8)
}

/// Returns the squares to the left and right.
#[inline(always)]
pub(crate) const fn beside(set: Bitboard) -> Bitboard {
    Bitboard((set.0 & NOT_H) << 1 | (set.0 & NOT_A) >> 1)
}

/// Returns the squares that pawns moving up attack.
#[inline(always)]
pub(crate) const fn pawn_attacks(pawns: Bitboard) -> Bitboard {
    up(beside(pawns))
}

/// Returns the squares that two pawns moving up attack.
#[inline(always)]
pub(crate) const fn pawn_double_attacks(pawns: Bitboard) -> Bitboard {
    Bitboard((pawns.0 & NOT_H) << 9 & (pawns.0 & NOT_A) << 7)
}

/// Returns the set and all squares above it.
#[inline(always)]
pub(crate) const fn fill_up(set: Bitboard) -> Bitboard {
    let set = set.0 | set.0 << 8;
    let set = set | set << 16;
    Bitboard(set | set << 32)
}

/// Returns the set and all squares below it.
#[inline(always)]
pub(crate) const fn fill_down(set: Bitboard) -> Bitboard {
    let set = set.0 | set.0 >> 8;
    let set = set | set >> 16;
    Bitboard(set | set >> 32)
}

/// Returns all files that the set touches.
#[inline(always)]
pub(crate) const fn files(set: Bitboard) -> Bitboard {
    fill_up(fill_down(set))
}

/// Returns all squares above those of the set.
#[inline(always)]
pub(crate) const fn above(set: Bitboard) -> Bitboard {
    fill_up(up(set))
}

/// Returns all squares below those of the set.
#[inline(always)]
pub(crate) const fn below(set: Bitboard) -> Bitboard {
    fill_down(down(set))
}

/// Returns the number of squares.
#[inline(always)]
pub(crate) const fn count(set: Bitboard) -> i32 {
    set.len().cast_signed()
}

/// Returns `true` if there are fewer than three squares.
#[inline(always)]
pub(crate) const fn is_less_than_three(set: Bitboard) -> bool {
    let without_first = set.0 & set.0.wrapping_sub(1);
    without_first & without_first.wrapping_sub(1) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::{File, Rank, Square};

    #[test]
    fn shifts_and_fills_stop_at_the_edge() {
        let e4 = Bitboard::from(Square::E4);
        assert_eq!(files(e4), File::E.into());
        assert_eq!(above(e4) | e4 | below(e4), files(e4));
        assert_eq!(pawn_attacks(Rank::Two.into()), Rank::Three.into());
        let h2 = Bitboard::from(Square::H2) | Square::F2;
        assert_eq!(pawn_double_attacks(h2), Square::G3.into());
        assert_eq!(beside(File::A.into()), File::B.into());
        assert_eq!(count(h2), 2);
        assert!(is_less_than_three(h2) && !is_less_than_three(h2 | e4));
    }
}

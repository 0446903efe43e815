//! [`Tapered`]: a value for the middlegame and one for the endgame, and [`Blend`], which interpolates between them.

use crate::chess::sets::count;
use plywood_core::{Bitboard, Color, PieceKind, Position};
use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A value in centipawns with all pieces on the board, and another with only kings and pawns.
///
/// With the feature `serde` it is serialized as a pair: `[10,40]`.
///
/// Arithmetic wraps around at the ends of `i32`, so that evaluation doesn't pay for overflow checks. Sensible weights come nowhere near
/// them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "[i32; 2]", into = "[i32; 2]"))]
pub struct Tapered {
    /// The value with all pieces on the board.
    pub middlegame: i32,
    /// The value with only kings and pawns.
    pub endgame: i32,
}

impl Tapered {
    /// Zero in both.
    pub const ZERO: Self = Self::new(0, 0);

    /// Makes a pair from the middlegame and the endgame value.
    #[inline(always)]
    #[must_use]
    pub const fn new(middlegame: i32, endgame: i32) -> Self {
        Self {
            middlegame,
            endgame,
        }
    }
}

impl From<[i32; 2]> for Tapered {
    fn from([middlegame, endgame]: [i32; 2]) -> Self {
        Self::new(middlegame, endgame)
    }
}

impl From<Tapered> for [i32; 2] {
    fn from(value: Tapered) -> Self {
        [value.middlegame, value.endgame]
    }
}

impl Add for Tapered {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::new(
            self.middlegame.wrapping_add(other.middlegame),
            self.endgame.wrapping_add(other.endgame),
        )
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Neg for Tapered {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(self.middlegame.wrapping_neg(), self.endgame.wrapping_neg())
    }
}

impl Sub for Tapered {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    #[inline(always)]
    fn mul(self, times: i32) -> Self {
        Self::new(
            self.middlegame.wrapping_mul(times),
            self.endgame.wrapping_mul(times),
        )
    }
}

/// Both values in one number, so that one addition adds both: the endgame value times 2^32, plus the middlegame value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PackedTapered(i64);

impl PackedTapered {
    pub(crate) const ZERO: Self = Self(0);

    #[inline(always)]
    pub(crate) const fn new(value: Tapered) -> Self {
        Self(((value.endgame as i64) << 32).wrapping_add(value.middlegame as i64))
    }

    /// Adds another value `times` times.
    #[inline(always)]
    pub(crate) const fn add(&mut self, value: Self, times: i32) {
        self.0 = self.0.wrapping_add(value.0.wrapping_mul(times as i64));
    }

    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "each half is taken by itself"
    )]
    pub(crate) const fn unpack(self) -> Tapered {
        let middlegame = self.0 as i32;
        let endgame = self.0.wrapping_sub(middlegame as i64) >> 32;
        Tapered::new(middlegame, endgame as i32)
    }
}

/// The shares of the middlegame and the endgame values in a position. They do not depend on the weights.
///
/// ```
/// use plywood_eval::{Blend, Tapered};
/// use plywood_core::Position;
///
/// let value = Tapered::new(10, 40);
/// assert_eq!(Blend::of(&Position::START).centipawns(value), 10);
/// let pawns: Position = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1".parse()?;
/// assert_eq!(Blend::of(&pawns).centipawns(value), 40);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Blend {
    /// From 24 with all pieces on the board to 0 with none: minor pieces count 1, rooks 2, queens 4.
    pub phase: i32,
    /// The share of the endgame value, in 64ths: less than 64 where a win is difficult.
    pub scale: i32,
}

const FULL_PHASE: i32 = 24;
const FULL_SCALE: i32 = 64;

impl Blend {
    /// Returns the blend of a position.
    #[inline(always)]
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let board = position.board();
        let minors = board.kind(PieceKind::Knight) | board.kind(PieceKind::Bishop);
        let phase = count(minors)
            + 2 * count(board.kind(PieceKind::Rook))
            + 4 * count(board.kind(PieceKind::Queen));
        Self {
            phase: phase.min(FULL_PHASE),
            scale: scale(position),
        }
    }

    /// Returns the shares of the middlegame and the endgame value, each from 0 to 1.
    #[must_use]
    pub fn shares(self) -> [f64; 2] {
        let full = f64::from(FULL_PHASE);
        let endgame = f64::from(FULL_PHASE - self.phase) / full;
        let scale = f64::from(self.scale) / f64::from(FULL_SCALE);
        [f64::from(self.phase) / full, endgame * scale]
    }

    /// Interpolates between the two values.
    #[inline]
    #[must_use]
    pub const fn centipawns(self, value: Tapered) -> i32 {
        let middlegame = value.middlegame.wrapping_mul(self.phase * FULL_SCALE);
        let endgame = (value.endgame).wrapping_mul((FULL_PHASE - self.phase) * self.scale);
        middlegame.wrapping_add(endgame) / (FULL_PHASE * FULL_SCALE)
    }
}

/// Scales down an advantage where a win is difficult: with bishops of opposite colors, or without pawns and at most a minor piece ahead.
#[inline(always)]
fn scale(position: &Position) -> i32 {
    let board = position.board();
    let bishops = |color| position.pieces(color, PieceKind::Bishop);
    let others = board.kind(PieceKind::Knight) | board.straight_sliders();
    let [white, black] = Color::ALL.map(bishops);
    let one_each = white.single().is_some() && black.single().is_some();
    if one_each
        && others.is_empty()
        && white.intersects(Bitboard::LIGHT) != black.intersects(Bitboard::LIGHT)
    {
        return FULL_SCALE / 2;
    }
    let has_pawns = |color| !position.pieces(color, PieceKind::Pawn).is_empty();
    if Color::ALL.into_iter().all(has_pawns) {
        return FULL_SCALE;
    }
    let [white, black] = Color::ALL.map(|color| strength(position, color));
    // Of sides with equal pieces, the one with pawns is ahead.
    let pawns = match white.cmp(&black) {
        Ordering::Greater => position.pieces(Color::White, PieceKind::Pawn),
        Ordering::Less => position.pieces(Color::Black, PieceKind::Pawn),
        Ordering::Equal => board.kind(PieceKind::Pawn),
    };
    if pawns.is_empty() && (white - black).abs() <= 3 {
        FULL_SCALE / 8
    } else {
        FULL_SCALE
    }
}

/// Returns the usual points of the pieces, without pawns: 3, 3, 5 and 9.
#[inline(always)]
fn strength(position: &Position, color: Color) -> i32 {
    let count = |kind| position.pieces(color, kind).len().cast_signed();
    let minors = count(PieceKind::Knight) + count(PieceKind::Bishop);
    3 * minors + 5 * count(PieceKind::Rook) + 9 * count(PieceKind::Queen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale_of(fen: &str) -> i32 {
        Blend::of(&fen.parse().unwrap()).scale
    }

    #[test]
    fn an_advantage_counts_less_where_a_win_is_difficult() {
        assert_eq!(scale_of("4kb2/pp6/8/8/8/8/PPP5/4KB2 w - - 0 1"), 32);
        assert_eq!(scale_of("4kb2/pp6/8/8/8/8/PPP5/2B1K3 w - - 0 1"), 64);
        assert_eq!(scale_of("4k3/8/8/8/8/8/8/4KN2 w - - 0 1"), 8);
        assert_eq!(scale_of("4k3/8/8/8/8/8/8/4KR2 w - - 0 1"), 64);
    }

    #[test]
    fn packed_values_add_up_both_halves() {
        let mut sum = PackedTapered::ZERO;
        for (value, times) in [
            ((-7, 31), 3),
            ((99, -5), 20),
            ((-2_000, -1), 1),
            ((1, 0), -9),
        ] {
            sum.add(PackedTapered::new(Tapered::new(value.0, value.1)), times);
        }
        assert_eq!(sum.unpack(), Tapered::new(-50, -8));
    }

    #[test]
    fn negating_a_value_negates_its_blend() {
        for value in [Tapered::new(-7, 31), Tapered::new(99, -5)] {
            let blend = Blend {
                phase: 7,
                scale: 64,
            };
            assert_eq!(blend.centipawns(value), -blend.centipawns(-value));
        }
    }
}

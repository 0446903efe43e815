//! What the board does not show, in one word: the side to move, en passant and the clocks.

use core::hash::{Hash, Hasher};

use crate::color::Color;
use crate::square::{File, Square};

/// Bits 0–23 hold the half-move clock, 24–47 the move number, 48–53 the square behind a pawn that has
/// just gone two squares (0 for none), 54 whether that pawn can be captured, 63 whether Black is to
/// move. Making a move takes two or three operations on one register.
///
/// A square on which no pawn can capture does not count in comparisons.
#[derive(Debug, Clone, Copy)]
pub(crate) struct State(u64);

const CLOCK: u64 = (1 << 24) - 1;
const MOVE: u32 = 24;
const SQUARE: u32 = 48;
const CAPTURABLE: u64 = 1 << 54;
const EN_PASSANT: u64 = 63 << SQUARE | CAPTURABLE;
const BLACK: u64 = 1 << 63;

/// The largest number that a position may begin with in either clock. It leaves room for fifteen
/// million moves, so a clock cannot overflow into its neighbor, and making a move need not check.
pub(crate) const CLOCK_LIMIT: u32 = 1_000_000;

impl State {
    pub(crate) const fn new(side: Color, halfmove_clock: u32, fullmove_number: u32) -> Self {
        let side = match side {
            Color::White => 0,
            Color::Black => BLACK,
        };
        Self(side | halfmove_clock as u64 & CLOCK | (fullmove_number as u64 & CLOCK) << MOVE)
    }

    #[inline(always)]
    pub(crate) const fn side(self) -> Color {
        if self.0 & BLACK == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    #[inline(always)]
    pub(crate) const fn halfmove_clock(self) -> u32 {
        (self.0 & CLOCK) as u32
    }

    #[inline(always)]
    pub(crate) const fn fullmove_number(self) -> u32 {
        (self.0 >> MOVE & CLOCK) as u32
    }

    /// The square behind the pawn that has just gone two squares.
    #[inline(always)]
    pub(crate) const fn double_push_square(self) -> Option<Square> {
        match (self.0 >> SQUARE & 63) as u8 {
            0 => None,
            square => Some(Square::wrap(square)),
        }
    }

    /// That square, if the pawn can be captured en passant.
    #[inline(always)]
    pub(crate) const fn capturable(self) -> Option<Square> {
        if self.0 & CAPTURABLE == 0 {
            None
        } else {
            Some(Square::wrap((self.0 >> SQUARE & 63) as u8))
        }
    }

    #[inline(always)]
    pub(crate) const fn capturable_file(self) -> Option<File> {
        match self.capturable() {
            Some(square) => Some(square.file()),
            None => None,
        }
    }

    /// The state after a move by a color that neither captures nor moves a pawn.
    #[inline(always)]
    pub(crate) const fn next(self, mover: Color) -> Self {
        self.turn(mover, 1)
    }

    /// The state after a capture or a pawn move by a color.
    #[inline(always)]
    pub(crate) const fn next_irreversible(self, mover: Color) -> Self {
        Self(self.turn(mover, 0).0 & !CLOCK)
    }

    #[inline(always)]
    const fn turn(self, mover: Color, clock: u64) -> Self {
        let moves = match mover {
            Color::White => 0,
            Color::Black => 1 << MOVE,
        };
        Self(((self.0 & !EN_PASSANT) + clock + moves) ^ BLACK)
    }

    #[inline(always)]
    pub(crate) const fn with_double_push(self, square: Square) -> Self {
        Self(self.0 | (square as u64) << SQUARE)
    }

    pub(crate) const fn with_capture_possible(self) -> Self {
        Self(self.0 | CAPTURABLE)
    }

    /// The state without a square that no pawn can capture on.
    const fn visible(self) -> u64 {
        if self.0 & CAPTURABLE == 0 {
            self.0 & !EN_PASSANT
        } else {
            self.0
        }
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.visible() == other.visible()
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.visible().hash(hasher);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAST: u32 = CLOCK as u32;

    #[test]
    fn full_clocks_do_not_overflow_into_other_parts() {
        let state = State::new(Color::White, LAST - 1, LAST - 1);
        let passed = state.with_double_push(Square::H6).with_capture_possible();
        assert_eq!(passed.capturable(), Some(Square::H6));
        let black = passed.next(Color::White);
        assert_eq!(
            (black.side(), black.double_push_square()),
            (Color::Black, None)
        );
        assert_eq!(
            (black.halfmove_clock(), black.fullmove_number()),
            (LAST, LAST - 1)
        );
        let white = black.next_irreversible(Color::Black);
        assert_eq!((white.halfmove_clock(), white.fullmove_number()), (0, LAST));
        assert_eq!(white.side(), Color::White);
    }
}

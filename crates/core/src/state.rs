//! The side to move, en passant and the clocks, packed into one word.

use core::hash::{Hash, Hasher};

use crate::color::Color;
use crate::square::{File, Square};

/// Bits 0–27 hold the half-move clock, 28–55 the move number, 56–61 the square behind a pawn that has just gone two squares, or 0 for none.
/// Bit 62 is set if that pawn can be captured, 63 if Black is to move. Making a move takes two or three operations on one register.
///
/// A square on which no pawn can capture does not count in comparisons. Beyond [`CLOCK_LIMIT`] a clock reads as that limit, so that every
/// position has a valid FEN. After 134 million moves it wraps to 0 without touching its neighbor.
#[derive(Debug, Clone, Copy)]
pub(crate) struct State(u64);

const CLOCK: u64 = (1 << 28) - 1;
const MOVE: u32 = 28;
/// The highest bit of both clocks. Every move clears it first, so that no clock overflows into the next part.
const CARRY: u64 = 1 << 27 | 1 << 55;
const SQUARE: u32 = 56;
const CAPTURABLE: u64 = 1 << 62;
const EN_PASSANT: u64 = 63 << SQUARE | CAPTURABLE;
const BLACK: u64 = 1 << 63;

/// The largest number that either clock of a position shows.
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
        let clock = (self.0 & CLOCK) as u32;
        if clock < CLOCK_LIMIT {
            clock
        } else {
            CLOCK_LIMIT
        }
    }

    #[inline(always)]
    pub(crate) const fn fullmove_number(self) -> u32 {
        match (self.0 >> MOVE & CLOCK) as u32 {
            0 => 1,
            number @ 1..CLOCK_LIMIT => number,
            CLOCK_LIMIT.. => CLOCK_LIMIT,
        }
    }

    /// Returns the square behind the pawn that has just gone two squares.
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

    /// Returns the state after a move by `mover` that is neither a capture nor a pawn move.
    #[inline(always)]
    pub(crate) const fn next(self, mover: Color) -> Self {
        Self(((self.0 & !(EN_PASSANT | CARRY)) + 1 + Self::moves(mover)) ^ BLACK)
    }

    /// Returns the state after a capture or a pawn move by a color.
    #[inline(always)]
    pub(crate) const fn next_irreversible(self, mover: Color) -> Self {
        Self(((self.0 & !(EN_PASSANT | CARRY | CLOCK)) + Self::moves(mover)) ^ BLACK)
    }

    /// Returns the amount that a move by a color adds to the move number.
    const fn moves(mover: Color) -> u64 {
        match mover {
            Color::White => 0,
            Color::Black => 1 << MOVE,
        }
    }

    #[inline(always)]
    pub(crate) const fn with_double_push(self, square: Square) -> Self {
        Self(self.0 | (square as u64) << SQUARE)
    }

    pub(crate) const fn with_capture_possible(self) -> Self {
        Self(self.0 | CAPTURABLE)
    }

    /// Returns the parts that comparisons use: the side to move and en passant, and the clocks.
    const fn visible(self) -> (u64, u32, u32) {
        let en_passant = match self.capturable() {
            Some(_) => self.0 & EN_PASSANT,
            None => 0,
        };
        let rest = self.0 & BLACK | en_passant;
        (rest, self.halfmove_clock(), self.fullmove_number())
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

    /// No game is that long, so the numbers are set and not played to.
    #[test]
    fn full_clocks_do_not_overflow_into_other_parts() {
        let full = State::new(Color::White, (1 << 27) - 1, (1 << 27) - 1);
        let passed = full.with_double_push(Square::H6).with_capture_possible();
        assert_eq!(passed.capturable(), Some(Square::H6));
        let mut state = passed;
        for mover in [Color::White, Color::Black].repeat(2) {
            assert_eq!(state.side(), mover);
            state = state.next(mover);
            assert_eq!(state.double_push_square(), None);
            assert!(state.halfmove_clock() <= CLOCK_LIMIT);
            assert!((1..=CLOCK_LIMIT).contains(&state.fullmove_number()));
        }
    }
}

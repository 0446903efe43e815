//! Checks and pins, and whether a king is attacked.

use crate::bitboard::Bitboard;
use crate::board::{Board, COLORS};
use crate::color::Color;
use crate::cpu::{Assumed, Cpu};
use crate::lines::{BETWEEN, KING, KNIGHT, PAWN};
use crate::piece::PieceKind;
use crate::side::{Side, knight_reach};
use crate::square::Square;

/// The checks and pins of the side to move. They are not stored in the position but computed when
/// needed. Storing them costs a third of the time of every move made, and most positions of a
/// search never need them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Checks {
    /// Enemy pieces that give check.
    pub(crate) checkers: u64,
    /// Targets for pieces other than the king: all squares, or those that block the check or capture the checking piece.
    pub(crate) answers: u64,
    /// The ranks and files from the king to an enemy slider with one friendly piece between them, the
    /// slider included.
    pub(crate) straight_pins: u64,
    /// The diagonals from the king to an enemy slider with one friendly piece between them, the slider included.
    pub(crate) diagonal_pins: u64,
}

impl Checks {
    #[inline(always)]
    pub(crate) fn new<S: Side, M: Cpu>(board: &Board) -> Self {
        let own = board.sets[COLORS + S::COLOR as usize];
        let enemy = board.sets[COLORS + S::Other::COLOR as usize];
        let [pawns, knights, bishops, rooks, queens, kings, _, _] = board.sets;
        let king = (kings & own).trailing_zeros() as usize & 63;

        let leapers = PAWN[S::COLOR as usize][king] & pawns | KNIGHT[king] & knights;
        let mut checks = Self {
            checkers: leapers & enemy,
            answers: leapers & enemy,
            straight_pins: 0,
            diagonal_pins: 0,
        };
        // Only enemy pieces block here. One friendly piece between is pinned, and none means check.
        let mut diagonal = M::bishop(king, enemy) & enemy & (bishops | queens);
        while diagonal != 0 {
            let line = checks.add(king, diagonal, own);
            checks.diagonal_pins |= line;
            diagonal &= diagonal - 1;
        }
        let mut straight = M::rook(king, enemy) & enemy & (rooks | queens);
        while straight != 0 {
            let line = checks.add(king, straight, own);
            checks.straight_pins |= line;
            straight &= straight - 1;
        }
        if checks.checkers == 0 {
            checks.answers = !0;
        } else if checks.checkers & (checks.checkers - 1) != 0 {
            checks.answers = 0;
        }
        checks
    }

    /// Adds the check of the first slider of a set, or returns the line of its pin.
    #[inline(always)]
    fn add(&mut self, king: usize, sliders: u64, own: u64) -> u64 {
        let slider = sliders.trailing_zeros() as usize & 63;
        let line = BETWEEN[king][slider];
        let shields = line & own;
        if shields == 0 {
            self.checkers |= 1 << slider;
            self.answers |= line | 1 << slider;
            0
        } else if shields.is_power_of_two() {
            line | 1 << slider
        } else {
            0
        }
    }

    /// Lines from the king on which a piece is pinned.
    #[inline(always)]
    pub(crate) fn pins(&self) -> u64 {
        self.straight_pins | self.diagonal_pins
    }
}

/// Returns all squares that `S` attacks if the given squares are occupied.
#[inline(always)]
pub(crate) fn reach<S: Side, M: Cpu>(board: &Board, occupied: u64) -> u64 {
    let own = board.sets[COLORS + S::COLOR as usize];
    let [pawns, knights, bishops, rooks, queens, _, _, _] = board.sets;
    let pawns = pawns & own;

    let mut reach = S::west(pawns) | S::east(pawns);
    reach |= knight_reach(knights & own);
    reach |= KING[king_square::<S>(board)];
    let mut diagonal = (bishops | queens) & own;
    while diagonal != 0 {
        reach |= M::bishop(diagonal.trailing_zeros() as usize, occupied);
        diagonal &= diagonal - 1;
    }
    let mut straight = (rooks | queens) & own;
    while straight != 0 {
        reach |= M::rook(straight.trailing_zeros() as usize, occupied);
        straight &= straight - 1;
    }
    reach
}

/// Returns the squares to which the king of `S` must not go. They are computed without the king, which doesn't shield the squares behind
/// it.
#[inline(always)]
pub(crate) fn enemy_reach<S: Side, M: Cpu>(board: &Board) -> u64 {
    let king = 1 << king_square::<S>(board);
    reach::<S::Other, M>(board, board.occupied().0 & !king)
}

/// Returns the square of a color's king.
#[inline(always)]
pub(crate) fn king_square<S: Side>(board: &Board) -> usize {
    let kings = board.sets[PieceKind::King as usize];
    (kings & board.sets[COLORS + S::COLOR as usize]).trailing_zeros() as usize & 63
}

/// Returns `true` if the given enemies attack a king of a color on a square, when the given squares are
/// occupied. With the squares after a move this is exact for every move, en passant included.
#[inline(always)]
pub(crate) fn is_attacked<M: Cpu>(
    board: &Board,
    color: Color,
    king: Square,
    occupied: u64,
    enemies: u64,
) -> bool {
    let [pawns, knights, bishops, rooks, queens, kings, _, _] = board.sets;
    let from = king as usize;
    let leapers = PAWN[color as usize][from] & pawns | KNIGHT[from] & knights | KING[from] & kings;
    leapers & enemies != 0
        || M::bishop(from, occupied) & (bishops | queens) & enemies != 0
        || M::rook(from, occupied) & (rooks | queens) & enemies != 0
}

/// Returns `true` if the king of `S` is safe after the pawn on `from` has captured en passant on `to`. Two pawns
/// leave their rank at once, which pins do not show, so the lines are looked up again.
#[inline(always)]
pub(crate) fn is_safe_en_passant<S: Side, M: Cpu>(board: &Board, from: Square, to: Square) -> bool {
    let enemy = board.sets[COLORS + S::Other::COLOR as usize];
    let captured = 1_u64 << (to as u8).wrapping_add_signed(-S::PUSH);
    let occupied = board.occupied().0 & !captured & !(1 << from as u8) | 1 << to as u8;
    let king = Square::wrap(king_square::<S>(board) as u8);
    !is_attacked::<M>(board, S::COLOR, king, occupied, enemy & !captured)
}

/// Returns `true` if a pawn of `S` may legally capture en passant on a square.
pub(crate) fn can_capture_en_passant<S: Side>(board: &Board, passed: Square) -> bool {
    let pawns = board.sets[PieceKind::Pawn as usize] & board.sets[COLORS + S::COLOR as usize];
    let capturers = Bitboard(PAWN[S::Other::COLOR as usize][passed as usize] & pawns);
    capturers
        .into_iter()
        .any(|from| is_safe_en_passant::<S, Assumed>(board, from, passed))
}

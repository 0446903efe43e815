//! The pieces that can move to one square, and whether such a move leaves the king safe.
//!
//! For a single move no checks and pins are prepared: the pieces that reach the target are looked
//! up from the target, and the king's safety is examined on the board after the move.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::cpu::Cpu;
use crate::lines::{BETWEEN, KING, KNIGHT, LINE, PAWN};
use crate::moves::{Move, MoveKind};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::position::checks::is_attacked;
use crate::square::{Rank, Square};

/// Pieces of both colors other than pawns that reach a square; none if a piece of the side to move
/// stands there. Looking up all kinds costs less than a branch on the kind, which is hard to predict.
#[inline(always)]
pub(crate) fn pieces_reaching<M: Cpu>(position: &Position, to: Square) -> u64 {
    let board = &position.board;
    let [_, knights, bishops, rooks, queens, kings, _, _] = board.sets;
    if board.color(position.side_to_move()).contains(to) {
        return 0;
    }
    let (to, occupied) = (to as usize, board.occupied().0);
    KNIGHT[to] & knights
        | KING[to] & kings
        | M::bishop(to, occupied) & (bishops | queens)
        | M::rook(to, occupied) & (rooks | queens)
}

/// Whether a piece other than a pawn reaches a square. For one origin the squares between are enough,
/// which takes less time than to look up the attacks of sliders.
#[inline(always)]
pub(crate) fn piece_reaches(position: &Position, from: Square, to: Square) -> bool {
    let board = &position.board;
    let [_, knights, bishops, rooks, queens, kings, _, _] = board.sets;
    let target = to as usize;
    let is_straight = from.file() == to.file() || from.rank() == to.rank();
    let sliders = queens | if is_straight { rooks } else { bishops };
    let is_clear = (LINE[from as usize][target] != 0)
        & (BETWEEN[from as usize][target] & board.occupied().0 == 0);
    let sliders = if is_clear { sliders } else { 0 };
    (KNIGHT[target] & knights | KING[target] & kings | sliders) >> from as u8 & 1 != 0
}

/// The squares from which pawns of the side to move can reach a square: one or two squares behind an
/// empty one, diagonally behind an enemy piece or the en passant square.
#[inline(always)]
pub(crate) fn pawns_reaching(position: &Position, to: Square) -> u64 {
    let board = &position.board;
    let side = position.side_to_move();
    let target = 1_u64 << to as u8;
    let empty = !board.occupied().0;
    if empty & target != 0 && position.en_passant() != Some(to) {
        let back = |set: u64| match side {
            Color::White => set >> 8,
            Color::Black => set << 8,
        };
        let once = back(target);
        let third = Bitboard::from(Rank::Three.relative_to(side)).0;
        once | back(once & empty & third)
    } else if board.color(side).0 & target == 0 {
        PAWN[!side as usize][to as usize]
    } else {
        0
    }
}

/// The kind of a pawn move with the squares and the promotion of the given one; `None` if a
/// promotion is given off the last rank, or missing on it.
#[inline(always)]
pub(crate) fn pawn_kind(position: &Position, given: Move) -> Option<MoveKind> {
    let (from, to) = (given.from(), given.to());
    let is_last = matches!(to.rank(), Rank::One | Rank::Eight);
    if is_last != (given.kind() != MoveKind::Normal) {
        None
    } else if is_last {
        Some(given.kind())
    } else if position.en_passant() == Some(to) {
        Some(MoveKind::EnPassant)
    } else if (from as u8).abs_diff(to as u8) == 16 {
        Some(MoveKind::DoublePush)
    } else {
        Some(MoveKind::Normal)
    }
}

/// Those of the pieces that can move to a square without exposing their king.
#[inline(always)]
pub(crate) fn safe<M: Cpu>(position: &Position, mut pieces: u64, to: Square) -> u64 {
    let mut rest = pieces;
    while rest != 0 {
        let from = Square::wrap(rest.trailing_zeros() as u8);
        if !is_safe::<M>(position, from, to) {
            pieces ^= rest & rest.wrapping_neg();
        }
        rest &= rest - 1;
    }
    pieces
}

/// The squares that a move clears, and the square of the captured piece, which is among them.
#[inline(always)]
pub(crate) fn cleared(position: &Position, from: Square, to: Square) -> (u64, u64) {
    let pawns = position.board.kind(PieceKind::Pawn);
    let captured = if position.en_passant() == Some(to) && pawns.contains(from) {
        Square::new(to.file(), from.rank())
    } else {
        to
    };
    let captured = 1 << captured as u8;
    (1 << from as u8 | captured, captured)
}

/// Whether the king of the side to move is safe after a piece has moved.
#[inline(always)]
pub(crate) fn is_safe<M: Cpu>(position: &Position, from: Square, to: Square) -> bool {
    let board = &position.board;
    let side = position.side_to_move();
    let king = position.king(side);
    let king = if king == from { to } else { king };
    let (cleared, captured) = cleared(position, from, to);
    let occupied = board.occupied().0 & !cleared | 1 << to as u8;
    let enemies = board.color(!side).0 & !captured;
    !is_attacked::<M>(board, side, king, occupied, enemies)
}

//! Who reaches what from where.
//!
//! ```
//! use plywood_core::{Bitboard, Square, attacks};
//!
//! let blockers = Bitboard::from(Square::A4) | Square::C1;
//! let reach = attacks::rook(Square::A1, blockers);
//! assert_eq!(reach.into_iter().map(|s| s.to_string()).collect::<Vec<_>>(), ["b1", "c1", "a2", "a3", "a4"]);
//! ```

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::lines;
use crate::machine::{Assumed, Machine, Task, run};
use crate::piece::{Piece, PieceKind};
use crate::square::Square;

/// What a pawn of that color attacks.
#[inline]
#[must_use]
pub fn pawn(color: Color, from: Square) -> Bitboard {
    Bitboard(lines::PAWN[color as usize][from as usize])
}

/// Where a knight reaches.
#[inline]
#[must_use]
pub fn knight(from: Square) -> Bitboard {
    Bitboard(lines::KNIGHT[from as usize])
}

/// Where a king reaches.
#[inline]
#[must_use]
pub fn king(from: Square) -> Bitboard {
    Bitboard(lines::KING[from as usize])
}

/// Where a bishop reaches on a board with these squares occupied, blockers included.
#[inline]
#[must_use]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(Assumed::bishop(from as usize, occupied.0))
}

/// Where a rook reaches.
#[inline]
#[must_use]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(Assumed::rook(from as usize, occupied.0))
}

/// Where a queen reaches.
#[inline]
#[must_use]
pub fn queen(from: Square, occupied: Bitboard) -> Bitboard {
    bishop(from, occupied) | rook(from, occupied)
}

/// What any piece attacks.
#[inline]
#[must_use]
pub fn of(piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    match piece.kind {
        PieceKind::Pawn => pawn(piece.color, from),
        PieceKind::Knight => knight(from),
        PieceKind::Bishop => bishop(from, occupied),
        PieceKind::Rook => rook(from, occupied),
        PieceKind::Queen => queen(from, occupied),
        PieceKind::King => king(from),
    }
}

/// The squares strictly between two squares on one rank, file or diagonal; none for others.
#[inline]
#[must_use]
pub fn between(from: Square, to: Square) -> Bitboard {
    Bitboard(lines::BETWEEN[from as usize][to as usize])
}

/// The whole rank, file or diagonal through two squares; empty if they share none.
#[inline]
#[must_use]
pub fn line(from: Square, to: Square) -> Bitboard {
    Bitboard(lines::LINE[from as usize][to as usize])
}

/// The pieces of both colors that attack a square, sliding through all but the occupied squares.
#[inline]
#[must_use]
pub fn attackers(board: &Board, square: Square, occupied: Bitboard) -> Bitboard {
    run(Attackers(board, square, occupied))
}

struct Attackers<'a>(&'a Board, Square, Bitboard);

impl Task for Attackers<'_> {
    type Output = Bitboard;

    #[inline(always)]
    fn run<M: Machine>(self) -> Bitboard {
        let Self(board, square, occupied) = self;
        attackers_by::<M>(board, square, occupied)
    }
}

/// The same for those who have chosen their machine.
#[inline(always)]
pub(crate) fn attackers_by<M: Machine>(
    board: &Board,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    let pawns = board.kind(PieceKind::Pawn);
    let diagonal = Bitboard(M::bishop(square as usize, occupied.0));
    let straight = Bitboard(M::rook(square as usize, occupied.0));
    pawn(Color::White, square) & pawns & board.color(Color::Black)
        | pawn(Color::Black, square) & pawns & board.color(Color::White)
        | knight(square) & board.kind(PieceKind::Knight)
        | king(square) & board.kind(PieceKind::King)
        | diagonal & board.diagonal_sliders()
        | straight & board.straight_sliders()
}

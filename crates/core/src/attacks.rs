//! The attacks of pieces, and the lines between squares.
//!
//! ```
//! use plywood_core::{Bitboard, Square, attacks};
//!
//! let blockers = Bitboard::from(Square::A4) | Square::C1;
//! let reach = attacks::rook(Square::A1, blockers);
//! assert_eq!(
//!     reach.into_iter().map(|s| s.to_string()).collect::<Vec<_>>(),
//!     ["b1", "c1", "a2", "a3", "a4"]
//! );
//! ```

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::cpu::{Assumed, Cpu, Multiversion, dispatch};
use crate::lines;
use crate::piece::{Piece, PieceKind};
use crate::square::Square;

/// Returns the squares that a pawn of a color attacks.
#[inline]
#[must_use]
pub fn pawn(color: Color, from: Square) -> Bitboard {
    Bitboard(lines::PAWN[color as usize][from as usize])
}

/// Returns the squares that a knight attacks.
#[inline]
#[must_use]
pub fn knight(from: Square) -> Bitboard {
    Bitboard(lines::KNIGHT[from as usize])
}

/// Returns the squares that a king attacks.
#[inline]
#[must_use]
pub fn king(from: Square) -> Bitboard {
    Bitboard(lines::KING[from as usize])
}

/// Returns the squares that a bishop attacks if the given squares are occupied, including the first blocker
/// of each line.
///
/// ```
/// use plywood_core::{Bitboard, Square, attacks};
///
/// let blocked = attacks::bishop(Square::A1, Square::C3.into());
/// assert_eq!(blocked, Bitboard::from(Square::B2) | Square::C3);
/// ```
#[inline]
#[must_use]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(Assumed::bishop(from as usize, occupied.0))
}

/// Returns the squares that a rook attacks.
#[inline]
#[must_use]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(Assumed::rook(from as usize, occupied.0))
}

/// Returns the squares that a queen attacks.
#[inline]
#[must_use]
pub fn queen(from: Square, occupied: Bitboard) -> Bitboard {
    bishop(from, occupied) | rook(from, occupied)
}

/// Returns the squares that a piece of any kind attacks.
///
/// ```
/// use plywood_core::{Bitboard, Color, PieceKind, Square, attacks};
///
/// let knight = PieceKind::Knight.of(Color::Black);
/// assert_eq!(
///     attacks::of(knight, Square::A1, Bitboard::FULL),
///     attacks::knight(Square::A1)
/// );
/// ```
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

/// Returns the squares strictly between two squares on the same rank, file or diagonal; otherwise none.
///
/// ```
/// use plywood_core::{Bitboard, Square, attacks};
///
/// assert_eq!(
///     attacks::between(Square::A1, Square::D4),
///     Bitboard::from(Square::B2) | Square::C3
/// );
/// assert_eq!(attacks::between(Square::A1, Square::B3), Bitboard::EMPTY);
/// ```
#[inline]
#[must_use]
pub fn between(from: Square, to: Square) -> Bitboard {
    Bitboard(lines::BETWEEN[from as usize][to as usize])
}

/// Returns the whole rank, file or diagonal through two squares; otherwise none.
///
/// ```
/// use plywood_core::{File, Square, attacks};
///
/// assert_eq!(attacks::line(Square::E4, Square::E5), File::E.into());
/// ```
#[inline]
#[must_use]
pub fn line(from: Square, to: Square) -> Bitboard {
    Bitboard(lines::LINE[from as usize][to as usize])
}

/// Returns the pieces of both colors that attack a square, where only the given squares block sliders.
///
/// ```
/// use plywood_core::{Position, Square, attacks};
///
/// let board = Position::START.board();
/// assert_eq!(attacks::attackers(board, Square::F3, board.occupied()).len(), 3);
/// ```
#[inline]
#[must_use]
pub fn attackers(board: &Board, square: Square, occupied: Bitboard) -> Bitboard {
    dispatch(Attackers(board, square, occupied))
}

struct Attackers<'a>(&'a Board, Square, Bitboard);

impl Multiversion for Attackers<'_> {
    type Output = Bitboard;

    #[inline(always)]
    fn run<M: Cpu>(self) -> Bitboard {
        let Self(board, square, occupied) = self;
        attackers_by::<M>(board, square, occupied)
    }
}

/// Does the work of [`attackers`] for code that already runs on a chosen `Cpu`.
#[inline(always)]
pub(crate) fn attackers_by<M: Cpu>(board: &Board, square: Square, occupied: Bitboard) -> Bitboard {
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

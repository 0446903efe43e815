//! The one generator of legal moves.

use crate::board::COLORS;
use crate::cpu::Cpu;
use crate::lines::{KING, KNIGHT};
use crate::movegen::castling::{castlings, free_rooks};
use crate::movegen::pawns::pawn_moves;
use crate::movegen::sink::{Selection, Sink};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::position::checks::{Checks, enemy_reach};
use crate::side::Side;
use crate::square::Square;

/// Passes the selected legal moves of the side to move, which must be `S`, to the sink.
///
/// No list of pseudo-legal moves is filtered: pieces off the pin lines move freely, and the few
/// pinned ones have loops of their own at the end, with the pin line as a mask.
#[inline(always)]
pub(crate) fn generate<S: Side, M: Cpu>(
    position: &Position,
    only: impl Selection,
    sink: &mut impl Sink,
) {
    let board = &position.board;
    let checks = Checks::new::<S, M>(board);
    king_moves::<S, M>(position, &checks, only, sink);
    if checks.answers == 0 || sink.is_done() {
        return;
    }
    let own = board.sets[COLORS + S::COLOR as usize];
    let enemy = board.sets[COLORS + S::Other::COLOR as usize];
    let targets = checks.answers & !own & only.to();
    let movers = own & only.from();
    let free = movers & !checks.pins();
    let occupied = own | enemy;
    let [_, knights, bishops, rooks, queens, _, _, _] = board.sets;

    each(knights & free, PieceKind::Knight, sink, |from| {
        KNIGHT[from] & targets
    });
    each(bishops & free, PieceKind::Bishop, sink, |from| {
        M::bishop(from, occupied) & targets
    });
    each(rooks & free, PieceKind::Rook, sink, |from| {
        M::rook(from, occupied) & targets
    });
    each(queens & free, PieceKind::Queen, sink, |from| {
        (M::bishop(from, occupied) | M::rook(from, occupied)) & targets
    });
    if sink.is_done() {
        return;
    }
    pawn_moves::<S, M>(position, &checks, only, sink);

    let pinned = movers & checks.pins() & (bishops | rooks | queens);
    if pinned != 0 {
        let diagonal = targets & checks.diagonal_pins;
        let straight = targets & checks.straight_pins;
        let on_diagonal = pinned & checks.diagonal_pins;
        let on_straight = pinned & checks.straight_pins;
        each(bishops & on_diagonal, PieceKind::Bishop, sink, |from| {
            M::bishop(from, occupied) & diagonal
        });
        each(queens & on_diagonal, PieceKind::Queen, sink, |from| {
            M::bishop(from, occupied) & diagonal
        });
        each(rooks & on_straight, PieceKind::Rook, sink, |from| {
            M::rook(from, occupied) & straight
        });
        each(queens & on_straight, PieceKind::Queen, sink, |from| {
            M::rook(from, occupied) & straight
        });
    }
}

/// Passes on the moves of each piece of a set.
#[inline(always)]
fn each(mut pieces: u64, kind: PieceKind, sink: &mut impl Sink, targets: impl Fn(usize) -> u64) {
    while pieces != 0 {
        let from = pieces.trailing_zeros() as usize & 63;
        pieces &= pieces - 1;
        sink.piece(kind, Square::wrap(from as u8), targets(from));
    }
}

/// Steps of the king, and castling.
#[inline(always)]
fn king_moves<S: Side, M: Cpu>(
    position: &Position,
    checks: &Checks,
    only: impl Selection,
    sink: &mut impl Sink,
) {
    let board = &position.board;
    let own = board.sets[COLORS + S::COLOR as usize];
    let king = board.sets[PieceKind::King as usize] & own;
    if king & only.from() == 0 {
        return;
    }
    let from = king.trailing_zeros() as usize & 63;
    let steps = KING[from] & !own & only.to();
    let rooks = if checks.checkers == 0 && only.castling() {
        free_rooks::<S>(position, only.to())
    } else {
        0
    };
    // The attacked squares are the most expensive part, and often the king has no square to go to.
    if steps | rooks == 0 {
        return;
    }
    let banned = enemy_reach::<S, M>(board);
    sink.piece(PieceKind::King, Square::wrap(from as u8), steps & !banned);
    if rooks != 0 {
        castlings::<S>(position, rooks, checks, banned, sink);
    }
}

//! Moves of all pawns at once.

use crate::board::COLORS;
use crate::cpu::Cpu;
use crate::lines::PAWN;
use crate::movegen::sink::{Selection, Sink};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::position::checks::{Checks, is_safe_en_passant};
use crate::side::Side;
use crate::square::Square;

/// Passes pushes, captures, promotions and en passant to the sink.
#[inline(always)]
pub(crate) fn pawn_moves<S: Side, M: Cpu>(
    position: &Position,
    checks: &Checks,
    only: impl Selection,
    sink: &mut impl Sink,
) {
    let board = &position.board;
    let own = board.sets[COLORS + S::COLOR as usize];
    let enemy = board.sets[COLORS + S::Other::COLOR as usize];
    let pawns = board.sets[PieceKind::Pawn as usize] & own & only.from();
    let empty = !(own | enemy);

    // A pinned pawn may only move along its line: pushes on files, captures on diagonals.
    let pushers = pawns & !checks.diagonal_pins;
    let tied = S::push(pushers & checks.straight_pins) & checks.straight_pins;
    let pushed = (S::push(pushers & !checks.straight_pins) | tied) & empty;
    let pushed_twice = S::push(pushed & S::THIRD) & empty & checks.answers & only.to();
    let pushed = pushed & checks.answers & only.to();

    let capturers = pawns & !checks.straight_pins;
    let free = capturers & !checks.diagonal_pins;
    let tied = capturers & checks.diagonal_pins;
    let victims = enemy & checks.answers & only.to();
    let west = (S::west(free) | S::west(tied) & checks.diagonal_pins) & victims;
    let east = (S::east(free) | S::east(tied) & checks.diagonal_pins) & victims;

    sink.pawns(S::PUSH, pushed & !S::LAST);
    sink.double_pushes(S::PUSH, pushed_twice);
    sink.pawns(S::WEST, west & !S::LAST);
    sink.pawns(S::EAST, east & !S::LAST);
    if (pushed | west | east) & S::LAST != 0 {
        sink.promotions(S::PUSH, pushed & S::LAST);
        sink.promotions(S::WEST, west & S::LAST);
        sink.promotions(S::EAST, east & S::LAST);
    }
    if let Some(to) = position.state.capturable()
        && only.en_passant()
    {
        let mut capturers = PAWN[S::Other::COLOR as usize][to as usize] & pawns;
        while capturers != 0 {
            let from = Square::wrap(capturers.trailing_zeros() as u8);
            capturers &= capturers - 1;
            if is_safe_en_passant::<S, M>(board, from, to) {
                sink.en_passant(from, to);
            }
        }
    }
}

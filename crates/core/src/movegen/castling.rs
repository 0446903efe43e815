//! Castling moves, for standard chess and Chess960.

use crate::castling::destinations;
use crate::lines::BETWEEN;
use crate::movegen::sink::Sink;
use crate::position::Position;
use crate::position::checks::{Checks, king_square};
use crate::side::Side;
use crate::square::Square;

/// The rooks of `S` with the right to castle and no piece in their way or the king's, if the king
/// lands on one of the targets.
#[inline(always)]
pub(crate) fn free_rooks<S: Side>(position: &Position, targets: u64) -> u64 {
    let mut rooks = position.castling_rooks.0 & S::HOME;
    let mut free = 0;
    if rooks != 0 {
        let occupied = position.board.occupied().0;
        let king = king_square::<S>(&position.board);
        while rooks != 0 {
            let rook = rooks.trailing_zeros() as usize & 63;
            rooks &= rooks - 1;
            let (king_to, rook_to) = landing(king, rook);
            let both = 1 << king | 1 << rook;
            let passed = BETWEEN[king][king_to] | BETWEEN[rook][rook_to] | BETWEEN[king][rook];
            let passed = passed | 1 << king_to | 1 << rook_to;
            if passed & occupied & !both == 0 && targets & 1 << king_to != 0 {
                free |= 1 << rook;
            }
        }
    }
    free
}

/// Adds the legal castling moves with the given rooks, whose way is free. The king is not in check.
#[inline(always)]
pub(crate) fn castlings<S: Side>(
    position: &Position,
    mut rooks: u64,
    checks: &Checks,
    banned: u64,
    sink: &mut impl Sink,
) {
    let king = king_square::<S>(&position.board);
    // A pinned rook would uncover the king.
    rooks &= !checks.straight_pins;
    while rooks != 0 {
        let rook = rooks.trailing_zeros() as usize & 63;
        rooks &= rooks - 1;
        let (king_to, _) = landing(king, rook);
        let walk = BETWEEN[king][king_to] | 1 << king_to;
        if walk & banned == 0 {
            sink.castling(Square::wrap(king as u8), Square::wrap(rook as u8));
        }
    }
}

/// The squares of king and rook after castling, as numbers.
#[inline(always)]
fn landing(king: usize, rook: usize) -> (usize, usize) {
    let (king, rook) = (Square::wrap(king as u8), Square::wrap(rook as u8));
    let (king_to, rook_to) = destinations(king, rook);
    (king_to as usize, rook_to as usize)
}

//! Castling, in standard chess and Chess960 alike.

use crate::board::COLORS;
use crate::castling::Wing;
use crate::lines::BETWEEN;
use crate::movegen::sink::Sink;
use crate::position::Position;
use crate::position::guard::{Guard, king_square};
use crate::side::Side;
use crate::square::Square;

/// Pours the legal castlings of a king that is not in check whose walk ends on one of the targets.
#[inline(always)]
pub(crate) fn castlings<S: Side>(
    position: &Position,
    guard: &Guard,
    banned: u64,
    targets: u64,
    sink: &mut impl Sink,
) {
    let occupied = position.board.sets[COLORS] | position.board.sets[COLORS + 1];
    let king = king_square::<S>(&position.board);
    let mut rooks = position.castling_rooks.0 & S::HOME;
    while rooks != 0 {
        let rook = rooks.trailing_zeros() as usize & 63;
        rooks &= rooks - 1;
        let wing = if rook > king {
            Wing::Kingside
        } else {
            Wing::Queenside
        };
        let king_to = king & 56 | wing.king_file() as usize;
        let rook_to = king & 56 | wing.rook_file() as usize;
        let both = 1 << king | 1 << rook;
        let walk = BETWEEN[king][king_to] | 1 << king_to;
        let passed = walk | BETWEEN[rook][rook_to] | 1 << rook_to | BETWEEN[king][rook];
        // The king may stand where it castles to already; a pinned rook would uncover it.
        let legal = passed & occupied & !both == 0
            && walk & banned & !(1 << king) == 0
            && guard.straight_pins & 1 << rook == 0
            && targets & 1 << king_to != 0;
        if legal {
            sink.castling(Square::wrap(king as u8), Square::wrap(rook as u8));
        }
    }
}

// ANCHOR: step
//! Chapter 5: take first, the most valuable piece with the least valuable one.

use plywood::search::{MoveOrdering, MovePriority};
use plywood::{Move, PieceKind, Position};

pub struct TakeFirst;

const fn value(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Pawn => 1,
        PieceKind::Knight | PieceKind::Bishop => 3,
        PieceKind::Rook => 5,
        PieceKind::Queen => 9,
        PieceKind::King => 10,
    }
}

impl MoveOrdering<Position> for TakeFirst {
    fn rank(&self, position: &Position, mv: Move, _ply: u32) -> MovePriority {
        match (position.captured(mv), position.piece_at(mv.from())) {
            (Some(taken), Some(taker)) => {
                // ANCHOR: yours todo!("a `MovePriority::noisy` number: the higher, the earlier the move is tried")
                MovePriority::noisy(20 * value(taken) - value(taker.kind))
                // ANCHOR_END: yours
            }
            _ => MovePriority::UNKNOWN,
        }
    }
}
// ANCHOR_END: step

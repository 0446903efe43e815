//! Castling: whether one castling move is legal.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::destinations;
use crate::cpu::Assumed;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::position::checks::is_attacked;
use crate::square::Square;

impl Position {
    /// Whether a castling move is legal: the king and the rook stand there and have the right, no
    /// piece is in the way, and the king neither leaves, passes nor reaches an attacked square.
    pub(crate) fn can_castle(&self, mv: Move) -> bool {
        let side = self.side_to_move();
        let (king, rook) = (mv.from(), mv.to());
        if king != self.king(side) || !self.castling_rights().rooks(side).contains(rook) {
            return false;
        }
        let (king_to, rook_to) = destinations(king, rook);
        let walk = attacks::between(king, king_to) | king | king_to;
        let rest = self.board.occupied() - king - rook;
        let way = walk | attacks::between(rook, rook_to) | rook_to | attacks::between(king, rook);
        if way.intersects(rest) {
            return false;
        }
        // The rook shields the king from its new square, and no longer from its old one.
        let enemies = self.board.color(!side).0;
        let is_attacked = |square, occupied: Bitboard| {
            is_attacked::<Assumed>(&self.board, side, square, occupied.0, enemies)
        };
        !is_attacked(king_to, rest | rook_to)
            && !walk
                .into_iter()
                .any(|square| is_attacked(square, rest | rook))
    }

    /// Legal castling of the king on a square, given the square of the rook or that where the king
    /// lands.
    #[inline(never)]
    pub(crate) fn find_castling(&self, king: Square, to: Square) -> Option<Move> {
        self.castling_rights()
            .rooks(self.side_to_move())
            .into_iter()
            .map(|rook| Move::new(king, rook, MoveKind::Castling))
            .find(|&mv| (mv.to() == to || mv.destination() == to) && self.can_castle(mv))
    }
}

//! [`CheckSquares`]: which quiet moves give check, found for all moves of a node at once.

use plywood_core::{Bitboard, Move, PieceKind, Position, attacks};

/// The squares from which a piece of each kind attacks the enemy king, and the pieces that may uncover an attack.
#[derive(Debug, Clone, Copy)]
pub(super) struct CheckSquares {
    by_kind: [Bitboard; 6],
    /// Own pieces in front of a bishop, rook or queen that looks at the enemy king.
    screens: Bitboard,
}

impl CheckSquares {
    #[inline]
    pub(super) fn new(position: &Position) -> Self {
        let (us, board) = (position.side_to_move(), position.board());
        let king = position.king(!us);
        let occupied = board.occupied();
        let (diagonal, straight) = (
            attacks::bishop(king, occupied),
            attacks::rook(king, occupied),
        );
        let own = board.color(us);
        let by_kind = PieceKind::ALL.map(|kind| match kind {
            PieceKind::Pawn => attacks::pawn(!us, king),
            PieceKind::Knight => attacks::knight(king),
            PieceKind::Bishop => diagonal,
            PieceKind::Rook => straight,
            PieceKind::Queen => diagonal | straight,
            PieceKind::King => Bitboard::EMPTY,
        });
        Self {
            by_kind,
            screens: (diagonal | straight) & own,
        }
    }

    /// Whether a move goes to a square from which it gives check, or may uncover one. Without either it gives no check.
    #[inline]
    pub(super) fn may_have(&self, kind: PieceKind, mv: Move) -> bool {
        self.by_kind[kind as usize].contains(mv.to()) || self.screens.contains(mv.from())
    }

    /// Whether a legal quiet move of a piece of this kind gives check.
    #[inline]
    pub(super) fn has(&self, position: &Position, kind: PieceKind, mv: Move) -> bool {
        self.by_kind[kind as usize].contains(mv.to())
            || self.screens.contains(mv.from()) && position.gives_check(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::is_noisy;
    use crate::moves::scoring::kind_of;
    use plywood_core::MoveKind;

    #[test]
    fn the_checks_are_those_of_the_rules() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut checks = 0;
        for _ in 0..60 {
            let mut position = Position::START;
            for _ in 0..120 {
                let moves = position.legal_moves();
                let Some(&next) = random.choice(moves.iter()) else {
                    break;
                };
                let squares = CheckSquares::new(&position);
                let plain = |mv: &&Move| mv.promotion().is_none() && !is_noisy(&position, **mv);
                for &mv in moves.iter().filter(plain) {
                    let is_check = position.play_unchecked(mv).is_check();
                    let found = squares.has(&position, kind_of(&position, mv.from()), mv);
                    assert!(
                        found == is_check || mv.kind() == MoveKind::Castling,
                        "{mv} {position}"
                    );
                    checks += usize::from(found);
                }
                position = position.play_unchecked(next);
            }
        }
        assert!(checks > 100);
    }
}

//! The moves of the side that is not to move.

use plywood_core::{
    Bitboard, Color, Move, MoveKind, PieceKind, Position, Rank, Square, Wing, attacks,
};

/// How many legal moves the side not to move would have if it were its turn. If it gives check, capturing the king counts
/// as a move.
pub(crate) fn moves_when_not_to_move(position: &Position) -> usize {
    position.after_null().map_or_else(
        || SideNotToMove::new(position).moves(),
        |turned| turned.legal_move_count(),
    )
}

/// The moves of a side that gives check, counted as if it were to move. No legal `Position` has that side to move, so the
/// move generator cannot count them. Its own king is not in check, since it has just moved.
struct SideNotToMove<'a> {
    position: &'a Position,
    us: Color,
    king: Square,
    occupied: Bitboard,
    /// The squares without own pieces.
    open: Bitboard,
    enemies: Bitboard,
}

impl<'a> SideNotToMove<'a> {
    fn new(position: &'a Position) -> Self {
        let us = !position.side_to_move();
        let board = position.board();
        Self {
            position,
            us,
            king: position.king(us),
            occupied: board.occupied(),
            open: !board.color(us),
            enemies: board.color(!us),
        }
    }

    fn moves(&self) -> usize {
        let own = self.position.board().color(self.us);
        let pawns = own & self.position.board().kind(PieceKind::Pawn);
        let pieces = (own - pawns - self.king)
            .into_iter()
            .map(|from| self.piece_moves(from));
        let pawns = pawns.into_iter().map(|from| self.pawn_moves(from));
        pieces.chain(pawns).sum::<usize>() + self.king_moves() + self.castlings()
    }

    fn piece_moves(&self, from: Square) -> usize {
        let reach = self
            .position
            .piece_at(from)
            .map_or(Bitboard::EMPTY, |piece| {
                attacks::of(piece, from, self.occupied)
            });
        (reach & self.open & self.allowed(from)).len() as usize
    }

    fn pawn_moves(&self, from: Square) -> usize {
        let step = if self.us == Color::White { 1 } else { -1 };
        let once = Bitboard::from(from).shift(0, step) - self.occupied;
        let twice = (once & Rank::Three.relative_to(self.us)).shift(0, step) - self.occupied;
        let captures = attacks::pawn(self.us, from) & self.enemies & self.open;
        let targets = (once | twice | captures) & self.allowed(from);
        let promoting = targets & Rank::Eight.relative_to(self.us);
        (targets.len() + 3 * promoting.len()) as usize
    }

    fn king_moves(&self) -> usize {
        let steps = attacks::king(self.king) & self.open;
        let safe = |&to: &Square| !self.is_attacked(to, self.occupied - self.king);
        steps.into_iter().filter(safe).count()
    }

    fn castlings(&self) -> usize {
        let rooks = self.position.castling_rights().rooks(self.us);
        rooks
            .into_iter()
            .filter(|&rook| self.may_castle(rook))
            .count()
    }

    fn may_castle(&self, rook: Square) -> bool {
        let wing = Wing::of(self.king.file(), rook.file());
        let king_to = Move::new(self.king, rook, MoveKind::Castling).destination();
        let rook_to = Square::new(wing.rook_file(), self.king.rank());
        let rest = self.occupied - self.king - rook;
        let walk = attacks::between(self.king, king_to) | king_to;
        let way =
            walk | attacks::between(rook, rook_to) | rook_to | attacks::between(self.king, rook);
        // The rook shields the king from its new square, no longer from its old one.
        !way.intersects(rest)
            && !self.is_attacked(king_to, rest | rook_to)
            && !walk
                .into_iter()
                .any(|square| self.is_attacked(square, rest | rook))
    }

    /// Where a piece may go: if it is pinned, only along the line to its king.
    fn allowed(&self, from: Square) -> Bitboard {
        let without = self.occupied - from;
        let snipers = attacks::bishop(self.king, without)
            & self.position.board().diagonal_sliders()
            | attacks::rook(self.king, without) & self.position.board().straight_sliders();
        let line = attacks::line(self.king, from);
        if (snipers & self.enemies).intersects(line) {
            line
        } else {
            Bitboard::FULL
        }
    }

    fn is_attacked(&self, square: Square, occupied: Bitboard) -> bool {
        attacks::attackers(self.position.board(), square, occupied)
            .intersects(self.enemies - square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the turn can be passed, this count must be the generator's.
    #[test]
    fn the_count_agrees_with_the_generator() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut compared = 0;
        for _ in 0..60 {
            let mut position = Position::START;
            for _ in 0..120 {
                let moves = position.legal_moves();
                let Some(&mv) = random.choice(moves.iter()) else {
                    break;
                };
                position = position.play_unchecked(mv);
                if let Some(turned) = position.after_null() {
                    let counted = SideNotToMove::new(&position).moves();
                    assert_eq!(counted, turned.legal_move_count(), "{}", position.fen());
                    compared += 1;
                }
            }
        }
        assert!(compared > 3_000);
    }

    #[test]
    fn a_side_that_gives_check_keeps_its_moves() {
        // The rook has seven moves on the file, the capture of the king included, and six on the rank; the king has three.
        let position: Position = "4k3/8/8/8/8/8/8/K3R3 b - - 0 1".parse().unwrap();
        assert_eq!(moves_when_not_to_move(&position), 7 + 3 + 3 + 3);
    }
}

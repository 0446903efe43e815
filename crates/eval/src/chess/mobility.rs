//! [`Mobility`]: how many legal moves each side has.

use crate::evaluator::Evaluator;
use crate::score::Score;
use crate::session::Session;
use crate::sides::{Side, Sides};
use crate::weighted::Term;
use plywood_core::{
    Bitboard, Color, Move, MoveKind, PieceKind, Position, Rank, Square, Wing, attacks,
};

/// Judges a position by the number of legal moves of both sides, as the BlogChess program does.
///
/// The moves of the side that is not to move are those it would have if it were its turn. If the side to move is in check,
/// the other side could then capture the king; such captures count as moves. So a check costs the checked side its many
/// moves, and the checking side loses none.
///
/// ```
/// use plywood_eval::{Evaluator, Mobility, Score};
/// use plywood_core::Position;
///
/// // 8  . . . . k . . .    the king has 5 moves
/// // 1  R . . . K . . .    the king has 5 moves, the rook 10
/// let position: Position = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
/// let mobility = Mobility::pawns_per_move(0.05);
/// assert_eq!(mobility.evaluate(&position), Score::centipawns((15 - 5) * 5));
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mobility {
    centipawns_per_move: i32,
}

impl Mobility {
    /// Each legal move is worth this many centipawns.
    #[must_use]
    pub const fn centipawns_per_move(centipawns: i32) -> Self {
        Self {
            centipawns_per_move: centipawns,
        }
    }

    /// Each legal move is worth this many pawns, rounded to hundredths. In BlogChess it is 0.05.
    #[must_use]
    pub fn pawns_per_move(pawns: f64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a cast from f64 stops at the ends of i32"
        )]
        let centipawns = (pawns * 100.0).round() as i32;
        Self::centipawns_per_move(centipawns)
    }
}

impl Default for Mobility {
    /// Five centipawns a move, as in BlogChess.
    fn default() -> Self {
        Self::centipawns_per_move(5)
    }
}

impl Evaluator<Position> for Mobility {
    #[inline]
    fn evaluate_in(&self, position: &Position, _: &mut Session) -> Score {
        let us = position.to_move();
        let lead = legal_moves(position, us) - legal_moves(position, !us);
        Score::centipawns(lead.saturating_mul(self.centipawns_per_move))
    }
}

/// Counts one side's legal moves; each is worth what the `Mobility` was made with, unless a weight is given.
impl Term<Position> for Mobility {
    fn count(&self, position: &Position, side: Side) -> i32 {
        legal_moves(position, side)
    }

    fn centipawns_per_unit(&self) -> i32 {
        self.centipawns_per_move
    }
}

#[inline]
fn legal_moves(position: &Position, side: Side) -> i32 {
    let count = if side == position.to_move() {
        position.legal_move_count()
    } else {
        moves_when_not_to_move(position)
    };
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// How many legal moves the side not to move would have if it were its turn. If it gives check, capturing the king counts
/// as a move.
fn moves_when_not_to_move(position: &Position) -> usize {
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
    /// The squares without friendly pieces.
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
    use crate::weighted::Weighted;

    #[test]
    fn a_fraction_of_a_pawn_is_rounded_to_centipawns() {
        assert_eq!(Mobility::pawns_per_move(0.05), Mobility::default());
        let fine = Mobility::pawns_per_move(-0.126);
        assert_eq!(fine, Mobility::centipawns_per_move(-13));
    }

    #[test]
    fn a_term_and_its_evaluator_agree() {
        let position: Position = "r3k3/8/8/8/8/8/8/R3K2R b - - 0 1".parse().unwrap();
        let mobility = Mobility::pawns_per_move(0.1);
        let sum = Weighted::new().with("mobility", mobility);
        assert_eq!(sum.evaluate(&position), mobility.evaluate(&position));
    }

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

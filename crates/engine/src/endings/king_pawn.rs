//! King and pawn against king: won or drawn, for every position.
//!
//! The table is computed backwards at its first use, in two milliseconds: positions in which the pawn promotes safely are won; then those
//! from which the strong side can reach a won one, and those in which every move of the weak side leads to one, until nothing changes.

use plywood_core::{Bitboard, Color, File, Position, Rank, Square, attacks};
use std::sync::LazyLock;

/// Returns `true` if the side with the pawn wins.
pub(super) fn is_won(position: &Position, strong: Color, pawn: Square) -> bool {
    let mut squares = [position.king(strong), position.king(!strong), pawn]
        .map(|square| square.relative_to(strong));
    if squares[2].file() > File::D {
        squares = squares.map(Square::mirror);
    }
    let [king, enemy, pawn] = squares;
    let to_move = if position.side_to_move() == strong {
        ToMove::Strong
    } else {
        ToMove::Weak
    };
    WON.of(to_move, pawn, king).contains(enemy)
}

static WON: LazyLock<Won> = LazyLock::new(Won::compute);

/// The won positions: for each side to move, pawn and strong king, the set of enemy kings. The pawn is White's, on one of the files from a
/// to d.
struct Won(Vec<Bitboard>);

const PAWN_SQUARES: usize = 4 * 6;

/// The side to move.
#[derive(Debug, Clone, Copy)]
enum ToMove {
    Weak,
    Strong,
}

impl Won {
    fn place(to_move: ToMove, pawn: Square, king: Square) -> usize {
        let pawn = pawn.file() as usize * 6 + pawn.rank() as usize - 1;
        (to_move as usize * PAWN_SQUARES + pawn) * 64 + king.index()
    }

    /// Returns the enemy kings with which the strong side wins.
    fn of(&self, to_move: ToMove, pawn: Square, king: Square) -> Bitboard {
        self.0[Self::place(to_move, pawn, king)]
    }

    /// Computes the table for all enemy kings together, with sets of squares.
    fn compute() -> Self {
        let mut won = Self(vec![Bitboard::EMPTY; 2 * PAWN_SQUARES * 64]);
        let pawns = Square::ALL.into_iter().filter(|square| {
            square.file() <= File::D && !matches!(square.rank(), Rank::One | Rank::Eight)
        });
        // A pawn depends only on those ahead of it.
        let pawns: Vec<Square> = pawns.rev().collect();
        for pawn in pawns {
            while won.find_more(pawn) {}
        }
        won
    }

    /// Adds the positions with this pawn that are won by the known ones, and returns `true` if there were any.
    fn find_more(&mut self, pawn: Square) -> bool {
        let mut has_found = false;
        for king in Square::ALL.into_iter().filter(|king| *king != pawn) {
            // The kings do not touch, and the side that has moved is not in check.
            let weak = !(attacks::king(king) | king | pawn);
            let strong = weak - attacks::pawn(Color::White, pawn);
            for (to_move, found) in [
                (
                    ToMove::Strong,
                    strong & (self.by_king(pawn, king) | self.by_pawn(pawn, king)),
                ),
                (ToMove::Weak, weak & self.lost_by_all(pawn, king)),
            ] {
                let known = &mut self.0[Self::place(to_move, pawn, king)];
                has_found |= !(found - *known).is_empty();
                *known |= found;
            }
        }
        has_found
    }

    /// Returns the enemy kings against which a step of the friendly king wins.
    fn by_king(&self, pawn: Square, king: Square) -> Bitboard {
        (attacks::king(king) - pawn)
            .into_iter()
            .fold(Bitboard::EMPTY, |won, king| {
                won | self.of(ToMove::Weak, pawn, king)
            })
    }

    /// Returns the enemy kings against which a push of the pawn wins.
    fn by_pawn(&self, pawn: Square, king: Square) -> Bitboard {
        let Some(next) = pawn.step(0, 1).filter(|next| *next != king) else {
            return Bitboard::EMPTY;
        };
        let free = !Bitboard::from(next);
        if next.rank() == Rank::Eight {
            let is_guarded = attacks::king(king).contains(next);
            let taken = attacks::king(next);
            return if is_guarded { free } else { free - taken };
        }
        let once = self.of(ToMove::Weak, next, king);
        let double = next
            .step(0, 1)
            .filter(|square| pawn.rank() == Rank::Two && *square != king);
        let twice = double.map_or(Bitboard::EMPTY, |square| {
            self.of(ToMove::Weak, square, king) - square
        });
        (once | twice) & free
    }

    /// Returns the enemy kings all of whose moves lose. Without a move it is stalemate, or mate by the pawn.
    fn lost_by_all(&self, pawn: Square, king: Square) -> Bitboard {
        let by_pawn = attacks::pawn(Color::White, pawn);
        let targets = !(attacks::king(king) | by_pawn);
        let drawn = targets - (self.of(ToMove::Strong, pawn, king) - pawn);
        let has_move = beside(targets);
        (has_move - beside(drawn)) | (by_pawn - has_move)
    }
}

/// Returns all squares from which a king attacks one of a set.
fn beside(set: Bitboard) -> Bitboard {
    set.into_iter()
        .fold(Bitboard::EMPTY, |all, square| all | attacks::king(square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::PieceKind;

    fn wins(fen: &str) -> bool {
        let position: Position = fen.parse().unwrap();
        let strong = if position.pieces(Color::White, PieceKind::Pawn).is_empty() {
            Color::Black
        } else {
            Color::White
        };
        let pawn = position.pieces(strong, PieceKind::Pawn).single().unwrap();
        is_won(&position, strong, pawn)
    }

    #[test]
    fn the_opposition_and_the_square_decide() {
        // The king on the sixth rank in front of its pawn wins, whichever side moves.
        assert!(wins("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"));
        assert!(wins("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"));
        // In front of the pawn on the fifth, the opposition decides.
        assert!(wins("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1"));
        assert!(!wins("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1"));
        // A rook pawn is a draw if the king reaches its corner.
        assert!(!wins("k7/8/1K6/P7/8/8/8/8 w - - 0 1"));
        // Outside the square of the pawn.
        assert!(wins("8/8/8/7k/P7/8/8/7K w - - 0 1"));
        assert!(!wins("8/8/8/3k4/P7/8/8/7K b - - 0 1"));
        // With the colors exchanged, and mirrored.
        assert!(wins("8/8/8/8/3p4/3k4/8/3K4 w - - 0 1"));
        assert!(!wins("8/8/8/3p4/3k4/8/3K4/8 b - - 0 1"));
    }
}

//! King and pawn against king: won or drawn, for every position.
//!
//! The table is computed backwards when it is first used, in a few milliseconds: positions in which the pawn promotes safely
//! are won; then those from which the strong side can reach a won one, and those in which every move of the weak side leads
//! to one, until nothing changes.

use plywood_core::{Bitboard, Color, File, Position, Rank, Square, attacks};
use std::sync::LazyLock;

/// Whether the side with the pawn wins.
pub(super) fn is_won(position: &Position, strong: Color, pawn: Square) -> bool {
    let mut squares = [position.king(strong), position.king(!strong), pawn]
        .map(|square| square.relative_to(strong));
    if squares[2].file() > File::D {
        squares = squares.map(Square::mirror);
    }
    let [king, enemy, pawn] = squares;
    let is_strong_to_move = position.side_to_move() == strong;
    WON.contains(Ending {
        king,
        enemy,
        pawn,
        is_strong_to_move,
    })
}

/// The pawn is White's, and stands on one of the files from a to d.
#[derive(Debug, Clone, Copy)]
struct Ending {
    king: Square,
    enemy: Square,
    pawn: Square,
    is_strong_to_move: bool,
}

static WON: LazyLock<Won> = LazyLock::new(Won::compute);

/// The won positions: for each side to move, pawn and strong king, the set of enemy kings.
struct Won(Vec<Bitboard>);

const PAWN_SQUARES: usize = 4 * 6;

impl Won {
    fn place(ending: Ending) -> usize {
        let pawn = ending.pawn.file() as usize * 6 + ending.pawn.rank() as usize - 1;
        (usize::from(ending.is_strong_to_move) * PAWN_SQUARES + pawn) * 64 + ending.king.index()
    }

    fn contains(&self, ending: Ending) -> bool {
        self.0[Self::place(ending)].contains(ending.enemy)
    }

    fn compute() -> Self {
        let endings = legal_endings();
        let mut won = Self(vec![Bitboard::EMPTY; 2 * PAWN_SQUARES * 64]);
        loop {
            let mut has_changed = false;
            for &ending in &endings {
                if !won.contains(ending) && won.wins(ending) {
                    won.0[Self::place(ending)] |= ending.enemy;
                    has_changed = true;
                }
            }
            if !has_changed {
                return won;
            }
        }
    }

    /// Whether a position is won, by what is known so far.
    fn wins(&self, ending: Ending) -> bool {
        if ending.is_strong_to_move {
            self.wins_by_king(ending) || self.wins_by_pawn(ending)
        } else {
            self.loses_by_all(ending)
        }
    }

    fn wins_by_king(&self, ending: Ending) -> bool {
        let targets = attacks::king(ending.king) - attacks::king(ending.enemy) - ending.pawn;
        targets.into_iter().any(|king| {
            self.contains(Ending {
                king,
                is_strong_to_move: false,
                ..ending
            })
        })
    }

    fn wins_by_pawn(&self, ending: Ending) -> bool {
        let kings = Bitboard::from(ending.king) | ending.enemy;
        let Some(next) = ending.pawn.step(0, 1).filter(|next| !kings.contains(*next)) else {
            return false;
        };
        let is_taken = attacks::king(ending.enemy).contains(next)
            && !attacks::king(ending.king).contains(next);
        if next.rank() == Rank::Eight {
            return !is_taken;
        }
        let pushed = |pawn| {
            self.contains(Ending {
                pawn,
                is_strong_to_move: false,
                ..ending
            })
        };
        let double = next
            .step(0, 1)
            .filter(|square| ending.pawn.rank() == Rank::Two && !kings.contains(*square));
        pushed(next) || double.is_some_and(pushed)
    }

    /// Whether every move of the weak side loses. Without a move it is stalemate, or mate by the pawn.
    fn loses_by_all(&self, ending: Ending) -> bool {
        let by_pawn = attacks::pawn(Color::White, ending.pawn);
        let targets = attacks::king(ending.enemy) - attacks::king(ending.king) - by_pawn;
        if targets.is_empty() {
            return by_pawn.contains(ending.enemy);
        }
        targets.into_iter().all(|enemy| {
            enemy != ending.pawn
                && self.contains(Ending {
                    enemy,
                    is_strong_to_move: true,
                    ..ending
                })
        })
    }
}

/// Every position in which the kings do not touch and the side that has moved is not in check.
fn legal_endings() -> Vec<Ending> {
    let mut endings = Vec::new();
    let pawns = Square::ALL.into_iter().filter(|square| {
        square.file() <= File::D && !matches!(square.rank(), Rank::One | Rank::Eight)
    });
    for pawn in pawns {
        for king in Square::ALL.into_iter().filter(|king| *king != pawn) {
            let taken = attacks::king(king) | king | pawn;
            for enemy in !taken {
                for is_strong_to_move in [false, true] {
                    let is_check = attacks::pawn(Color::White, pawn).contains(enemy);
                    if !(is_strong_to_move && is_check) {
                        endings.push(Ending {
                            king,
                            enemy,
                            pawn,
                            is_strong_to_move,
                        });
                    }
                }
            }
        }
    }
    endings
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
        // The king on the sixth rank in front of its pawn wins, whoever moves.
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
        // The same with colors changed and mirrored.
        assert!(wins("8/8/8/8/3p4/3k4/8/3K4 w - - 0 1"));
        assert!(!wins("8/8/8/3p4/3k4/8/3K4/8 b - - 0 1"));
    }
}

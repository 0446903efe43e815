//! [`PlayerView`]: a position as seen by one player, who moves up the board, with the attacks of every piece.
//!
//! Each player has a view; Black's board is flipped. So every theme is written once, for a player who moves up, and can't treat the colors
//! differently.

use crate::chess::sets::{pawn_attacks, pawn_double_attacks};
use plywood_core::cpu::{Cpu, Multiversion, dispatch};
use plywood_core::{Bitboard, Board, Color, PieceKind, Position, Square, attacks};

/// The pieces of one player and what they attack.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Army {
    pieces: [Bitboard; 6],
    attacks: [Bitboard; 6],
    pub(crate) all: Bitboard,
    /// All squares attacked, including those of friendly pieces.
    pub(crate) attacked: Bitboard,
    /// All squares attacked by two pieces or more.
    pub(crate) attacked_twice: Bitboard,
    pub(crate) king: Square,
}

/// A piece other than a pawn or king, and the squares it attacks. Bishops attack through friendly queens, rooks through friendly rooks and
/// queens.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reach {
    pub(crate) from: Square,
    pub(crate) attacks: Bitboard,
}

/// The lines to an enemy piece.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lines {
    /// The squares from which a bishop would attack it.
    pub(crate) diagonal: Bitboard,
    /// The squares from which a rook would attack it.
    pub(crate) straight: Bitboard,
    /// The squares from which a bishop would attack it if one more enemy piece were not in the way.
    pub(crate) behind_diagonal: Bitboard,
    /// The squares from which a rook would attack it if one more enemy piece were not in the way.
    pub(crate) behind_straight: Bitboard,
}

impl Lines {
    const NONE: Self = Self {
        diagonal: Bitboard::EMPTY,
        straight: Bitboard::EMPTY,
        behind_diagonal: Bitboard::EMPTY,
        behind_straight: Bitboard::EMPTY,
    };
}

/// A position as one player sees it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlayerView {
    pub(crate) own: Army,
    pub(crate) enemy: Army,
    pub(crate) occupied: Bitboard,
    /// Rooks that may still castle.
    pub(crate) castling: Bitboard,
    pub(crate) is_to_move: bool,
    /// The lines to the enemy king.
    pub(crate) to_king: Lines,
    /// The lines to the enemy queen; none if there is no queen or more than one, because then neither board nor colors decide which comes
    /// first.
    pub(crate) to_queen: Lines,
    reaches: [Reach; MOST_PIECES],
    /// The start indices of the bishops, the rooks and the queens, and the end index.
    starts: [usize; 4],
}

/// Returns the squares that a bishop attacks.
#[inline(always)]
fn bishop<M: Cpu>(from: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(M::bishop(from.index(), occupied.0))
}

/// Returns the squares that a rook attacks.
#[inline(always)]
fn rook<M: Cpu>(from: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(M::rook(from.index(), occupied.0))
}

/// Views a position from both sides.
struct Both<'a>(&'a Position);

impl Multiversion for Both<'_> {
    type Output = [PlayerView; 2];

    #[inline(always)]
    fn run<M: Cpu>(self) -> [PlayerView; 2] {
        let mut views = [PlayerView::EMPTY; 2];
        PlayerView::look_both::<M>(&mut views, self.0);
        views
    }
}

/// A side has at most sixteen pieces, one of them the king.
const MOST_PIECES: usize = 15;

impl PlayerView {
    /// An empty view, to be filled in.
    pub(crate) const EMPTY: Self = Self {
        own: Army::EMPTY,
        enemy: Army::EMPTY,
        occupied: Bitboard::EMPTY,
        castling: Bitboard::EMPTY,
        is_to_move: false,
        to_king: Lines::NONE,
        to_queen: Lines::NONE,
        reaches: [Reach {
            // All zeros, which take the least time to write.
            from: Square::A1,
            attacks: Bitboard::EMPTY,
        }; MOST_PIECES],
        starts: [0; 4],
    };

    /// Returns the views of White and Black.
    pub(crate) fn both(position: &Position) -> [Self; 2] {
        dispatch(Both(position))
    }

    /// Fills in two [empty](Self::EMPTY) views within a task for one processor. They are large: moving them took a sixth of the time of an
    /// evaluation.
    #[inline(always)]
    pub(crate) fn look_both<M: Cpu>(views: &mut [Self; 2], position: &Position) {
        let boards = [*position.board(), position.board().flip_colors()];
        // Loops, so that each side's code exists only once.
        for (side, color) in Color::ALL.into_iter().enumerate() {
            views[side].look::<M>(position, &boards[side], color);
        }
        for side in 0..2 {
            views[side].enemy = views[1 - side].own.turned();
            views[side].meet::<M>();
        }
    }

    /// Fills in everything but the enemy. On the board given, the player's pieces are White's.
    #[inline(always)]
    fn look<M: Cpu>(&mut self, position: &Position, board: &Board, color: Color) {
        self.own.gather(board);
        self.occupied = board.occupied();
        self.castling = position.castling_rights().rooks(color);
        self.is_to_move = position.side_to_move() == color;
        self.reach::<M>();
    }

    /// Fills in the lines to the enemy.
    #[inline(always)]
    fn meet<M: Cpu>(&mut self) {
        self.to_king = self.lines_to::<M>(self.enemy.king);
        if let Some(queen) = self.enemy.of(PieceKind::Queen).single() {
            self.to_queen = self.lines_to::<M>(queen);
        }
    }

    #[inline(always)]
    fn lines_to<M: Cpu>(&self, target: Square) -> Lines {
        let diagonal = bishop::<M>(target, self.occupied);
        let straight = rook::<M>(target, self.occupied);
        let without = |lines| self.occupied - (self.enemy.all & lines);
        Lines {
            diagonal,
            straight,
            behind_diagonal: bishop::<M>(target, without(diagonal)) - diagonal,
            behind_straight: rook::<M>(target, without(straight)) - straight,
        }
    }

    /// Returns the player's knights.
    #[inline(always)]
    pub(crate) fn knights(&self) -> &[Reach] {
        self.part(0, self.starts[0])
    }

    /// Returns the player's bishops.
    #[inline(always)]
    pub(crate) fn bishops(&self) -> &[Reach] {
        self.part(self.starts[0], self.starts[1])
    }

    /// Returns the player's rooks.
    #[inline(always)]
    pub(crate) fn rooks(&self) -> &[Reach] {
        self.part(self.starts[1], self.starts[2])
    }

    /// Returns the player's queens.
    #[inline(always)]
    pub(crate) fn queens(&self) -> &[Reach] {
        self.part(self.starts[2], self.starts[3])
    }

    #[inline(always)]
    fn part(&self, from: usize, to: usize) -> &[Reach] {
        self.reaches.get(from..to).unwrap_or_default()
    }

    /// Fills in the attacks of the pieces.
    #[inline(always)]
    fn reach<M: Cpu>(&mut self) {
        let queens = self.own.of(PieceKind::Queen);
        let rooks = self.own.of(PieceKind::Rook);
        let occupied = self.occupied;
        let (diagonal, straight) = (occupied - queens, occupied - queens - rooks);
        let after = self.add_all(PieceKind::Knight, 0, attacks::knight);
        self.starts[0] = after;
        let after = self.add_all(PieceKind::Bishop, after, |from| bishop::<M>(from, diagonal));
        self.starts[1] = after;
        let after = self.add_all(PieceKind::Rook, after, |from| rook::<M>(from, straight));
        self.starts[2] = after;
        self.starts[3] = self.add_all(PieceKind::Queen, after, |from| {
            bishop::<M>(from, occupied) | rook::<M>(from, occupied)
        });
    }

    /// Adds the attacks of all pieces of a kind, starting at an index, and returns the index after them.
    #[inline(always)]
    fn add_all(
        &mut self,
        kind: PieceKind,
        start: usize,
        attacks: impl Fn(Square) -> Bitboard,
    ) -> usize {
        // Sums in registers; in memory each would wait for the one before.
        let (mut by_kind, mut twice) = (Bitboard::EMPTY, self.own.attacked_twice);
        let mut attacked = self.own.attacked;
        let mut count = start;
        for from in self.own.of(kind) {
            let attacks = attacks(from);
            by_kind |= attacks;
            twice |= attacked & attacks;
            attacked |= attacks;
            if let Some(place) = self.reaches.get_mut(count) {
                *place = Reach { from, attacks };
                count += 1;
            }
        }
        self.own.attacks[kind as usize] = by_kind;
        self.own.attacked = attacked;
        self.own.attacked_twice = twice;
        count
    }
}

impl Army {
    const EMPTY: Self = Self {
        pieces: [Bitboard::EMPTY; 6],
        attacks: [Bitboard::EMPTY; 6],
        all: Bitboard::EMPTY,
        attacked: Bitboard::EMPTY,
        attacked_twice: Bitboard::EMPTY,
        king: Square::A1,
    };

    /// Takes White's army from a board, with the attacks of its pawns and king.
    #[inline(always)]
    fn gather(&mut self, board: &Board) {
        self.pieces = PieceKind::ALL.map(|kind| board.pieces(Color::White, kind));
        self.all = board.color(Color::White);
        let pawns = self.of(PieceKind::Pawn);
        // Every position has a king.
        self.king = self.of(PieceKind::King).first().unwrap_or(Square::A1);
        let (by_pawns, by_king) = (pawn_attacks(pawns), attacks::king(self.king));
        self.attacks[PieceKind::Pawn as usize] = by_pawns;
        self.attacks[PieceKind::King as usize] = by_king;
        self.attacked = by_pawns | by_king;
        self.attacked_twice = pawn_double_attacks(pawns) | by_pawns & by_king;
    }

    /// Returns the pieces of a kind.
    #[inline(always)]
    pub(crate) const fn of(&self, kind: PieceKind) -> Bitboard {
        self.pieces[kind as usize]
    }

    /// Returns all squares that pieces of a kind attack.
    #[inline(always)]
    pub(crate) const fn attacked_by(&self, kind: PieceKind) -> Bitboard {
        self.attacks[kind as usize]
    }

    /// Returns the army on the flipped board.
    #[inline(always)]
    fn turned(&self) -> Self {
        Self {
            pieces: self.pieces.map(Bitboard::flip),
            attacks: self.attacks.map(Bitboard::flip),
            all: self.all.flip(),
            attacked: self.attacked.flip(),
            attacked_twice: self.attacked_twice.flip(),
            king: self.king.flip(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_players_see_the_start_alike() {
        let [white, black] = PlayerView::both(&Position::START);
        assert_eq!(white.own.all, black.own.all);
        assert_eq!(white.enemy.attacked, black.enemy.attacked);
        assert_eq!(white.starts, [2, 4, 6, 7]);
        assert_eq!(white.own.attacked_twice & Square::F3, Square::F3.into());
        assert!(white.is_to_move && !black.is_to_move);
    }
}

//! [`View`]: a position as one player sees it, going up the board, with what every piece attacks.
//!
//! Both players get a view of their own, in which the board of Black is turned around. So every theme is written once,
//! for a player who goes up, and cannot treat the colors differently.

use crate::sets::{pawn_attacks, pawn_double_attacks};
use plywood_core::{Bitboard, Board, Color, PieceKind, Position, Square, attacks};

/// The pieces of one player and what they attack.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Army {
    pieces: [Bitboard; 6],
    attacks: [Bitboard; 6],
    pub(crate) all: Bitboard,
    /// All squares attacked, own pieces defended among them.
    pub(crate) attacked: Bitboard,
    /// All squares attacked by two pieces or more.
    pub(crate) attacked_twice: Bitboard,
    pub(crate) king: Square,
}

/// A piece other than a pawn or king and what it attacks. Bishops see through own queens, rooks through own rooks and queens.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reach {
    pub(crate) kind: PieceKind,
    pub(crate) from: Square,
    pub(crate) attacks: Bitboard,
}

/// A position as one player sees it.
#[derive(Debug, Clone)]
pub(crate) struct View {
    pub(crate) own: Army,
    pub(crate) enemy: Army,
    pub(crate) occupied: Bitboard,
    /// Rooks that may still castle.
    pub(crate) castling: Bitboard,
    pub(crate) is_to_move: bool,
    reaches: [Reach; MOST_PIECES],
    reach_count: usize,
}

/// A side has at most sixteen pieces, one of them the king.
const MOST_PIECES: usize = 15;

impl View {
    /// What White and Black see.
    pub(crate) fn both(position: &Position) -> [Self; 2] {
        let board = position.board();
        let turned = board.flip_colors();
        let mut white = Self::lone(position, board, Color::White);
        let mut black = Self::lone(position, &turned, Color::Black);
        white.enemy = black.own.turned();
        black.enemy = white.own.turned();
        [white, black]
    }

    /// The view of one color that does not see the enemy yet; on the board given, its own pieces are White's.
    #[inline]
    fn lone(position: &Position, board: &Board, color: Color) -> Self {
        let own = Army::new(board);
        let nothing = Reach {
            kind: PieceKind::Knight,
            from: own.king,
            attacks: Bitboard::EMPTY,
        };
        let mut view = Self {
            own,
            enemy: own,
            occupied: board.occupied(),
            castling: position.castling_rights().rooks(color),
            is_to_move: position.side_to_move() == color,
            reaches: [nothing; MOST_PIECES],
            reach_count: 0,
        };
        view.reach();
        view
    }

    /// The own knights, bishops, rooks and queens.
    #[inline]
    pub(crate) fn reaches(&self) -> &[Reach] {
        &self.reaches[..self.reach_count]
    }

    /// Fills in what the pieces attack.
    #[inline]
    fn reach(&mut self) {
        let queens = self.own.of(PieceKind::Queen);
        let rooks = self.own.of(PieceKind::Rook);
        let (diagonal, straight) = (self.occupied - queens, self.occupied - queens - rooks);
        for from in self.own.of(PieceKind::Knight) {
            self.add(PieceKind::Knight, from, attacks::knight(from));
        }
        for from in self.own.of(PieceKind::Bishop) {
            self.add(PieceKind::Bishop, from, attacks::bishop(from, diagonal));
        }
        for from in rooks {
            self.add(PieceKind::Rook, from, attacks::rook(from, straight));
        }
        for from in queens {
            self.add(PieceKind::Queen, from, attacks::queen(from, self.occupied));
        }
    }

    #[inline]
    fn add(&mut self, kind: PieceKind, from: Square, attacks: Bitboard) {
        self.own.attacks[kind as usize] |= attacks;
        self.own.attacked_twice |= self.own.attacked & attacks;
        self.own.attacked |= attacks;
        if let Some(place) = self.reaches.get_mut(self.reach_count) {
            *place = Reach {
                kind,
                from,
                attacks,
            };
            self.reach_count += 1;
        }
    }
}

impl Army {
    /// White's army on a board, with the attacks of its pawns and king.
    #[inline]
    fn new(board: &Board) -> Self {
        let pieces = PieceKind::ALL.map(|kind| board.pieces(Color::White, kind));
        let pawns = pieces[PieceKind::Pawn as usize];
        // Every position has a king.
        let king = pieces[PieceKind::King as usize]
            .first()
            .unwrap_or(Square::E1);
        let mut army = Self {
            pieces,
            attacks: [Bitboard::EMPTY; 6],
            all: board.color(Color::White),
            attacked: Bitboard::EMPTY,
            attacked_twice: pawn_double_attacks(pawns),
            king,
        };
        let (by_pawns, by_king) = (pawn_attacks(pawns), attacks::king(king));
        army.attacks[PieceKind::Pawn as usize] = by_pawns;
        army.attacks[PieceKind::King as usize] = by_king;
        army.attacked = by_pawns | by_king;
        army.attacked_twice |= by_pawns & by_king;
        army
    }

    /// The pieces of a kind.
    #[inline]
    pub(crate) const fn of(&self, kind: PieceKind) -> Bitboard {
        self.pieces[kind as usize]
    }

    /// All that pieces of a kind attack.
    #[inline]
    pub(crate) const fn attacked_by(&self, kind: PieceKind) -> Bitboard {
        self.attacks[kind as usize]
    }

    /// The army on the board turned around.
    #[inline]
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
        let [white, black] = View::both(&Position::START);
        assert_eq!(white.own.all, black.own.all);
        assert_eq!(white.enemy.attacked, black.enemy.attacked);
        assert_eq!(white.reaches().len(), 7);
        assert_eq!(white.own.attacked_twice & Square::F3, Square::F3.into());
        assert!(white.is_to_move && !black.is_to_move);
    }
}

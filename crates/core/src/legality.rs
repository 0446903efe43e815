//! Questions about one move: is it legal, is it a capture, does it give check?

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::lines::LINE;
use crate::moves::{Move, MoveKind};
use crate::piece::{Piece, PieceKind};
use crate::position::Position;
use crate::square::Square;

impl Position {
    /// Whether a move, wherever it came from, is legal here: exactly when
    /// [`legal_moves`](Self::legal_moves) lists it. No list is made.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Position, Square};
    ///
    /// let start = Position::START;
    /// assert!(start.is_legal(Move::new(Square::G1, Square::F3, MoveKind::Normal)));
    /// assert!(!start.is_legal(Move::new(Square::G1, Square::G3, MoveKind::Normal)));
    /// // Going two squares is a kind of its own.
    /// assert!(!start.is_legal(Move::new(Square::E2, Square::E4, MoveKind::Normal)));
    /// ```
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Castling => {
                let side = self.side_to_move();
                mv.from() == self.king(side)
                    && self.castling_rights().rooks(side).contains(mv.to())
                    && self.may_castle(mv)
            }
            MoveKind::Normal
            | MoveKind::DoublePush
            | MoveKind::EnPassant
            | MoveKind::PromoteKnight
            | MoveKind::PromoteBishop
            | MoveKind::PromoteRook
            | MoveKind::PromoteQueen => {
                self.find_step(mv.from(), mv.to(), mv.promotion()) == Some(mv)
            }
        }
    }

    /// Whether a legal move captures something.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Position, Square};
    ///
    /// let position: Position = "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2".parse()?;
    /// assert!(position.is_capture(Move::new(Square::D5, Square::E6, MoveKind::EnPassant)));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_capture(&self, mv: Move) -> bool {
        mv.kind() == MoveKind::EnPassant || self.board.color(!self.side_to_move()).contains(mv.to())
    }

    /// What a legal move captures.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, PieceKind, Position, Square};
    ///
    /// let position: Position = "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2".parse()?;
    /// let en_passant = Move::new(Square::D5, Square::E6, MoveKind::EnPassant);
    /// assert_eq!(position.captured(en_passant), Some(PieceKind::Pawn));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn captured(&self, mv: Move) -> Option<PieceKind> {
        match self.board.kind_at(mv.to()) {
            // A castling king goes to its own rook.
            Some(victim) => (mv.kind() != MoveKind::Castling).then_some(victim),
            None => (mv.kind() == MoveKind::EnPassant).then_some(PieceKind::Pawn),
        }
    }

    /// Whether a legal move gives check.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// let position: Position = "4k3/8/8/8/8/8/4N3/4RK2 w - - 0 1".parse()?;
    /// // Every move of the knight uncovers the rook.
    /// assert!(position.moves_from(plywood_core::Square::E2).iter().all(|&mv| position.gives_check(mv)));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let side = self.side_to_move();
        let (from, to) = (mv.from(), mv.to());
        let kind = match mv.kind() {
            // Two pieces change places: simplest is to look.
            MoveKind::Castling | MoveKind::EnPassant => return self.play_unchecked(mv).is_check(),
            MoveKind::Normal | MoveKind::DoublePush => self.board.kind_unchecked(from),
            MoveKind::PromoteKnight => PieceKind::Knight,
            MoveKind::PromoteBishop => PieceKind::Bishop,
            MoveKind::PromoteRook => PieceKind::Rook,
            MoveKind::PromoteQueen => PieceKind::Queen,
        };
        let king = self.king(!side);
        let occupied = (self.board.occupied() - from) | to;
        let piece = Piece { color: side, kind };
        attacks::of(piece, to, occupied).contains(king)
            || LINE[king as usize][from as usize] != 0 && self.uncovers(king, from, occupied)
    }

    /// The pieces of the side to move that may not leave their line to the king.
    ///
    /// ```
    /// use plywood_core::{Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.pinned(), Square::E2.into());
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn pinned(&self) -> Bitboard {
        let side = self.side_to_move();
        let (own, enemy) = (self.board.color(side), self.board.color(!side));
        let king = self.king(side);
        let snipers = attacks::bishop(king, enemy) & self.board.diagonal_sliders()
            | attacks::rook(king, enemy) & self.board.straight_sliders();
        let shields = |sniper| (attacks::between(king, sniper) & own).single();
        (snipers & enemy).into_iter().filter_map(shields).collect()
    }

    /// Whether a slider of the side to move sees the king along the line a piece has left.
    fn uncovers(&self, king: Square, from: Square, occupied: Bitboard) -> bool {
        let sliders = attacks::bishop(king, occupied) & self.board.diagonal_sliders()
            | attacks::rook(king, occupied) & self.board.straight_sliders();
        let line = Bitboard(LINE[king as usize][from as usize]);
        let own = self.board.color(self.side_to_move()) - from;
        sliders.intersects(line & own)
    }
}

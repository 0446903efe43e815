//! Legal moves with the kind of piece that moves, which the generator knows anyway: to look it up again for each move takes
//! longer than to generate it.

use crate::bitboard::Bitboard;
use crate::movegen::sink::All;
use crate::moves::{Move, MoveKind};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::square::Rank;

impl Position {
    /// Like [`for_each_move`](Self::for_each_move), with the kind of piece that moves.
    ///
    /// ```
    /// use plywood_core::{PieceKind, Position};
    ///
    /// let mut by_knights = 0;
    /// Position::START.for_each_move_with_kind(|kind, _| by_knights += u32::from(kind == PieceKind::Knight));
    /// assert_eq!(by_knights, 4);
    /// ```
    #[inline]
    pub fn for_each_move_with_kind(&self, visit: impl FnMut(PieceKind, Move)) {
        self.visit_with_kind(All, visit);
    }

    /// Like [`for_each_quiet_move`](Self::for_each_quiet_move), with the kind of piece that moves.
    #[inline]
    pub fn for_each_quiet_move_with_kind(&self, visit: impl FnMut(PieceKind, Move)) {
        self.visit_with_kind(self.only_quiets(), visit);
    }

    /// Like [`for_each_capture_and_queen_promotion`](Self::for_each_capture_and_queen_promotion), with the kind of piece
    /// that moves.
    #[inline]
    pub fn for_each_capture_and_queen_promotion_with_kind(
        &self,
        mut visit: impl FnMut(PieceKind, Move),
    ) {
        self.visit_with_kind(self.only_captures(), &mut visit);
        let side = self.side_to_move();
        let seventh = Bitboard::from(Rank::Seven.relative_to(side));
        let pawns = self.pieces(side, PieceKind::Pawn) & seventh;
        if !pawns.is_empty() {
            self.for_each_quiet_queen_promotion(pawns, |mv| visit(PieceKind::Pawn, mv));
        }
    }

    /// Out of line, since it is seldom called.
    #[inline(never)]
    fn for_each_quiet_queen_promotion(&self, pawns: Bitboard, mut visit: impl FnMut(Move)) {
        for mv in self.moves_from(pawns) {
            if mv.kind() == MoveKind::PromoteQueen && !self.is_capture(mv) {
                visit(mv);
            }
        }
    }
}

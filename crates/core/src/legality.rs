//! Questions about one move: is it legal, which move is meant, what does it capture, does it give
//! check?
//!
//! Legality is decided in two ways, because their costs differ:
//! - The generator (`movegen.rs`) finds all legal moves. It computes checks and pins once
//!   (`position/checks.rs`) and masks targets with them, so that no move is made to test it.
//! - This folder decides about one move. That needs no pins: `legality/origins.rs` looks up which
//!   pieces reach the target and whether the king is attacked on the board after the move. All
//!   questions about one move rest on it: [`Position::is_legal`], `find_move` and `origins`
//!   (`legality/find_move.rs`), `move_context` and `gives_check` (`legality/move_context.rs`).
//!   Castling has rules of its own (`legality/castling.rs`).
//!
//! Both use `is_attacked` and `is_safe_en_passant` of `position/checks.rs`, and the castling squares
//! of `castling.rs`. One law binds them, tested on random games of standard chess and Chess960
//! (`tests/laws.rs`) and in `benches/peers/` against other crates: of all the moves there are,
//! `is_legal` accepts exactly those that `legal_moves` lists.

mod origins;
mod castling;
mod find_move;
mod move_context;

pub use move_context::MoveContext;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::cpu::dispatch;
use crate::legality::find_move::Legal;
use crate::moves::{Move, MoveKind};
use crate::piece::PieceKind;
use crate::position::Position;

impl Position {
    /// Whether a move is legal here, that is, whether [`legal_moves`](Self::legal_moves) lists it.
    /// Any move may be asked about; no moves are generated.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Position, Square};
    ///
    /// let start = Position::START;
    /// assert!(start.is_legal(Move::new(Square::G1, Square::F3, MoveKind::Normal)));
    /// assert!(!start.is_legal(Move::new(Square::G1, Square::G3, MoveKind::Normal)));
    /// // A double push has a kind of its own; `find_move` knows it.
    /// assert!(!start.is_legal(Move::new(Square::E2, Square::E4, MoveKind::Normal)));
    /// ```
    #[inline]
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        if mv.kind() == MoveKind::Castling {
            self.can_castle(mv)
        } else {
            dispatch(Legal(self, mv))
        }
    }

    /// Whether a legal move is a capture.
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

    /// The kind of piece that a legal move captures.
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
            // Castling goes to the square of the own rook.
            Some(victim) => (mv.kind() != MoveKind::Castling).then_some(victim),
            None => (mv.kind() == MoveKind::EnPassant).then_some(PieceKind::Pawn),
        }
    }

    /// The pinned pieces of the side to move: each shields the king from an enemy slider.
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
}

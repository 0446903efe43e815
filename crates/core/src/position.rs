//! A setup proven legal.

pub(crate) mod checks;
pub(crate) mod apply;
mod validate;
mod repair;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::{CastlingRights, Wing};
use crate::color::Color;
use crate::piece::{Piece, PieceKind};
use crate::setup::Setup;
use crate::square::Square;
use crate::state::State;
use crate::zobrist;

pub use repair::Repair;
pub use validate::{PositionError, Violation};

/// A legal position. It comes from a checked [`Setup`] or from a legal move in another position.
///
/// It is a small value (88 bytes) that knows its [`key`](Self::key). [`play`](Self::play) returns the
/// position after a move and leaves this one as it is, so nothing has to be taken back. Earlier
/// positions, which repetition needs, are kept by [`History`](crate::History).
///
/// Legal means that the rules apply: one king each, the side that has just moved is not in check, and
/// so on ([`Violation`] lists all conditions). It does not mean that a game can lead to it: a check
/// by two knights is accepted, for example.
///
/// Two positions are equal if their FENs are: pieces, side to move, castling rights, a square on
/// which a pawn can be captured en passant, and both clocks.
///
/// ```
/// use plywood_core::{Color, Position};
///
/// let position: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?;
/// assert_eq!(position.side_to_move(), Color::White);
/// assert_eq!(position.legal_moves().len(), 6);
/// let back: Position = position.to_string().parse()?;
/// assert_eq!(back, position);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) castling_rooks: Bitboard,
    pub(crate) key: u64,
    pub(crate) state: State,
}

impl Position {
    /// The pieces.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// assert_eq!(Position::START.board().occupied().len(), 32);
    /// ```
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Who is to move.
    ///
    /// ```
    /// use plywood_core::{Color, Position};
    ///
    /// assert_eq!(Position::START.side_to_move(), Color::White);
    /// ```
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.state.side()
    }

    /// Which rooks may still castle.
    ///
    /// ```
    /// use plywood_core::{CastlingRights, Position};
    ///
    /// assert_eq!(Position::START.castling_rights(), CastlingRights::STANDARD);
    /// ```
    #[inline]
    #[must_use]
    pub const fn castling_rights(&self) -> CastlingRights {
        CastlingRights::from_rooks(self.castling_rooks)
    }

    /// The rook with which a color may still castle on that wing.
    ///
    /// ```
    /// use plywood_core::{Color, Position, Square, Wing};
    ///
    /// let rook = Position::START.castling_rook(Color::Black, Wing::Kingside);
    /// assert_eq!(rook, Some(Square::H8));
    /// ```
    #[must_use]
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        let king = self.king(color).file();
        let mut rooks = self.castling_rights().rooks(color).into_iter();
        rooks.find(|rook| Wing::of(king, rook.file()) == wing)
    }

    /// The square behind a pawn that just went two squares, even if no pawn can capture there.
    /// Such a square does not count when positions are compared; the key and the default FEN leave
    /// it out, too.
    ///
    /// ```
    /// use plywood_core::{Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1".parse()?;
    /// assert_eq!((position.passed_square(), position.en_passant()), (Some(Square::E3), None));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn passed_square(&self) -> Option<Square> {
        self.state.passed_square()
    }

    /// The square on which a pawn can be captured en passant by a legal move.
    ///
    /// ```
    /// use plywood_core::{Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1".parse()?;
    /// assert_eq!(position.en_passant(), Some(Square::E3));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.state.capturable()
    }

    /// Half-moves since the last capture or pawn move; at 100 a draw can be claimed.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w - - 99 90".parse()?;
    /// assert_eq!(position.halfmove_clock(), 99);
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn halfmove_clock(&self) -> u32 {
        self.state.halfmove_clock()
    }

    /// The number of the move, from 1; it grows after Black's.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// assert_eq!(Position::START.fullmove_number(), 1);
    /// ```
    #[inline]
    #[must_use]
    pub const fn fullmove_number(&self) -> u32 {
        self.state.fullmove_number()
    }

    /// The square of a color's king.
    ///
    /// ```
    /// use plywood_core::{Color, Position, Square};
    ///
    /// assert_eq!(Position::START.king(Color::Black), Square::E8);
    /// ```
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceKind::King).first_unchecked()
    }

    /// The squares of all pieces of a color and kind.
    ///
    /// ```
    /// use plywood_core::{Color, PieceKind, Position};
    ///
    /// assert_eq!(Position::START.pieces(Color::White, PieceKind::Pawn).len(), 8);
    /// ```
    #[inline]
    #[must_use]
    pub const fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.board.pieces(color, kind)
    }

    /// The piece on a square.
    ///
    /// ```
    /// use plywood_core::{Position, Square};
    ///
    /// assert_eq!(Position::START.piece_at(Square::E4), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// A number that names the position: pieces, side to move, castling rights, and en passant
    /// when it can be done. Equal positions have equal keys however they came about; the clocks do
    /// not count. It is kept up to date by every move at almost no cost.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// // No black pawn can capture on e3, so the square makes no difference.
    /// let with: Position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1".parse()?;
    /// let without: Position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse()?;
    /// assert_eq!(with.key(), without.key());
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// A number that names where the pawns of both colors stand, for tables of pawn structure.
    /// It is computed on demand in a few instructions.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Position, Square};
    ///
    /// let developed = Position::START.play_unchecked(Move::new(Square::G1, Square::F3, MoveKind::Normal));
    /// assert_eq!(developed.pawn_key(), Position::START.pawn_key());
    /// ```
    #[inline]
    #[must_use]
    pub const fn pawn_key(&self) -> u64 {
        let white = self.pieces(Color::White, PieceKind::Pawn).0;
        let black = self.pieces(Color::Black, PieceKind::Pawn).0;
        zobrist::mix(white ^ zobrist::mix(black))
    }

    /// The key computed from nothing, as [`key`](Self::key) must always be.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// assert_eq!(Position::START.key_from_scratch(), Position::START.key());
    /// ```
    #[must_use]
    pub fn key_from_scratch(&self) -> u64 {
        let mut key = 0;
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                for square in self.board.pieces(color, kind) {
                    key ^= zobrist::piece(color, kind, square);
                }
            }
        }
        for rook in self.castling_rooks {
            key ^= zobrist::castling(rook);
        }
        if let Some(square) = self.en_passant() {
            key ^= zobrist::en_passant(square.file());
        }
        match self.side_to_move() {
            Color::White => key,
            Color::Black => key ^ zobrist::black_to_move(),
        }
    }

    /// The position as a setup, to be changed and proven anew.
    ///
    /// ```
    /// use plywood_core::{Position, Setup};
    ///
    /// assert_eq!(Position::START.setup(), Setup::START);
    /// ```
    #[must_use]
    pub const fn setup(&self) -> Setup {
        Setup {
            board: self.board,
            side_to_move: self.side_to_move(),
            castling: self.castling_rights(),
            en_passant: self.passed_square(),
            halfmove_clock: self.halfmove_clock(),
            fullmove_number: self.fullmove_number(),
        }
    }

    /// The pieces of both colors that attack a square.
    ///
    /// ```
    /// use plywood_core::{Bitboard, Position, Square};
    ///
    /// let attackers = Position::START.attackers(Square::F3);
    /// assert_eq!(attackers, Bitboard::from(Square::E2) | Square::G2 | Square::G1);
    /// ```
    #[inline]
    #[must_use]
    pub fn attackers(&self, square: Square) -> Bitboard {
        attacks::attackers(&self.board, square, self.board.occupied())
    }

    /// The enemy pieces that give check to the side to move.
    ///
    /// ```
    /// use plywood_core::{Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.checkers(), Square::E4.into());
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        let side = self.side_to_move();
        self.attackers(self.king(side)) & self.board.color(!side)
    }

    /// Whether the side to move is in check.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// let position: Position = "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1".parse()?;
    /// assert!(position.is_check());
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }
}

//! A legal position and what can be read off it.

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
    /// Where the pieces stand.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.state.side()
    }

    /// The castling rights.
    #[inline]
    #[must_use]
    pub const fn castling_rights(&self) -> CastlingRights {
        CastlingRights::from_rooks(self.castling_rooks)
    }

    /// The rook with which a color has the right to castle on a wing. In Chess960 it need not stand
    /// in the corner.
    ///
    /// ```
    /// use plywood_core::{Color, Position, Square, Wing};
    ///
    /// let position: Position = "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1".parse()?;
    /// let rook = position.castling_rook(Color::Black, Wing::Kingside);
    /// assert_eq!(rook, Some(Square::G8));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        let king = self.king(color).file();
        let mut rooks = self.castling_rights().rooks(color).into_iter();
        rooks.find(|rook| Wing::of(king, rook.file()) == wing)
    }

    /// The square behind a pawn that has just gone two squares, even if no pawn can capture there.
    /// Such a square does not count when positions are compared, and neither the key nor the default
    /// FEN includes it; see [`en_passant`](Self::en_passant).
    #[inline]
    #[must_use]
    pub const fn double_push_square(&self) -> Option<Square> {
        self.state.double_push_square()
    }

    /// The square to which a pawn can move in a legal en passant capture.
    ///
    /// ```
    /// use plywood_core::{Position, Square};
    ///
    /// // 5 . . . . . . . .
    /// // 4 k . . p P . . R    Capturing on e3 would expose the king to the rook.
    /// // 3 . . . . . . . .
    /// let pinned: Position = "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1".parse()?;
    /// assert_eq!((pinned.double_push_square(), pinned.en_passant()), (Some(Square::E3), None));
    /// // So the square makes no difference.
    /// let without: Position = "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1".parse()?;
    /// assert_eq!((&pinned, pinned.key()), (&without, without.key()));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.state.capturable()
    }

    /// The number of half-moves since the last capture or pawn move. At 100 a draw can be claimed.
    #[inline]
    #[must_use]
    pub const fn halfmove_clock(&self) -> u32 {
        self.state.halfmove_clock()
    }

    /// The number of the move: 1 at the start of a game, one more after each move by Black.
    #[inline]
    #[must_use]
    pub const fn fullmove_number(&self) -> u32 {
        self.state.fullmove_number()
    }

    /// The square of a color's king.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceKind::King).first_unchecked()
    }

    /// The squares of all pieces of a color and kind.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.board.pieces(color, kind)
    }

    /// The piece on a square.
    #[inline]
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The Zobrist key of the position: of its pieces, side to move, castling rights, and the en
    /// passant square if a capture there is legal. The clocks do not count. Making a move updates the
    /// key, so reading it costs nothing.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// A key of the pawns of both colors, for a pawn hash table. It is computed when you ask for it,
    /// in a few instructions.
    #[inline]
    #[must_use]
    pub const fn pawn_key(&self) -> u64 {
        let white = self.pieces(Color::White, PieceKind::Pawn).0;
        let black = self.pieces(Color::Black, PieceKind::Pawn).0;
        zobrist::mix(white ^ zobrist::mix(black))
    }

    /// Computes the key from scratch, for tests: it must equal [`key`](Self::key).
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

    /// The position as a [`Setup`], which can be changed and checked again with [`Position::new`].
    #[must_use]
    pub const fn setup(&self) -> Setup {
        Setup {
            board: self.board,
            side_to_move: self.side_to_move(),
            castling: self.castling_rights(),
            en_passant: self.double_push_square(),
            halfmove_clock: self.halfmove_clock(),
            fullmove_number: self.fullmove_number(),
        }
    }

    /// The pieces of both colors that attack a square.
    #[inline]
    #[must_use]
    pub fn attackers(&self, square: Square) -> Bitboard {
        attacks::attackers(&self.board, square, self.board.occupied())
    }

    /// The enemy pieces that check the king of the side to move.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        let side = self.side_to_move();
        self.attackers(self.king(side)) & self.board.color(!side)
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }
}

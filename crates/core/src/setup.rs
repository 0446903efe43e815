//! The contents of a FEN, a position that may be illegal.

use crate::board::Board;
use crate::castling::CastlingRights;
use crate::color::Color;
use crate::square::Square;

/// The contents of a FEN, legal or not: the board, the side to move, castling rights, en passant and the clocks.
///
/// Change the fields as you like, then [`Position::new`](crate::Position::new) checks them and
/// [`Position::new_lenient`](crate::Position::new_lenient) drops impossible castling rights and en passant squares.
///
/// ```
/// use plywood_core::{Color, PieceKind, Position, Setup, Square};
///
/// let mut setup = Setup::EMPTY;
/// setup.board.put(Square::E1, PieceKind::King.of(Color::White));
/// let error = Position::new(&setup).unwrap_err();
/// assert_eq!(error.to_string(), "Black has no king");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The board.
    pub board: Board,
    /// The side to move.
    pub side_to_move: Color,
    /// The castling rights.
    pub castling: CastlingRights,
    /// The square behind a pawn that has just gone two squares.
    pub en_passant: Option<Square>,
    /// The number of half-moves since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The move number: 1 at the start of a game, one more after each move by Black. A setup can contain 0, which some programs write; a
    /// position can't.
    pub fullmove_number: u32,
}

impl Setup {
    /// An empty board with White to move.
    pub const EMPTY: Self = Self {
        board: Board::EMPTY,
        side_to_move: Color::White,
        castling: CastlingRights::NONE,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// The start position of standard chess.
    pub const START: Self = Self {
        board: Board {
            sets: [
                0x00FF_0000_0000_FF00,
                0x4200_0000_0000_0042,
                0x2400_0000_0000_0024,
                0x8100_0000_0000_0081,
                0x0800_0000_0000_0008,
                0x1000_0000_0000_0010,
                0x0000_0000_0000_FFFF,
                0xFFFF_0000_0000_0000,
            ],
        },
        side_to_move: Color::White,
        castling: CastlingRights::STANDARD,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };
}

impl Default for Setup {
    fn default() -> Self {
        Self::START
    }
}

//! The forgiving way from a setup to a position: it drops what cannot be true and reports it.

use alloc::vec::Vec;

use crate::bitboard::Bitboard;
use crate::castling::Wing;
use crate::color::Color;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::position::validate::{PositionError, is_possible_en_passant};
use crate::setup::Setup;
use crate::square::{Rank, Square};

/// Something that [`Position::new_lenient`] changed to make a setup legal.
///
/// ```
/// use plywood_core::{Color, Position, Repair, Square};
///
/// // The king has left its first rank, but the FEN still claims the right to castle.
/// let (position, repairs) = Position::from_fen_lenient("4k3/8/8/8/8/8/4K3/7R w K - 0 1")?;
/// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/4K3/7R w - - 0 1");
/// assert_eq!(repairs, [Repair::CastlingRight(Color::White, Square::H1)]);
/// assert_eq!(repairs[0].to_string(), "White cannot castle with a rook on h1: right dropped");
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Repair {
    /// A color lost the right to castle with the rook on a square. The rook is not there, the king
    /// is not on its first rank, or a rook farther from the king has a right on the same side.
    #[error("{color} cannot castle with a rook on {square}: right dropped", color = .0, square = .1)]
    CastlingRight(Color, Square),
    /// The en passant square was dropped, because no pawn can have just gone two squares past it.
    #[error("no pawn can have just gone two squares past {0}: en passant square dropped")]
    EnPassant(Square),
    /// The move number was 0 and became 1.
    #[error("move number 0 replaced by 1")]
    MoveNumber,
}

impl Position {
    /// Makes a position of a setup like [`new`](Self::new), but drops castling rights and an en
    /// passant square that are impossible, and counts move 0 as move 1. Returns the position and
    /// what was changed; the list is empty if nothing was. Use it for files and programs that keep
    /// stale castling rights. A right that is possible in Chess960 stays, wherever king and rook are.
    ///
    /// # Errors
    /// Every reason that remains: pieces and checks are never changed.
    ///
    /// ```
    /// use plywood_core::{Position, Repair, Setup, Square};
    ///
    /// let mut setup = Setup::START;
    /// setup.en_passant = Some(Square::E6);
    /// assert!(Position::new(&setup).is_err());
    /// let (position, repairs) = Position::new_lenient(&setup)?;
    /// assert_eq!((position, repairs), (Position::START, vec![Repair::EnPassant(Square::E6)]));
    /// # Ok::<(), plywood_core::PositionError>(())
    /// ```
    pub fn new_lenient(setup: &Setup) -> Result<(Self, Vec<Repair>), PositionError> {
        let mut setup = setup.clone();
        let repairs = repair(&mut setup);
        Ok((Self::new(&setup)?, repairs))
    }
}

fn repair(setup: &mut Setup) -> Vec<Repair> {
    let mut repairs = Vec::new();
    for color in Color::ALL {
        let rights = setup.castling.rooks(color);
        for rook in rights - possible_rights(setup, color) {
            setup.castling.remove(color, rook.file());
            repairs.push(Repair::CastlingRight(color, rook));
        }
    }
    if let Some(square) = setup.en_passant
        && !is_possible_en_passant(setup, square)
    {
        setup.en_passant = None;
        repairs.push(Repair::EnPassant(square));
    }
    if setup.fullmove_number == 0 {
        setup.fullmove_number = 1;
        repairs.push(Repair::MoveNumber);
    }
    repairs
}

/// The rights that a color can have: with the king on its first rank, the outermost rook of each side.
fn possible_rights(setup: &Setup, color: Color) -> Bitboard {
    let king = setup.board.pieces(color, PieceKind::King) & Rank::One.relative_to(color);
    let Some(king) = king.first() else {
        return Bitboard::EMPTY;
    };
    let rooks = setup.castling.rooks(color) & setup.board.pieces(color, PieceKind::Rook);
    let (west, east) = (rooks.first(), rooks.last());
    let west = west.filter(|rook| Wing::of(king.file(), rook.file()) == Wing::Queenside);
    let east = east.filter(|rook| Wing::of(king.file(), rook.file()) == Wing::Kingside);
    west.into_iter().chain(east).collect()
}

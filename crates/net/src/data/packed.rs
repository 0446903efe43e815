//! Boards as binary formats have them: the set of occupied squares, and four bits for the piece on each, in the order of the squares.

use crate::data::FormatError;
use crate::inputs::bits;
use plywood_core::{Board, Color, PieceKind, Square};

/// A format has room for so many pieces.
const MOST_PIECES: u32 = 32;
/// Set in the code of a black piece.
pub(super) const BLACK: u8 = 8;

/// The occupied squares, and a code of four bits for each.
pub(super) struct Packed {
    pub(super) occupied: u64,
    pub(super) codes: [u8; 16],
}

impl Packed {
    /// Packs a board; `code` gives the number of a kind of piece on its square, from 0 to 7.
    pub(super) fn new(
        board: &Board,
        code: impl Fn(Square, PieceKind) -> u8,
    ) -> Result<Self, FormatError> {
        if board.occupied().len() > MOST_PIECES {
            return Err(FormatError::Pieces);
        }
        let mut codes = [0; 16];
        for (place, square) in board.occupied().into_iter().enumerate() {
            let Some(piece) = board.piece_at(square) else {
                continue;
            };
            let color = if piece.color == Color::Black {
                BLACK
            } else {
                0
            };
            let code = code(square, piece.kind) | color;
            codes[place / 2] |= code << (4 * (place % 2));
        }
        let occupied = board.occupied().0;
        Ok(Self { occupied, codes })
    }

    /// Reads the first 24 bytes of a board.
    pub(super) fn read(bytes: &[u8; 32]) -> Result<Self, FormatError> {
        let mut occupied = [0; 8];
        occupied.copy_from_slice(&bytes[..8]);
        let occupied = u64::from_le_bytes(occupied);
        let mut codes = [0; 16];
        codes.copy_from_slice(&bytes[8..24]);
        if occupied.count_ones() > MOST_PIECES {
            return Err(FormatError::Pieces);
        }
        Ok(Self { occupied, codes })
    }

    /// The pieces as their squares, kinds and colors. A code for which there is no kind is given to `other`.
    pub(super) fn board(
        &self,
        mut other: impl FnMut(Square, u8) -> Option<PieceKind>,
    ) -> Result<Board, FormatError> {
        let mut board = Board::EMPTY;
        for (place, square) in bits(self.occupied).enumerate() {
            let code = self.codes[place / 2] >> (4 * (place % 2)) & 15;
            let color = if code & BLACK == 0 {
                Color::White
            } else {
                Color::Black
            };
            let kind = usize::from(code & 7);
            let Some(square) = Square::from_index(square) else {
                continue;
            };
            let kind = PieceKind::ALL.get(kind).copied();
            let kind = kind.or_else(|| other(square, code));
            let kind = kind.ok_or(FormatError::Piece { square, code })?;
            board.put(square, kind.of(color));
        }
        Ok(board)
    }

    /// Writes the first 24 bytes of a board.
    pub(super) fn write(&self, bytes: &mut [u8; 32]) {
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.codes);
    }
}

//! The squares of an endgame's men, and the number of that placement.
//!
//! Mirror images have the same value, so the first king is on the files a to d, and without pawns also on the ranks 1 to 4. No placement is
//! its own mirror image in these two ways: every number represents two or four placements.

use plywood_core::{
    Bitboard, Color, File, Piece, PieceKind, Position, Rank, Setup, Square, attacks,
};
use plywood_tables::Endgame;

/// The most men of an endgame.
pub(crate) const MOST_MEN: usize = 4;

/// The squares of the men, in the order of the [`Numbering`], and the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Placement {
    squares: [Square; MOST_MEN],
    side_to_move: Color,
}

/// Numbers the placements of an endgame from 0.
#[derive(Debug, Clone)]
pub(crate) struct Numbering {
    /// White's king, White's other men, and Black's; equal men are adjacent.
    pieces: Vec<Piece>,
    has_pawns: bool,
}

impl Numbering {
    pub(crate) fn new(endgame: Endgame) -> Self {
        let mut pieces = Vec::new();
        for color in Color::ALL {
            for kind in PieceKind::ALL.into_iter().rev() {
                let count = endgame.count(color, kind) as usize;
                pieces.extend(std::iter::repeat_n(kind.of(color), count));
            }
        }
        let has_pawns = pieces.iter().any(|piece| piece.kind == PieceKind::Pawn);
        Self { pieces, has_pawns }
    }

    /// Returns the number of placements.
    pub(crate) fn len(&self) -> usize {
        let king_squares = 64 / self.images();
        king_squares * 64_usize.pow(self.pieces.len() as u32 - 1) * 2
    }

    /// Returns the number of placements that share a number.
    pub(crate) fn images(&self) -> usize {
        if self.has_pawns { 2 } else { 4 }
    }

    /// Returns the number of a placement.
    pub(crate) fn number(&self, placement: Placement) -> usize {
        let mut squares = placement.squares;
        let men = &mut squares[..self.pieces.len()];
        if men[0].file() > File::D {
            for square in &mut *men {
                *square = square.mirror();
            }
        }
        if !self.has_pawns && men[0].rank() > Rank::Four {
            for square in &mut *men {
                *square = square.flip();
            }
        }
        self.sort_equal(men);
        let king = men[0].rank() as usize * 4 + men[0].file() as usize;
        let others = men[1..].iter();
        let number = others.fold(king, |number, square| number * 64 + square.index());
        number * 2 + placement.side_to_move as usize
    }

    /// Sorts the squares of equal men, which can be exchanged.
    fn sort_equal(&self, squares: &mut [Square]) {
        let mut start = 0;
        for equal in self.pieces.chunk_by(|a, b| a == b) {
            squares[start..start + equal.len()].sort_unstable();
            start += equal.len();
        }
    }

    /// Returns the placement with a number; `None` if two men are on one square, or if equal men are out of order.
    pub(crate) fn placement(&self, number: usize) -> Option<Placement> {
        let side_to_move = if number.is_multiple_of(2) {
            Color::White
        } else {
            Color::Black
        };
        let mut rest = number / 2;
        let mut squares = [Square::A1; MOST_MEN];
        for square in squares[1..self.pieces.len()].iter_mut().rev() {
            *square = Square::from_index(rest % 64)?;
            rest /= 64;
        }
        squares[0] = Square::from_index(rest / 4 * 8 + rest % 4)?;
        let placement = Placement {
            squares,
            side_to_move,
        };
        let men = self.pieces.len();
        let is_sorted = (1..men)
            .all(|at| self.pieces[at - 1] != self.pieces[at] || squares[at - 1] < squares[at]);
        let is_free = self.occupied(placement).len() as usize == men;
        (is_sorted && is_free).then_some(placement)
    }

    /// Returns the position with this placement; `None` if it is not legal.
    pub(crate) fn position(&self, placement: Placement) -> Option<Position> {
        let mut setup = Setup::EMPTY;
        setup.side_to_move = placement.side_to_move;
        for (&piece, &square) in self.pieces.iter().zip(&placement.squares) {
            setup.board.put(square, piece);
        }
        Position::new(&setup).ok()
    }

    /// Returns the placement of a position of this endgame.
    pub(crate) fn of_position(&self, position: &Position) -> Placement {
        let board = position.board();
        let mut squares = [Square::A1; MOST_MEN];
        let mut at = 0;
        for equal in self.pieces.chunk_by(|a, b| a == b) {
            for square in board.pieces(equal[0].color, equal[0].kind) {
                squares[at] = square;
                at += 1;
            }
        }
        let side_to_move = position.side_to_move();
        Placement {
            squares,
            side_to_move,
        }
    }

    /// Calls a function with the number of every placement from which a move without capture or promotion leads to this
    /// one. Some of them may not be legal.
    pub(crate) fn for_each_predecessor(&self, placement: Placement, mut visit: impl FnMut(usize)) {
        let mover = !placement.side_to_move;
        let occupied = self.occupied(placement);
        for (man, &piece) in self.pieces.iter().enumerate() {
            if piece.color != mover {
                continue;
            }
            for from in origins(piece, placement.squares[man], occupied) {
                let mut before = placement;
                before.squares[man] = from;
                before.side_to_move = mover;
                visit(self.number(before));
            }
        }
    }

    fn occupied(&self, placement: Placement) -> Bitboard {
        let squares = placement.squares[..self.pieces.len()].iter();
        squares.fold(Bitboard(0), |all, &square| all | square)
    }
}

/// Returns the squares from which a piece can have come without a capture.
fn origins(piece: Piece, to: Square, occupied: Bitboard) -> Bitboard {
    if piece.kind != PieceKind::Pawn {
        return attacks::of(piece, to, occupied) & !occupied;
    }
    let back = if piece.color == Color::White { -1 } else { 1 };
    let one = Bitboard::from(to).shift(0, back) & !occupied;
    let two = one.shift(0, back) & !occupied & Bitboard::from(Rank::Two.relative_to(piece.color));
    one | two
}

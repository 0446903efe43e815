//! The key of a position in a Polyglot book.

use plywood_core::{Bitboard, CastlingSide, Color, PieceKind, Position};

/// The first of the numbers for castling rights: White kingside and queenside, then Black.
const CASTLING: usize = 768;
/// The first of the numbers for the file of an en passant capture.
const EN_PASSANT: usize = 772;
/// The number for White to move.
const WHITE_TO_MOVE: usize = 780;

/// Returns the Polyglot key of a position.
///
/// The format counts en passant whenever a pawn of the side to move is beside the pawn that has just made a double push, even if it may not
/// legally capture. [`Position::key`] does not.
///
/// ```
/// use plywood_core::Position;
/// use plywood_notation::polyglot;
///
/// assert_eq!(polyglot::key(&Position::START), 0x463B_9618_1691_FC9C);
/// ```
#[must_use]
pub fn key(position: &Position) -> u64 {
    let mut key = 0;
    for (square, piece) in position.board().iter() {
        let color = match piece.color {
            Color::Black => 0,
            Color::White => 1,
        };
        let row = 2 * kind_row(piece.kind) + color;
        key ^= NUMBERS[64 * row + square.index()];
    }
    let rights = Color::ALL
        .into_iter()
        .flat_map(|color| CastlingSide::ALL.map(|castling_side| (color, castling_side)));
    for (index, (color, castling_side)) in rights.enumerate() {
        if position.castling_rook(color, castling_side).is_some() {
            key ^= NUMBERS[CASTLING + index];
        }
    }
    if let Some(file) = en_passant_file(position) {
        key ^= NUMBERS[EN_PASSANT + file];
    }
    match position.side_to_move() {
        Color::White => key ^ NUMBERS[WHITE_TO_MOVE],
        Color::Black => key,
    }
}

/// Returns the place of a kind among the published numbers.
const fn kind_row(kind: PieceKind) -> usize {
    match kind {
        PieceKind::Pawn => 0,
        PieceKind::Knight => 1,
        PieceKind::Bishop => 2,
        PieceKind::Rook => 3,
        PieceKind::Queen => 4,
        PieceKind::King => 5,
    }
}

/// Returns the file of the pawn that has just made a double push, if an enemy pawn is beside it.
fn en_passant_file(position: &Position) -> Option<usize> {
    let side = position.side_to_move();
    let passed = position.double_push_square()?;
    let back = match side {
        Color::White => -1,
        Color::Black => 1,
    };
    let beside = Bitboard::from(passed).shift(-1, back) | Bitboard::from(passed).shift(1, back);
    let pawns = position.pieces(side, PieceKind::Pawn);
    beside.intersects(pawns).then_some(passed.file() as usize)
}

/// For each piece and square, then for castling rights, en passant files, and the side to move.
static NUMBERS: [u64; 781] = include!("numbers.txt");
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn en_passant_counts_only_beside_a_pawn() {
        let key_of = |fen: &str| key(&fen.parse().unwrap());
        let alone = "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1";
        assert_eq!(key_of(alone), key_of("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"));
        let beside = "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1";
        assert_ne!(key_of(beside), key_of("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"));
        // The pawn on d4 is pinned: capturing is illegal, but the format counts it.
        let pinned = "4k3/8/8/8/K2pP2r/8/8/8 b - - 0 1";
        assert_ne!(key_of(pinned), key_of("4k3/8/8/8/K2pP2r/8/8/8 b - e3 0 1"));
    }
}

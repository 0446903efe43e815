//! A bare king is driven to the edge, or with bishop and knight to a corner of the bishop's color, and the other king comes
//! near.

use crate::value::Value;
use plywood_core::{Bitboard, Color, PieceKind, Position, Square};

/// What a sure win is worth besides the material.
const SURE_WIN: Value = 1_500;
/// What each step of the bare king from the center, and each step of the other king towards it, is worth.
const PER_STEP_OUT: Value = 20;
const PER_STEP_NEAR: Value = 10;

/// The value for a side with mating material whose opponent has only a king; `None` if it cannot force mate by pieces alone.
pub(super) fn value(position: &Position, strong: Color) -> Option<Value> {
    let count = |kind| position.pieces(strong, kind).len() as Value;
    let [pawns, knights, bishops, rooks, queens] = [
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
    ]
    .map(count);
    let all_bishops = position.pieces(strong, PieceKind::Bishop);
    let has_bishop_pair =
        all_bishops.intersects(Bitboard::LIGHT) && all_bishops.intersects(Bitboard::DARK);
    let needs_corner = queens + rooks + pawns == 0 && !has_bishop_pair;
    if needs_corner && !(knights > 0 && bishops > 0) {
        // Two knights, or bishops of one color, cannot force mate.
        return (pawns == 0).then_some(0);
    }
    if queens + rooks == 0 && !has_bishop_pair && !(knights > 0 && bishops > 0) {
        return None;
    }
    let (king, bare) = (position.king(strong), position.king(!strong));
    let far = if needs_corner {
        7 - corner_distance(bare, all_bishops)
    } else {
        steps_from_center(bare)
    };
    let near = 7 - Value::from(king.distance(bare));
    let material = 100 * pawns + 300 * (knights + bishops) + 500 * rooks + 900 * queens;
    Some(SURE_WIN + material + PER_STEP_OUT * far + PER_STEP_NEAR * near)
}

/// How far a square is from the four squares in the center, by files and by ranks together.
fn steps_from_center(square: Square) -> Value {
    let from_middle = |line: u8| (2 * Value::from(line) - 7).abs() / 2;
    from_middle(square.file() as u8) + from_middle(square.rank() as u8)
}

/// The distance of a square from the nearest corner of the bishops' color.
fn corner_distance(square: Square, bishops: Bitboard) -> Value {
    let corners = if bishops.intersects(Bitboard::LIGHT) {
        [Square::A8, Square::H1]
    } else {
        [Square::A1, Square::H8]
    };
    let [first, second] = corners.map(|corner| Value::from(square.distance(corner)));
    first.min(second)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value_of(fen: &str) -> Option<Value> {
        value(&fen.parse().unwrap(), Color::White)
    }

    #[test]
    fn the_bare_king_is_driven_to_the_edge() {
        let center = value_of("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
        let edge = value_of("3k4/8/8/8/8/8/8/R3K3 w - - 0 1");
        assert!(edge > center && center > Some(SURE_WIN));
    }

    #[test]
    fn bishop_and_knight_mate_in_the_bishops_corner() {
        let right = value_of("7k/8/5K2/8/8/8/8/B5N1 w - - 0 1");
        let wrong = value_of("k7/8/2K5/8/8/8/8/B5N1 w - - 0 1");
        assert!(right > wrong);
        assert_eq!(value_of("7k/8/5K2/8/8/8/8/6NN w - - 0 1"), Some(0));
    }
}

//! Chapter 11: more to count than pieces and moves.

use plywood::eval::Side;
use plywood::{Color, Material, Mobility, PieceKind, Position, Square, Weighted};

pub fn terms() -> Weighted<Position> {
    Weighted::new()
        .with("material", Material::default())
        .with("mobility", Mobility::pawns_per_move(0.03))
        .term("passed pawns", 4, passed_pawns)
        .term("middle", 10, middle)
}

/// Pawns that no pawn can stop any more, each by the square of its rank.
fn passed_pawns(position: &Position, side: Side) -> i32 {
    let side = Color::from(side);
    let rank = |square: Square| square.rank().relative_to(side) as i32;
    // ANCHOR: yours
    let is_ahead = |pawn: Square, other: Square| {
        (other.file() as i32 - pawn.file() as i32).abs() <= 1 && rank(other) > rank(pawn)
    };
    // ANCHOR_END: yours
    let [pawns, others] = [side, side.other()].map(|side| position.pieces(side, PieceKind::Pawn));
    // ANCHOR: yours todo!("no other pawn is ahead of a passed pawn, on its file or on the next ones")
    let is_passed = |pawn: &Square| !others.into_iter().any(|other| is_ahead(*pawn, other));
    let passed = pawns.into_iter().filter(is_passed);
    passed.map(|pawn| rank(pawn).pow(2)).sum()
    // ANCHOR_END: yours
}

/// How far knights and bishops are from the edges.
fn middle(position: &Position, side: Side) -> i32 {
    let from_edge = |line: i32| line.min(7 - line);
    let pieces = [PieceKind::Knight, PieceKind::Bishop];
    let squares = pieces.map(|kind| position.pieces(side.into(), kind));
    // ANCHOR: yours todo!("the sum of `from_edge` of each square's file and rank")
    let squares = squares.into_iter().flatten();
    squares
        .map(|square| from_edge(square.file() as i32) + from_edge(square.rank() as i32))
        .sum()
    // ANCHOR_END: yours
}

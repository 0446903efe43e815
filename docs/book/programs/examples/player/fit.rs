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
    let is_ahead = |pawn: Square, other: Square| {
        (other.file() as i32 - pawn.file() as i32).abs() <= 1 && rank(other) > rank(pawn)
    };
    let [pawns, others] = [side, side.other()].map(|side| position.pieces(side, PieceKind::Pawn));
    let is_passed = |pawn: &Square| !others.into_iter().any(|other| is_ahead(*pawn, other));
    let passed = pawns.into_iter().filter(is_passed);
    passed.map(|pawn| rank(pawn).pow(2)).sum()
}

/// How far knights and bishops are from the edges.
fn middle(position: &Position, side: Side) -> i32 {
    let from_edge = |line: i32| line.min(7 - line);
    let pieces = [PieceKind::Knight, PieceKind::Bishop];
    let squares = pieces.map(|kind| position.pieces(side.into(), kind));
    let squares = squares.into_iter().flatten();
    squares
        .map(|square| from_edge(square.file() as i32) + from_edge(square.rank() as i32))
        .sum()
}

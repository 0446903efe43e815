//! Positions with the moves that a chapter speaks of.

use plywood::chess::MoveKind;
use plywood::chess::diagram::{Arrow, Coordinates};
use plywood::{Move, Position, Square};

/// A move from one square to another.
type Squares = (Square, Square);

fn drawn(fen: &str, last_move: Option<Squares>, arrows: &[Squares]) -> String {
    let position: Position = fen.parse().expect("the position is legal");
    let arrows: Vec<Arrow> = arrows
        .iter()
        .map(|&(from, to)| Arrow::new(from, to))
        .collect();
    let mut board = position.to_svg().size(480).arrows(&arrows);
    if let Some((from, to)) = last_move {
        board = board.last_move(Move::new(from, to, MoveKind::Normal));
    }
    board.coordinates(Coordinates::Framed).to_string()
}

/// A queen takes a defended pawn.
pub(crate) fn blunder() -> String {
    let takes = [(Square::G3, Square::D6), (Square::C7, Square::D6)];
    drawn("4k3/2p5/3p4/8/8/6Q1/8/4K3 w - - 0 1", None, &takes)
}

pub(crate) fn en_passant() -> String {
    let last_move = Some((Square::C7, Square::C5));
    let fen = "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1";
    drawn(fen, last_move, &[(Square::D5, Square::C6)])
}

/// The side to move loses a pawn, and the game.
pub(crate) fn zugzwang() -> String {
    drawn("8/8/8/3pK3/2kP4/8/8/8 w - - 0 1", None, &[])
}

//! What is on the board, and where it stands.

use crate::features::Feature;
use crate::sets::count;
use crate::tally::Tally;
use crate::view::View;
use plywood_core::PieceKind;

/// The kinds that have a value.
const VALUED: [PieceKind; 5] = [
    PieceKind::Pawn,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Queen,
];

#[inline]
pub(crate) fn pieces(view: &View, tally: &mut impl Tally) {
    for kind in VALUED {
        tally.add_at(Feature::Piece, kind as usize, count(view.own.of(kind)));
    }
}

#[inline]
pub(crate) fn squares(view: &View, tally: &mut impl Tally) {
    for kind in PieceKind::ALL {
        let feature = square_feature(kind);
        for square in view.own.of(kind) {
            tally.see(feature, square.index());
        }
    }
}

#[inline]
const fn square_feature(kind: PieceKind) -> Feature {
    match kind {
        PieceKind::Pawn => Feature::PawnSquare,
        PieceKind::Knight => Feature::KnightSquare,
        PieceKind::Bishop => Feature::BishopSquare,
        PieceKind::Rook => Feature::RookSquare,
        PieceKind::Queen => Feature::QueenSquare,
        PieceKind::King => Feature::KingSquare,
    }
}

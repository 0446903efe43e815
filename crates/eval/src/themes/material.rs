//! Which pieces are on the board, and where they stand.

use crate::feature_sink::FeatureSink;
use crate::features::Feature;
use crate::player_view::PlayerView;
use crate::sets::count;
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
pub(crate) fn pieces(view: &PlayerView, sink: &mut impl FeatureSink) {
    for kind in VALUED {
        sink.add_at(Feature::Piece, kind as usize, count(view.own.of(kind)));
    }
}

#[inline]
pub(crate) fn squares(view: &PlayerView, sink: &mut impl FeatureSink) {
    for kind in PieceKind::ALL {
        let feature = square_feature(kind);
        for square in view.own.of(kind) {
            sink.see(feature, square.index());
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

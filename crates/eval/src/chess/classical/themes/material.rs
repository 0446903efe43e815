//! Which pieces are on the board, and where they stand.

use crate::chess::classical::features::Feature;
use crate::chess::classical::player_view::{PlayerView, Reach};
use crate::chess::classical::weights::FeatureSink;
use crate::chess::pawns::Pawns;
use crate::chess::sets::count;
use plywood_core::PieceKind;

/// The kinds that have a value, besides pawns.
const VALUED: [PieceKind; 4] = [
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Queen,
];

#[inline(always)]
pub(crate) fn pawns(pawns: &Pawns, sink: &mut impl FeatureSink) {
    sink.add_at(Feature::Piece, PieceKind::Pawn as usize, count(pawns.own));
}

#[inline(always)]
pub(crate) fn pieces(view: &PlayerView, sink: &mut impl FeatureSink) {
    for kind in VALUED {
        sink.add_at(Feature::Piece, kind as usize, count(view.own.of(kind)));
    }
}

#[inline(always)]
pub(crate) fn pawn_squares(pawns: &Pawns, sink: &mut impl FeatureSink) {
    for square in pawns.own {
        sink.see(Feature::PawnSquare, square.index());
    }
}

#[inline(always)]
pub(crate) fn piece_squares(view: &PlayerView, sink: &mut impl FeatureSink) {
    for (kind, piece) in view.reaches() {
        piece_square(kind, piece, sink);
    }
    king_square(view, sink);
}

#[inline(always)]
pub(crate) fn piece_square(kind: PieceKind, piece: &Reach, sink: &mut impl FeatureSink) {
    sink.see(square_feature(kind), piece.from.index());
}

#[inline(always)]
pub(crate) fn king_square(view: &PlayerView, sink: &mut impl FeatureSink) {
    sink.see(Feature::KingSquare, view.own.king.index());
}

#[inline(always)]
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

//! How many squares each piece can go to, those that enemy pawns attack left out.

use crate::chess::classical::features::Feature;
use crate::chess::classical::player_view::{PlayerView, Reach};
use crate::chess::classical::weights::FeatureSink;
use crate::chess::sets::count as len;
use plywood_core::{Bitboard, PieceKind};

#[inline(always)]
pub(crate) fn count(view: &PlayerView, sink: &mut impl FeatureSink) {
    let open = open(view);
    for (kind, piece) in view.reaches() {
        count_piece(kind, piece, open, sink);
    }
}

/// The squares that count.
#[inline(always)]
pub(crate) fn open(view: &PlayerView) -> Bitboard {
    !(view.own.all | view.enemy.attacked_by(PieceKind::Pawn))
}

#[inline(always)]
pub(crate) fn count_piece(
    kind: PieceKind,
    piece: &Reach,
    open: Bitboard,
    sink: &mut impl FeatureSink,
) {
    let squares = len(piece.attacks & open).cast_unsigned() as usize;
    match kind {
        PieceKind::Knight => sink.see(Feature::KnightMobility, squares),
        PieceKind::Bishop => sink.see(Feature::BishopMobility, squares),
        PieceKind::Rook => sink.see(Feature::RookMobility, squares),
        PieceKind::Queen => sink.see(Feature::QueenMobility, squares),
        PieceKind::Pawn | PieceKind::King => {}
    }
}

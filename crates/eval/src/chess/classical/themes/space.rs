//! Pawns in the center, attacks on it, and space behind the own pawns.

use crate::chess::classical::features::Feature;
use crate::chess::classical::player_view::{PlayerView, Reach};
use crate::chess::classical::weights::FeatureSink;
use crate::chess::pawns::Pawns;
use crate::chess::sets::{CENTER, count as len, fill_down};
use plywood_core::{Bitboard, PieceKind};

/// Files c to f, ranks 2 to 4.
const HOME: Bitboard = Bitboard(0x0000_0000_3C3C_3C00);

#[inline(always)]
pub(crate) fn count_pawns(pawns: &Pawns, sink: &mut impl FeatureSink) {
    sink.add(Feature::CenterPawn, len(pawns.own & CENTER));
}

#[inline(always)]
pub(crate) fn count(view: &PlayerView, sink: &mut impl FeatureSink) {
    for (_, piece) in view.reaches() {
        count_piece(piece, sink);
    }
    count_sets(view, sink);
}

#[inline(always)]
pub(crate) fn count_piece(piece: &Reach, sink: &mut impl FeatureSink) {
    sink.add(Feature::CenterControl, len(piece.attacks & CENTER));
}

/// Counts what is not seen piece by piece.
#[inline(always)]
pub(crate) fn count_sets(view: &PlayerView, sink: &mut impl FeatureSink) {
    let own = &view.own;
    let pawns = own.of(PieceKind::Pawn);
    let by_pawns = len(own.attacked_by(PieceKind::Pawn) & CENTER);
    sink.add(Feature::CenterControl, by_pawns);
    let safe = HOME - pawns - view.enemy.attacked_by(PieceKind::Pawn);
    let room = len(safe) + len(safe & fill_down(pawns));
    let pieces = len(own.all - pawns) - 4;
    sink.add(Feature::Room, room * pieces.max(0) / 4);
}

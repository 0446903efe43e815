//! How many squares each piece can go to, those that enemy pawns attack left out.

use crate::feature_sink::FeatureSink;
use crate::features::Feature;
use crate::player_view::{PlayerView, Reach};
use plywood_core::PieceKind;

#[inline(always)]
pub(crate) fn count(view: &PlayerView, sink: &mut impl FeatureSink) {
    let open = !(view.own.all | view.enemy.attacked_by(PieceKind::Pawn));
    let mut see = |feature, reaches: &[Reach]| {
        for reach in reaches {
            sink.see(feature, (reach.attacks & open).len() as usize);
        }
    };
    see(Feature::KnightMobility, view.knights());
    see(Feature::BishopMobility, view.bishops());
    see(Feature::RookMobility, view.rooks());
    see(Feature::QueenMobility, view.queens());
}

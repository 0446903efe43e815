//! How many squares each piece can go to without running into a pawn's attack.

use crate::features::Feature;
use crate::tally::Tally;
use crate::view::{Reach, View};
use plywood_core::PieceKind;

#[inline]
pub(crate) fn count(view: &View, tally: &mut impl Tally) {
    let open = !(view.own.all | view.enemy.attacked_by(PieceKind::Pawn));
    let mut see = |feature, reaches: &[Reach]| {
        for reach in reaches {
            tally.see(feature, (reach.attacks & open).len() as usize);
        }
    };
    see(Feature::KnightMobility, view.knights());
    see(Feature::BishopMobility, view.bishops());
    see(Feature::RookMobility, view.rooks());
    see(Feature::QueenMobility, view.queens());
}

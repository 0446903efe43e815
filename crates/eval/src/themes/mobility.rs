//! How many squares each piece can go to without running into a pawn's attack.

use crate::features::Feature;
use crate::tally::Tally;
use crate::view::View;
use plywood_core::PieceKind;

#[inline]
pub(crate) fn count(view: &View, tally: &mut impl Tally) {
    let open = !(view.own.all | view.enemy.attacked_by(PieceKind::Pawn));
    for reach in view.reaches() {
        let squares = (reach.attacks & open).len() as usize;
        let feature = match reach.kind {
            PieceKind::Knight => Feature::KnightMobility,
            PieceKind::Bishop => Feature::BishopMobility,
            PieceKind::Rook => Feature::RookMobility,
            PieceKind::Queen => Feature::QueenMobility,
            // They have no reach of this kind.
            PieceKind::Pawn | PieceKind::King => continue,
        };
        tally.see(feature, squares);
    }
}

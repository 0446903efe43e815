//! Doubled, isolated, backward and blocked pawns, islands and chains.

use crate::features::Feature;
use crate::pawns::{Pawns, islands};
use crate::sets::count as len;
use crate::tally::Tally;
use crate::view::View;
use plywood_core::PieceKind;

#[inline]
pub(crate) fn count(view: &View, pawns: &Pawns, tally: &mut impl Tally) {
    let open = pawns.unopposed;
    tally.add(Feature::Doubled, len(pawns.doubled));
    tally.add(Feature::Isolated, len(pawns.isolated));
    tally.add(Feature::IsolatedUnopposed, len(pawns.isolated & open));
    tally.add(Feature::Backward, len(pawns.backward));
    tally.add(Feature::BackwardUnopposed, len(pawns.backward & open));
    tally.add(Feature::Blocked, len(pawns.blocked));
    tally.add(Feature::Islands, islands(view.own.of(PieceKind::Pawn)));
    for pawn in pawns.chained {
        tally.see(Feature::Chained, pawn.rank() as usize);
    }
    for pawn in pawns.abreast {
        tally.see(Feature::Abreast, pawn.rank() as usize);
    }
}

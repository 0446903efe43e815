//! Doubled, isolated, backward and blocked pawns, islands and chains.

use crate::chess::classical::features::Feature;
use crate::chess::classical::weights::FeatureSink;
use crate::chess::pawns::{Pawns, islands};
use crate::chess::sets::count as len;

#[inline(always)]
pub(crate) fn count(pawns: &Pawns, sink: &mut impl FeatureSink) {
    let open = pawns.unopposed;
    sink.add(Feature::Doubled, len(pawns.doubled));
    sink.add(Feature::Isolated, len(pawns.isolated));
    sink.add(Feature::IsolatedUnopposed, len(pawns.isolated & open));
    sink.add(Feature::Backward, len(pawns.backward));
    sink.add(Feature::BackwardUnopposed, len(pawns.backward & open));
    sink.add(Feature::Blocked, len(pawns.blocked));
    sink.add(Feature::Islands, islands(pawns.own));
    for pawn in pawns.chained {
        sink.see(Feature::Chained, pawn.rank() as usize);
    }
    for pawn in pawns.abreast {
        sink.see(Feature::Abreast, pawn.rank() as usize);
    }
}

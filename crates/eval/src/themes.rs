//! The themes, one file each: what they count for the player whose view it is.

mod material;
mod mobility;
mod pawn_structure;
mod passed_pawns;
mod king_safety;
mod placement;
mod threats;
mod space;

use crate::features::Feature;
use crate::pawns::Pawns;
use crate::tally::Tally;
use crate::theme::Theme;
use crate::view::View;
use plywood_core::PieceKind;

/// Counts one theme for the player of a view.
pub(crate) fn count(theme: Theme, view: &View, tally: &mut impl Tally) {
    match theme {
        Theme::Material => material::pieces(view, tally),
        Theme::PieceSquares => material::squares(view, tally),
        Theme::Mobility => mobility::count(view, tally),
        Theme::PawnStructure => pawn_structure::count(view, &pawns(view), tally),
        Theme::PassedPawns => passed_pawns::count(view, &pawns(view), tally),
        Theme::KingSafety => king_safety::count(view, tally),
        Theme::Placement => placement::count(view, tally),
        Theme::Threats => threats::count(view, tally),
        Theme::Space => space::count(view, tally),
        Theme::Tempo => tempo(view, tally),
    }
}

/// Counts all themes for the player of a view.
#[inline]
pub(crate) fn count_all(view: &View, tally: &mut impl Tally) {
    let pawns = pawns(view);
    material::pieces(view, tally);
    material::squares(view, tally);
    mobility::count(view, tally);
    pawn_structure::count(view, &pawns, tally);
    passed_pawns::count(view, &pawns, tally);
    king_safety::count(view, tally);
    placement::count(view, tally);
    threats::count(view, tally);
    space::count(view, tally);
    tempo(view, tally);
}

#[inline]
fn pawns(view: &View) -> Pawns {
    Pawns::new(view.own.of(PieceKind::Pawn), view.enemy.of(PieceKind::Pawn))
}

#[inline]
fn tempo(view: &View, tally: &mut impl Tally) {
    tally.add(Feature::Tempo, i32::from(view.is_to_move));
}

//! The themes, a file each: what they count for the player of a view.

mod material;
mod mobility;
mod pawn_structure;
mod passed_pawns;
mod king_safety;
mod placement;
mod threats;
mod space;

use crate::feature_sink::FeatureSink;
use crate::features::Feature;
use crate::pawns::Pawns;
use crate::player_view::PlayerView;
use crate::theme::Theme;
use plywood_core::PieceKind;

/// Counts one theme for the player of a view.
pub(crate) fn count(theme: Theme, view: &PlayerView, sink: &mut impl FeatureSink) {
    match theme {
        Theme::Material => material::pieces(view, sink),
        Theme::PieceSquares => material::squares(view, sink),
        Theme::Mobility => mobility::count(view, sink),
        Theme::PawnStructure => pawn_structure::count(view, &pawns(view), sink),
        Theme::PassedPawns => passed_pawns::count(view, &pawns(view), sink),
        Theme::KingSafety => king_safety::count(view, sink),
        Theme::Placement => placement::count(view, sink),
        Theme::Threats => threats::count(view, sink),
        Theme::Space => space::count(view, sink),
        Theme::Tempo => tempo(view, sink),
    }
}

/// Counts all themes for the player of a view.
#[inline]
pub(crate) fn count_all(view: &PlayerView, sink: &mut impl FeatureSink) {
    let pawns = pawns(view);
    material::pieces(view, sink);
    material::squares(view, sink);
    mobility::count(view, sink);
    pawn_structure::count(view, &pawns, sink);
    passed_pawns::count(view, &pawns, sink);
    king_safety::count(view, sink);
    placement::count(view, sink);
    threats::count(view, sink);
    space::count(view, sink);
    tempo(view, sink);
}

#[inline]
fn pawns(view: &PlayerView) -> Pawns {
    Pawns::new(view.own.of(PieceKind::Pawn), view.enemy.of(PieceKind::Pawn))
}

#[inline]
fn tempo(view: &PlayerView, sink: &mut impl FeatureSink) {
    sink.add(Feature::Tempo, i32::from(view.is_to_move));
}

//! The themes, a file each: what they count for the player of a view.

mod material;
mod mobility;
mod pawn_structure;
mod passed_pawns;
mod king_safety;
mod placement;
mod threats;
mod space;
mod pieces;

use crate::chess::classical::features::{Feature, Theme};
use crate::chess::classical::player_view::PlayerView;
use crate::chess::classical::weights::FeatureSink;
use crate::chess::pawns::Pawns;
use plywood_core::{Bitboard, PieceKind};

/// Counts one theme for the player of a view.
#[inline(always)]
pub(crate) fn count(theme: Theme, view: &PlayerView, sink: &mut impl FeatureSink) {
    let pawns = &pawns(view);
    match theme {
        Theme::Material => {
            material::pawns(pawns, sink);
            material::pieces(view, sink);
        }
        Theme::PieceSquares => {
            material::pawn_squares(pawns, sink);
            material::piece_squares(view, sink);
        }
        Theme::Mobility => mobility::count(view, sink),
        Theme::PawnStructure => pawn_structure::count(pawns, sink),
        Theme::PassedPawns => {
            passed_pawns::count_pawns(pawns, sink);
            passed_pawns::count(view, pawns.passed, sink);
        }
        Theme::KingSafety => {
            king_safety::count_shelter(view, sink);
            king_safety::count(view, sink);
        }
        Theme::Placement => placement::count(view, sink),
        Theme::Threats => threats::count(view, sink),
        Theme::Space => {
            space::count_pawns(pawns, sink);
            space::count(view, sink);
        }
        Theme::Tempo => tempo(view, sink),
    }
}

/// Counts all themes for the player of a view.
#[inline(always)]
pub(crate) fn count_all(view: &PlayerView, sink: &mut impl FeatureSink) {
    let pawns = pawns(view);
    count_pawns(&pawns, sink);
    count_shelter(view, sink);
    count_others(view, pawns.passed, sink);
}

/// Counts what only the pawns of both sides decide.
#[inline(always)]
pub(crate) fn count_pawns(pawns: &Pawns, sink: &mut impl FeatureSink) {
    material::pawns(pawns, sink);
    material::pawn_squares(pawns, sink);
    pawn_structure::count(pawns, sink);
    passed_pawns::count_pawns(pawns, sink);
    space::count_pawns(pawns, sink);
}

/// Counts what only the pawns of both sides and the own king decide.
#[inline(always)]
pub(crate) fn count_shelter(view: &PlayerView, sink: &mut impl FeatureSink) {
    king_safety::count_shelter(view, sink);
}

/// Counts everything else.
#[inline(always)]
pub(crate) fn count_others(view: &PlayerView, passed: Bitboard, sink: &mut impl FeatureSink) {
    let attack = pieces::count(view, sink);
    material::pieces(view, sink);
    material::king_square(view, sink);
    passed_pawns::count(view, passed, sink);
    king_safety::count_kings(view, &attack, sink);
    placement::count_sets(view, sink);
    threats::count_sets(view, sink);
    space::count_sets(view, sink);
    tempo(view, sink);
}

/// The pawns as the player of a view sees them.
#[inline(always)]
pub(crate) fn pawns(view: &PlayerView) -> Pawns {
    Pawns::new(view.own.of(PieceKind::Pawn), view.enemy.of(PieceKind::Pawn))
}

#[inline(always)]
fn tempo(view: &PlayerView, sink: &mut impl FeatureSink) {
    sink.add(Feature::Tempo, i32::from(view.is_to_move));
}

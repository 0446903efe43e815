//! The parts that the players of the chapters have in common.

use plywood::search::{FixedDepth, StaticEvaluation};
use plywood::{IterativeDeepening, Killers, Material, Mobility, Position};
use plywood::{QuietHistory, Strategy, Weighted};

use super::ordering::TakeFirst;

pub type Player = Box<dyn Strategy<Position>>;

/// A referee asks for depth 1, then 2, then 3, until the nodes or the time are used up.
pub fn deepening(search: impl FixedDepth<Position> + 'static) -> Player {
    Box::new(IterativeDeepening::new(search))
}

/// The order of quiet moves that a search has learned on its way.
pub fn learned() -> (TakeFirst, Killers, QuietHistory) {
    (TakeFirst, Killers::new(), QuietHistory::new())
}

/// The evaluator of all players before chapter 11: the pieces, and a little for each move, so that they don't shuffle about.
pub fn counting() -> Weighted<Position> {
    let material = Weighted::new().with("material", Material::default());
    material.with("mobility", Mobility::pawns_per_move(0.05))
}

/// A horizon that sees the position as it stands.
pub fn blind() -> StaticEvaluation<Weighted<Position>> {
    StaticEvaluation::new(counting())
}

//! [`Horizon`]: what a search does where its depth ends. [`StaticEvaluation`] evaluates the position as it stands.

use crate::budget::Stopped;
use crate::game::Game;
use crate::observer::Observer;
use crate::search_state::SearchState;
use crate::window::Window;
use plywood_eval::{Evaluator, Score};

/// Judges a node at which the depth is used up; the strategy has already visited it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot judge a `{G}` where the search ends",
    note = "a strategy wants an `Evaluator<{G}>`, or a `Horizon<{G}>` such as `Quiescence` (which needs `{G}: Tactical`)"
)]
pub trait Horizon<G: Game> {
    /// The value for the side to move, or a bound of it if it lies outside the window.
    ///
    /// # Errors
    /// When the budget is used up.
    fn value<W: Observer<G::Move> + ?Sized>(
        &self,
        position: &G,
        window: Window,
        state: &mut SearchState<'_, G::Move, W>,
    ) -> Result<Score, Stopped>;
}

/// The plain horizon: if the game is not over, the evaluator judges the position as it stands.
#[derive(Debug, Clone, Copy)]
pub struct StaticEvaluation<E>(pub E);

impl<G: Game, E: Evaluator<G>> Horizon<G> for StaticEvaluation<E> {
    #[inline]
    fn value<W: Observer<G::Move> + ?Sized>(
        &self,
        position: &G,
        _window: Window,
        state: &mut SearchState<'_, G::Move, W>,
    ) -> Result<Score, Stopped> {
        // First whether the game is over, then the depth: a mate at the horizon is a mate.
        match position.ending_at_leaf() {
            Some(ending) => Ok(state.ended(ending)),
            None => Ok(state.evaluated(self.0.evaluate(position))),
        }
    }
}

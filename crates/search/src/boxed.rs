//! Implements the strategy traits for boxes and references, so a strategy chosen at run time, or borrowed, works like any other.

use crate::budget::Stopped;
use crate::game::Game;
use crate::limits::Limits;
use crate::observer::Observer;
use crate::report::Report;
use crate::search_state::SearchState;
use crate::strategy::{Claims, FixedDepth, Strategy};
use crate::window::Window;
use plywood_eval::Score;

/// Passes every method on to what a pointer to `S` points to.
macro_rules! passes_on {
    ($Pointer:ty) => {
        impl<G: Game, S: Strategy<G> + ?Sized> Strategy<G> for $Pointer {
            fn name(&self) -> String {
                (**self).name()
            }

            fn search_observed(
                &mut self,
                position: &G,
                limits: &Limits,
                observer: &mut dyn Observer<G::Move>,
            ) -> Report<G::Move> {
                (**self).search_observed(position, limits, observer)
            }

            fn needs_depth(&self) -> bool {
                (**self).needs_depth()
            }

            fn fixed_depth(&mut self) -> Option<&mut dyn FixedDepth<G>> {
                (**self).fixed_depth()
            }

            fn has_depths(&self) -> bool {
                (**self).has_depths()
            }

            fn new_game(&mut self) {
                (**self).new_game();
            }
        }

        impl<G: Game, S: FixedDepth<G> + ?Sized> FixedDepth<G> for $Pointer {
            fn begin(&mut self) {
                (**self).begin();
            }

            fn is_exact(&self) -> bool {
                (**self).is_exact()
            }

            fn claims(&self) -> Claims {
                (**self).claims()
            }

            fn value(
                &mut self,
                position: &G,
                depth: u32,
                window: Window,
                state: &mut SearchState<'_, G::Move>,
            ) -> Result<Score, Stopped> {
                (**self).value(position, depth, window, state)
            }
        }
    };
}

passes_on!(Box<S>);
passes_on!(&mut S);

//! [`Horizon`]: scores the nodes where the depth ends. [`StaticEvaluation`] evaluates the position as it is.

use crate::budget::Stopped;
use crate::game::Game;
use crate::search_state::SearchState;
use crate::window::Window;
use plywood_eval::{Evaluator, Score};

/// Scores a node where the depth has run out.
///
/// The strategy has visited the node. The horizon does the rest: it checks whether the game is over, passes every score through
/// [`ended`](SearchState::ended) or [`evaluate`](SearchState::evaluate), and [visits](SearchState::visit_quiescence) the children it
/// searches.
///
/// This one searches a ply further where the evaluator returns 0:
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{
///     Evaluator, Game, Horizon, Limits, Minimax, Score, SearchState, Stopped,
///     Strategy, Window,
/// };
///
/// struct OnePlyMore<E>(E);
///
/// impl<G: Game, E: Evaluator<G>> Horizon<G> for OnePlyMore<E> {
///     fn value(
///         &self,
///         position: &G,
///         _: Window,
///         state: &mut SearchState<'_, G::Move>,
///     ) -> Result<Score, Stopped> {
///         let moves = position.legal_moves();
///         if let Some(ending) = position.ending(&moves) {
///             return Ok(state.ended(ending));
///         }
///         let score = state.evaluate(&self.0, position);
///         if score != Score::DRAW || state.is_too_deep() {
///             return Ok(score);
///         }
///         let mut best = Score::LOWEST;
///         for &mv in moves.iter() {
///             state.down(mv);
///             state.visit_quiescence(Window::OPEN)?;
///             let child = position.after(mv);
///             let score = -match child.ending_at_leaf() {
///                 Some(ending) => state.ended(ending),
///                 None => state.evaluate(&self.0, &child),
///             };
///             state.up(score);
///             best = best.max(score);
///         }
///         Ok(best)
///     }
///
///     fn is_exact(&self) -> bool {
///         true
///     }
/// }
/// let tree: Tree = "(0(5 8) 7)".parse().unwrap();
/// let report = Minimax::with_horizon(OnePlyMore(Tree::estimate))
///     .search(&tree, &Limits::depth(1));
/// assert_eq!(report.score, Some(Score::centipawns(7)));
/// assert_eq!(report.stats.quiescence, 2);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot score a `{G}` where the depth ends",
    note = "a strategy needs an `Evaluator<{G}>`, or a `Horizon<{G}>` such as `Quiescence` (which needs `{G}: Tactical`)"
)]
pub trait Horizon<G: Game> {
    /// Returns the value for the side to move, or a bound if it is outside the window.
    ///
    /// # Errors
    /// If the budget has run out.
    fn value(
        &self,
        position: &G,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped>;

    /// Returns `true` if a position has the same value in every window that contains it. A horizon that skips moves because of the window,
    /// as delta pruning does, returns `false`: a strategy with it doesn't agree with minimax.
    fn is_exact(&self) -> bool;

    /// Returns the score of the position at an inner node as it is, without a search, for a [`Selectivity`](crate::Selectivity) that asks
    /// for it; `None` if the horizon has none.
    #[inline]
    fn static_value(&self, _position: &G, _state: &mut SearchState<'_, G::Move>) -> Option<Score> {
        None
    }

    /// Returns the horizon's parts in the name of a strategy, such as `quiescence`.
    fn parts(&self) -> Vec<String> {
        vec!["own-horizon".to_owned()]
    }
}

/// The plain horizon: unless the game is over, the evaluator scores the position as it is.
///
/// **Idea.** The depth is used up, so the search asks the evaluator.
///
/// **Invariant.** The value does not depend on the window or on the path, so minimax over it is the definition of an exact search.
///
/// **Cost.** One evaluation for each leaf. It misses everything after the last ply, such as the answer to a capture: that is the horizon
/// effect, and [`Quiescence`](crate::Quiescence) is the cure.
///
/// **Source.** Shannon, "Programming a computer for playing chess", 1950, whose first kind of program stops at a fixed depth.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{Limits, Minimax, Score, StaticEvaluation, Strategy};
///
/// // At depth 1 the first move looks like 9, no matter what the answers are.
/// let tree: Tree = "(9(-5 9) 1(1 2))".parse().unwrap();
/// let mut search = Minimax::with_horizon(StaticEvaluation::new(Tree::estimate));
/// assert_eq!(
///     search.search(&tree, &Limits::depth(1)).score,
///     Some(Score::centipawns(9))
/// );
/// assert_eq!(
///     search.search(&tree, &Limits::depth(2)).score,
///     Some(Score::centipawns(1))
/// );
/// ```
#[derive(Debug, Clone, Copy)]
pub struct StaticEvaluation<E>(pub(crate) E);

impl<E> StaticEvaluation<E> {
    /// Makes a horizon with this evaluator.
    #[must_use]
    pub const fn new(evaluator: E) -> Self {
        Self(evaluator)
    }
}

impl<G: Game, E: Evaluator<G>> Horizon<G> for StaticEvaluation<E> {
    #[inline]
    fn value(
        &self,
        position: &G,
        _window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        // The end of the game is checked before the depth: a mate at the horizon is a mate.
        match position.ending_at_leaf() {
            Some(ending) => Ok(state.ended(ending)),
            None => Ok(state.evaluate(&self.0, position)),
        }
    }

    #[inline]
    fn static_value(&self, position: &G, state: &mut SearchState<'_, G::Move>) -> Option<Score> {
        Some(state.static_value(&self.0, position))
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn parts(&self) -> Vec<String> {
        Vec::new()
    }
}

//! Negamax: minimax as one function, since what is good for one side is as bad for the other.

use crate::budget::Stopped;
use crate::game::Game;
use crate::horizon::{Horizon, StaticEvaluation};
use crate::search_state::SearchState;
use crate::strategy::{FixedDepth, Strategy};
use crate::strategy_names::name_with_parts;
use crate::window::Window;
use plywood_eval::Score;

/// Negamax to a fixed depth.
///
/// **Idea.** max(a, b) = -min(-a, -b), so the value of a node for its side to move is the highest of the negated values
/// of its children. The evaluator must score for the side to move.
///
/// **Invariant.** A value is always from the view of the side to move at its node.
///
/// **Cost.** That of minimax, node for node.
///
/// **Source.** Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975, where it is function F.
///
/// **Chapter.** `docs/book/src/minimax.md`, in the repository.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{Limits, Negamax, Score, Strategy};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let report = Negamax::new(Tree::estimate).search(&tree, &Limits::depth(2));
/// assert_eq!(report.score, Some(Score::centipawns(3)));
/// assert_eq!(report.stats.leaves(), 9, "every leaf is visited");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Negamax<H> {
    horizon: H,
}

impl<E> Negamax<StaticEvaluation<E>> {
    /// Negamax with this evaluator at the horizon.
    pub const fn new(evaluator: E) -> Self {
        Self {
            horizon: StaticEvaluation::new(evaluator),
        }
    }
}

impl<H> Negamax<H> {
    /// Negamax with any horizon, such as quiescence.
    pub const fn with_horizon(horizon: H) -> Self {
        Self { horizon }
    }
}

impl<G: Game, H: Horizon<G>> FixedDepth<G> for Negamax<H> {
    fn is_exact(&self) -> bool {
        self.horizon.is_exact()
    }

    fn value(
        &mut self,
        position: &G,
        depth: u32,
        _: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, Window::OPEN)?;
        if depth == 0 {
            return self.horizon.value(position, Window::OPEN, state);
        }
        let moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Ok(state.ended(ending));
        }
        let mut best = Score::LOWEST;
        for &mv in moves.iter() {
            state.down(mv);
            let score = -self.value(&position.after(mv), depth - 1, Window::OPEN, state)?;
            state.up(score);
            if score > best {
                best = score;
                state.improved(mv, score);
            }
        }
        Ok(best)
    }
}

impl<G: Game, H: Horizon<G>> Strategy<G> for Negamax<H> {
    fn name(&self) -> String {
        name_with_parts("negamax", &self.horizon.parts())
    }

    searches_once!(G);
}

//! Alpha-beta as one function, fail-hard: the score returned never leaves the window.

use crate::budget::Stopped;
use crate::game::Game;
use crate::horizon::{Horizon, StaticEvaluation};
use crate::search_state::SearchState;
use crate::strategy::{FixedDepth, Strategy};
use crate::strategy_names::name_with_parts;
use crate::window::Window;
use plywood_eval::Score;

/// Fail-hard alpha-beta by one function.
///
/// **Idea.** Negamax with a window: alpha is the score the side to move is sure of elsewhere, beta the score the
/// opponent is sure to hold it to. For the children the two change places and signs.
///
/// **Invariant.** The result is alpha if the value is alpha or less, beta if it is beta or more, and otherwise the value.
/// So alpha and beta are bounds, and say nothing about how far away the value is.
///
/// **Cost.** That of alpha-beta by two functions, node for node.
///
/// **Source.** Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975, where it is function F2.
///
/// **Chapter.** `docs/book/src/alpha_beta.md`, in the repository.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBetaFailHard, Limits, Score, Strategy};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let report = AlphaBetaFailHard::new(Tree::estimate).search(&tree, &Limits::depth(2));
/// assert_eq!(report.score, Some(Score::centipawns(3)));
/// assert_eq!(report.stats.leaves(), 7, "4 and 6 are not visited");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct AlphaBetaFailHard<H> {
    horizon: H,
}

impl<E> AlphaBetaFailHard<StaticEvaluation<E>> {
    /// Alpha-beta with this evaluator at the horizon.
    pub const fn new(evaluator: E) -> Self {
        Self {
            horizon: StaticEvaluation::new(evaluator),
        }
    }
}

impl<H> AlphaBetaFailHard<H> {
    /// Alpha-beta with any horizon, such as quiescence.
    pub const fn with_horizon(horizon: H) -> Self {
        Self { horizon }
    }
}

impl<G: Game, H: Horizon<G>> FixedDepth<G> for AlphaBetaFailHard<H> {
    fn is_exact(&self) -> bool {
        self.horizon.is_exact()
    }

    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, window)?;
        if depth == 0 {
            return Ok(window.clamp(self.horizon.value(position, window, state)?));
        }
        let moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Ok(window.clamp(state.ended(ending)));
        }
        let (mut alpha, beta) = (window.alpha(), window.beta());
        for (index, &mv) in moves.iter().enumerate() {
            let child = position.after(mv);
            state.down(mv);
            let score = -self.value(&child, depth - 1, -Window::between(alpha, beta), state)?;
            state.up(score);
            if score > alpha {
                state.improved(mv, score);
                if score >= beta {
                    state.cutoff(index, moves.len());
                    return Ok(beta);
                }
                alpha = score;
            }
        }
        Ok(alpha)
    }
}

impl<G: Game, H: Horizon<G>> Strategy<G> for AlphaBetaFailHard<H> {
    fn name(&self) -> String {
        name_with_parts("alpha-beta-fail-hard", &self.horizon.parts())
    }

    searches_once!(G);
}

//! Negamax: minimax as one function, since one side's gain is the other's loss.

use crate::budget::Stopped;
use crate::game::Game;
use crate::parts::{Assembled, Parts, Recursion};
use crate::search_state::SearchState;
use crate::strategy::FixedDepth;
use crate::window::Window;
use plywood_eval::Score;

/// Negamax to a fixed depth.
///
/// **Idea.** max(a, b) = -min(-a, -b), so the value of a node for its side to move is the highest of the negated values
/// of its children. The evaluator must score for the side to move.
///
/// **Invariant.** A value is always from the point of view of the side to move at its node.
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
pub type Negamax<P> = Assembled<NegamaxRecursion, P>;

/// The recursion of [`Negamax`].
#[derive(Debug, Clone, Copy, Default)]
pub struct NegamaxRecursion;

impl Recursion for NegamaxRecursion {
    const NAME: &'static str = "negamax";
    const IS_EXACT: bool = true;
    const TAKES_PARTS: bool = false;

    fn value<G: Game, P: Parts<G>>(
        search: &mut Negamax<P>,
        position: &G,
        depth: u32,
        _: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, Window::OPEN)?;
        if depth == 0 {
            return search.horizon(position, Window::OPEN, state);
        }
        let moves = position.legal_moves();
        if let Some(ending) = position.ending_in_search(&moves) {
            return Ok(state.ended(ending));
        }
        let mut best = Score::LOWEST;
        for &mv in moves.iter() {
            state.down(mv);
            let score = -search.value(&position.after(mv), depth - 1, Window::OPEN, state)?;
            state.up(score);
            if score > best {
                best = score;
                state.improved(mv, score);
            }
        }
        Ok(best)
    }
}

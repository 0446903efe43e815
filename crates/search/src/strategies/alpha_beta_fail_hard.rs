//! Alpha-beta as one function, fail-hard: the score returned never leaves the window.

use crate::budget::Stopped;
use crate::game::Game;
use crate::node::Node;
use crate::parts::{Assembled, Parts, Recursion};
use crate::search_state::SearchState;
use crate::strategy::FixedDepth;
use crate::window::Window;
use plywood_eval::Score;

/// Fail-hard alpha-beta by one function.
///
/// **Idea.** Negamax with a window: alpha is the score the side to move is sure of elsewhere, and beta the score the opponent is sure to
/// hold it to. For the children the two swap places and signs.
///
/// **Invariant.** The result is alpha if the value is alpha or less, beta if it is beta or more, and otherwise the value. So alpha and beta
/// are bounds that don't show how far away the value is.
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
///
/// It takes a move ordering, so that you can compare it with fail-soft alpha-beta under one. For a table use
/// [`AlphaBeta`](crate::AlphaBeta), whose bounds are tighter; the compiler refuses one here:
///
/// ```compile_fail
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBetaFailHard, Transpositions};
///
/// let search = AlphaBetaFailHard::new(ConnectFour::estimate).table(Transpositions::exact(1));
/// ```
pub type AlphaBetaFailHard<P> = Assembled<FailHardRecursion, P>;

/// The recursion of [`AlphaBetaFailHard`].
#[derive(Debug, Clone, Copy, Default)]
pub struct FailHardRecursion;

impl Recursion for FailHardRecursion {
    const NAME: &'static str = "alpha-beta-fail-hard";
    const IS_EXACT: bool = true;
    const TAKES_PARTS: bool = false;
    const TAKES_ORDERING: bool = true;

    fn value<G: Game, P: Parts<G>>(
        search: &mut AlphaBetaFailHard<P>,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, window)?;
        if depth == 0 {
            return Ok(window.clamp(search.horizon(position, window, state)?));
        }
        let mut moves = position.legal_moves();
        if let Some(ending) = position.ending_in_search(&moves) {
            return Ok(window.clamp(state.ended(ending)));
        }
        let node = Node::new(position, depth, window, state);
        search.order(&node, &mut moves, state);
        let (mut alpha, beta) = (window.alpha(), window.beta());
        for (index, &mv) in moves.iter().enumerate() {
            let child = position.after(mv);
            state.down(mv);
            let score = -search.value(&child, depth - 1, -Window::between(alpha, beta), state)?;
            state.up(score);
            if score > alpha {
                state.improved(mv, score);
                if score >= beta {
                    search.cutoff(&node, &moves, index, state);
                    return Ok(beta);
                }
                alpha = score;
            }
        }
        Ok(alpha)
    }
}

//! Alpha-beta as textbooks first show it: two functions, fail-hard.

use crate::budget::Stopped;
use crate::game::Game;
use crate::node::Node;
use crate::parts::{Assembled, Parts, Recursion};
use crate::search_state::SearchState;
use crate::window::Window;
use plywood_eval::Score;

/// Fail-hard alpha-beta by a maximizing and a minimizing function.
///
/// **Idea.** Alpha is the score Max is sure of, beta the score Min is sure of. Once a Min node is worth alpha or less, Max will avoid it,
/// and the rest of its moves need not be searched; and vice versa for Max nodes.
///
/// **Invariant.** alpha < beta on entry. Both functions return the minimax value from Max's point of view, or the nearer end of [alpha,
/// beta] if it is outside. Min must lower beta as Max raises alpha: a program that forgets this returns the same value but prunes nothing.
///
/// **Cost.** Between b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves, with the best move always first, and minimax's b^d.
///
/// **Source.** Edwards and Hart 1961; Russell and Norvig, "Artificial Intelligence: A Modern Approach", chapter 5.
///
/// **Chapter.** `docs/book/src/alpha_beta.md`, in the repository.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBetaMaxMin, Limits, Score, Strategy};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let report = AlphaBetaMaxMin::new(Tree::estimate).search(&tree, &Limits::depth(2));
/// assert_eq!(report.score, Some(Score::centipawns(3)));
/// assert_eq!(report.stats.leaves(), 7, "4 and 6 are not visited");
/// ```
pub type AlphaBetaMaxMin<P> = Assembled<MaxMinRecursion, P>;

/// The recursion of [`AlphaBetaMaxMin`].
#[derive(Debug, Clone, Copy, Default)]
pub struct MaxMinRecursion;

impl Recursion for MaxMinRecursion {
    const NAME: &'static str = "alpha-beta-max-min";
    const IS_EXACT: bool = true;
    const TAKES_PARTS: bool = false;
    const TAKES_ORDERING: bool = true;

    fn value<G: Game, P: Parts<G>>(
        search: &mut AlphaBetaMaxMin<P>,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        max_value(search, position, depth, window, state)
    }
}

fn max_value<G: Game, P: Parts<G>>(
    search: &mut AlphaBetaMaxMin<P>,
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
        let (child, window) = (position.after(mv), Window::between(alpha, beta));
        state.down(mv);
        let value = min_value(search, &child, depth - 1, window, state)?;
        state.up(value);
        if value > alpha {
            state.improved(mv, value);
            if value >= beta {
                search.cutoff(&node, &moves, index, state);
                return Ok(beta);
            }
            alpha = value;
        }
    }
    Ok(alpha)
}

fn min_value<G: Game, P: Parts<G>>(
    search: &mut AlphaBetaMaxMin<P>,
    position: &G,
    depth: u32,
    window: Window,
    state: &mut SearchState<'_, G::Move>,
) -> Result<Score, Stopped> {
    // An observer sees the window of each node from its side to move's point of view.
    state.visit(depth, -window)?;
    if depth == 0 {
        // A horizon scores for the side to move, which is Min here.
        return Ok(window.clamp(-search.horizon(position, -window, state)?));
    }
    let mut moves = position.legal_moves();
    if let Some(ending) = position.ending_in_search(&moves) {
        return Ok(window.clamp(-state.ended(ending)));
    }
    let node = Node::new(position, depth, -window, state);
    search.order(&node, &mut moves, state);
    let (alpha, mut beta) = (window.alpha(), window.beta());
    for (index, &mv) in moves.iter().enumerate() {
        let (child, window) = (position.after(mv), Window::between(alpha, beta));
        state.down(mv);
        let value = max_value(search, &child, depth - 1, window, state)?;
        state.up(-value);
        if value < beta {
            state.improved(mv, -value);
            if value <= alpha {
                search.cutoff(&node, &moves, index, state);
                return Ok(alpha);
            }
            beta = value;
        }
    }
    Ok(beta)
}

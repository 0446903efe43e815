//! Minimax as two functions: the best Max can reach if Min plays as well as possible.

use crate::budget::Stopped;
use crate::game::Game;
use crate::parts::{Assembled, Parts, Recursion};
use crate::search_state::SearchState;
use crate::window::Window;
use plywood_eval::Score;

/// Minimax to a fixed depth, by a maximizing and a minimizing function.
///
/// **Idea.** Max chooses the child with the highest value, Min the one with the lowest. The evaluator scores the leaves. Every exact
/// strategy of this library is a faster way to the same number.
///
/// **Invariant.** Both functions return the value from the point of view of Max, who moves at the root.
///
/// **Cost.** Every node down to the depth: 1 + b + b² + … + b^d of them with b moves at each node.
///
/// **Source.** Shannon, "Programming a Computer for Playing Chess", 1950; after Zermelo 1913 and von Neumann 1928.
///
/// **Chapter.** `docs/book/src/minimax.md`, in the repository.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{Limits, Minimax, Score, Strategy};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let report = Minimax::new(Tree::estimate).search(&tree, &Limits::depth(2));
/// assert_eq!(report.score, Some(Score::centipawns(3)));
/// assert_eq!(report.stats.leaves(), 9, "every leaf is visited");
/// ```
///
/// It searches every move to the full depth, so the compiler refuses a table or an ordering, which would change nothing:
///
/// ```compile_fail
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{Minimax, Transpositions};
///
/// let search = Minimax::new(ConnectFour::estimate).table(Transpositions::exact(1));
/// ```
pub type Minimax<P> = Assembled<MinimaxRecursion, P>;

/// The recursion of [`Minimax`].
#[derive(Debug, Clone, Copy, Default)]
pub struct MinimaxRecursion;

impl Recursion for MinimaxRecursion {
    const NAME: &'static str = "minimax";
    const IS_EXACT: bool = true;
    const TAKES_PARTS: bool = false;

    fn value<G: Game, P: Parts<G>>(
        search: &mut Minimax<P>,
        position: &G,
        depth: u32,
        _: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        max_value(search, position, depth, state)
    }
}

fn max_value<G: Game, P: Parts<G>>(
    search: &Minimax<P>,
    position: &G,
    depth: u32,
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
        let value = min_value(search, &position.after(mv), depth - 1, state)?;
        state.up(value);
        if value > best {
            best = value;
            state.improved(mv, value);
        }
    }
    Ok(best)
}

fn min_value<G: Game, P: Parts<G>>(
    search: &Minimax<P>,
    position: &G,
    depth: u32,
    state: &mut SearchState<'_, G::Move>,
) -> Result<Score, Stopped> {
    state.visit(depth, Window::OPEN)?;
    if depth == 0 {
        // A horizon scores for the side to move, which is Min here.
        return Ok(-search.horizon(position, Window::OPEN, state)?);
    }
    let moves = position.legal_moves();
    if let Some(ending) = position.ending_in_search(&moves) {
        return Ok(-state.ended(ending));
    }
    let mut best = Score::HIGHEST;
    for &mv in moves.iter() {
        state.down(mv);
        let value = max_value(search, &position.after(mv), depth - 1, state)?;
        state.up(-value);
        if value < best {
            best = value;
            state.improved(mv, -value);
        }
    }
    Ok(best)
}

//! Star1: alpha-beta for games with chance.

use crate::budget::Stopped;
use crate::expectation::Chances;
use crate::game::Game;
use crate::node::Node;
use crate::parts::{Assembled, Parts, Recursion};
use crate::search_state::SearchState;
use crate::strategy::FixedDepth;
use crate::window::Window;
use plywood_eval::Score;

/// Star1, fail-soft, made of parts.
///
/// **Idea.** Where a player moves, this is alpha-beta. Where chance moves, the value of a position lies between the loss and the win of the
/// [`Stakes`](crate::Stakes). So after a few outcomes the mean may be sure to miss the window, whatever the rest are worth: they are cut
/// off. Each outcome is searched in the [window](Chances::window) in which its value still matters.
///
/// **Invariant.** That of [`AlphaBeta`](crate::AlphaBeta), for the value of [`Expectiminimax`](crate::Expectiminimax).
///
/// **Parts.** An ordering of the players' moves, a table, and a horizon. Tables keep the positions that wait for chance, too.
///
/// **Cost.** At most expectiminimax's leaves, in the same order. Cuts between outcomes need values near the stakes, or many good moves
/// elsewhere: they come late, and often the last outcomes alone are cut. [`Star2`](crate::Star2) cuts earlier.
///
/// **Source.** Ballard, "The \*-minimax search procedure for trees containing chance nodes", 1983; Hauk, Buro and Schaeffer, "Rediscovering
/// \*-minimax search", 2004.
///
/// **Chapter.** `docs/book/src/dice.md`, in the repository.
///
/// ```
/// use plywood_search::games::ChanceTree;
/// use plywood_search::{Expectiminimax, Limits, Star1, Strategy};
///
/// // After -900, the mean of the second move can't exceed 50.
/// let tree: ChanceTree = "({1:(300) 1:(200)} {1:(-900) 1:(7 8 9)})".parse()?;
/// let all = Expectiminimax::new(ChanceTree::estimate).search(&tree, &Limits::depth(3));
/// let fewer = Star1::new(ChanceTree::estimate).search(&tree, &Limits::depth(3));
/// assert_eq!(fewer.score, all.score);
/// assert_eq!((all.stats.leaves(), fewer.stats.leaves()), (6, 3));
/// # Ok::<(), plywood_search::games::ParseTreeError>(())
/// ```
pub type Star1<P> = Assembled<Star1Recursion, P>;

/// The recursion of [`Star1`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Star1Recursion;

impl Recursion for Star1Recursion {
    const NAME: &'static str = "star1";
    const IS_EXACT: bool = true;
    const TAKES_SELECTIVITY: bool = false;
    const HANDLES_CHANCE: bool = true;

    fn value<G: Game, P: Parts<G>>(
        search: &mut Star1<P>,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        value(
            search,
            position,
            (depth, window),
            state,
            |_, _, _, _| Ok(()),
        )
    }
}

/// Searches a node. Where chance moves, `probe` first narrows the bounds of the outcomes.
pub(crate) fn value<R: Recursion, G: Game, P: Parts<G>>(
    search: &mut Assembled<R, P>,
    position: &G,
    (depth, window): (u32, Window),
    state: &mut SearchState<'_, G::Move>,
    probe: Probe<R, G, P>,
) -> Result<Score, Stopped> {
    state.visit(depth, window)?;
    if depth == 0 {
        return search.horizon(position, window, state);
    }
    let mut moves = position.legal_moves();
    if let Some(ending) = position.ending_in_search(&moves) {
        return Ok(state.ended(ending));
    }
    let mut node = Node::new(position, depth, window, state);
    if let Some(score) = search.probe(&mut node, &moves, state) {
        return Ok(score);
    }
    if position.waits_for_chance() {
        let mut chances = Chances::of(position, &moves);
        probe(search, &node, &mut chances, state)?;
        let mean = mean(search, &node, chances, state)?;
        search.store(&node, mean, None, state);
        return Ok(mean);
    }
    search.order(&node, &mut moves, state);
    let (mut alpha, beta) = (window.alpha(), window.beta());
    let (mut best, mut best_move) = (Score::LOWEST, None);
    for (index, &mv) in moves.iter().enumerate() {
        let window = Window::between(alpha, beta);
        state.down(mv);
        let score = -search.value(&position.after(mv), depth - 1, -window, state)?;
        state.up(score);
        best = best.max(score);
        if score > alpha {
            best_move = Some(mv);
            state.improved(mv, score);
            if score >= beta {
                search.cutoff(&node, &moves, index, state);
                break;
            }
            alpha = score;
        }
    }
    search.store(&node, best, best_move, state);
    Ok(best)
}

/// Narrows the bounds of the outcomes of a node.
pub(crate) type Probe<R, G, P> = fn(
    &mut Assembled<R, P>,
    &Node<'_, G>,
    &mut Chances<<G as Game>::Move>,
    &mut SearchState<'_, <G as Game>::Move>,
) -> Result<(), Stopped>;

/// Searches the outcomes of a node, until the mean is known or outside the window.
fn mean<R: Recursion, G: Game, P: Parts<G>>(
    search: &mut Assembled<R, P>,
    node: &Node<'_, G>,
    mut chances: Chances<G::Move>,
    state: &mut SearchState<'_, G::Move>,
) -> Result<Score, Stopped> {
    if let Some(bound) = chances.outside(node.window) {
        return Ok(bound);
    }
    let count = chances.outcomes().len();
    for index in 0..count {
        let chance = chances.outcomes()[index];
        let window = chances.window(index, node.window);
        let child = node.position.after(chance.outcome);
        state.roll(chance.outcome, chance.weight);
        let score = search.value(&child, node.depth, window, state)?;
        state.unroll(Some(score));
        chances.learn(index, score, window.bound_of(score));
        if let Some(bound) = chances.outside(node.window) {
            state.cutoff(index, count);
            return Ok(bound);
        }
    }
    Ok(chances.least())
}

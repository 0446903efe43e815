//! Star2: Star1 after a probe of each outcome.

use super::star1::value;
use crate::budget::Stopped;
use crate::expectation::Chances;
use crate::game::Game;
use crate::node::Node;
use crate::parts::{Assembled, Parts, Recursion};
use crate::search_state::SearchState;
use crate::strategy::FixedDepth;
use crate::window::{Bound, Window};
use plywood_eval::Score;

/// Star2, fail-soft, made of parts.
///
/// **Idea.** Before the outcomes of a node are searched as in [`Star1`](crate::Star1), one move of each is. Its side to move has at least
/// that, so the outcome is worth no less. These bounds are much closer than the stakes, and often their mean already reaches beta, as a good
/// reply to a bad move does for most rolls.
///
/// **Invariant.** That of [`AlphaBeta`](crate::AlphaBeta), for the value of [`Expectiminimax`](crate::Expectiminimax).
///
/// **Parts.** Those of Star1. A good move ordering matters more, since one move is to show what an outcome is worth; with a table, a probe
/// that did not cut off is not lost.
///
/// **Cost.** With the best moves first, about b^(d/2) · n^(d - 1) leaves, where expectiminimax has b^d · n^(d - 1). Without a table, and with
/// bad moves first, it may visit more nodes than Star1.
///
/// **Source.** Ballard, "The \*-minimax search procedure for trees containing chance nodes", 1983; Hauk, Buro and Schaeffer, "Rediscovering
/// \*-minimax search", 2004.
///
/// **Chapter.** `docs/book/src/dice.md`, in the repository.
///
/// ```
/// use plywood_search::games::ChanceTree;
/// use plywood_search::{Limits, Star1, Star2, Strategy};
///
/// // The first reply to either outcome of the second move shows that the move is worse than 20.
/// let tree: ChanceTree = "(20 {1:(-30 1 2 3) 1:(10 4 5 6)})".parse()?;
/// let late = Star1::new(ChanceTree::estimate).search(&tree, &Limits::depth(3));
/// let early = Star2::new(ChanceTree::estimate).search(&tree, &Limits::depth(3));
/// assert_eq!(early.score, late.score);
/// assert_eq!((late.stats.leaves(), early.stats.leaves()), (6, 3));
/// # Ok::<(), plywood_search::games::ParseTreeError>(())
/// ```
pub type Star2<P> = Assembled<Star2Recursion, P>;

/// The recursion of [`Star2`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Star2Recursion;

impl Recursion for Star2Recursion {
    const NAME: &'static str = "star2";
    const IS_EXACT: bool = true;
    const TAKES_SELECTIVITY: bool = false;
    const HANDLES_CHANCE: bool = true;

    fn value<G: Game, P: Parts<G>>(
        search: &mut Star2<P>,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        value(search, position, (depth, window), state, probe)
    }
}

/// Searches one move of each outcome, until their mean reaches beta.
fn probe<G: Game, P: Parts<G>>(
    search: &mut Star2<P>,
    node: &Node<'_, G>,
    chances: &mut Chances<G::Move>,
    state: &mut SearchState<'_, G::Move>,
) -> Result<(), Stopped> {
    if node.window.beta() == Score::HIGHEST {
        return Ok(());
    }
    for index in 0..chances.outcomes().len() {
        let chance = chances.outcomes()[index];
        let beta = chances.window(index, node.window).beta();
        let child = node.position.after(chance.outcome);
        state.roll_for(chance.outcome, chance.weight, "probe");
        let window = Window::between(Score::LOWEST, beta);
        let least = value_of_first(search, &child, (node.depth, window), state)?;
        state.unroll(None);
        chances.learn(index, least, Bound::AtLeast);
        if chances.outside(node.window).is_some() {
            state.cutoff(index, chances.outcomes().len());
            break;
        }
    }
    Ok(())
}

/// Returns the value of an outcome's first move, or of its ending.
fn value_of_first<G: Game, P: Parts<G>>(
    search: &mut Star2<P>,
    position: &G,
    (depth, window): (u32, Window),
    state: &mut SearchState<'_, G::Move>,
) -> Result<Score, Stopped> {
    state.visit(depth, window)?;
    let mut moves = position.legal_moves();
    if let Some(ending) = position.ending_in_search(&moves) {
        return Ok(state.ended(ending));
    }
    if position.waits_for_chance() {
        return Ok(Score::LOWEST);
    }
    let mut node = Node::new(position, depth, window, state);
    if let Some(score) = search.probe(&mut node, &moves, state) {
        return Ok(score);
    }
    search.order(&node, &mut moves, state);
    let child = position.after(moves[0]);
    state.down(moves[0]);
    let score = -search.value(&child, depth - 1, -window, state)?;
    state.up(score);
    Ok(score)
}

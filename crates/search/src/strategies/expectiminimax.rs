//! Expectiminimax: minimax for games with chance.

use crate::budget::Stopped;
use crate::expectation::Chances;
use crate::game::Game;
use crate::parts::{Assembled, Parts, Recursion};
use crate::search_state::SearchState;
use crate::strategy::FixedDepth;
use crate::window::{Bound, Window};
use plywood_eval::Score;

/// Expectiminimax to a fixed depth.
///
/// **Idea.** Where a player moves, the value is the best child's, as in [`Negamax`](crate::Negamax). Where chance moves, it is the mean of
/// the outcomes' values, by weight. Nobody knows the outcome in advance, so no player may choose a move that depends on it.
///
/// **Invariant.** A value is from the point of view of the side to move. An outcome leaves the side to move as it is, so its value keeps
/// its sign, and it costs no depth: a ply is a player's move. A position that waits for chance where the depth ends is evaluated as it is.
/// [`Chances`] says how a mean is rounded, and what a win counts in it.
///
/// **Cost.** b^d · n^(d - 1) leaves, with b moves at each node and n outcomes between any two moves.
///
/// **Source.** Michie, "Game-playing and game-learning automata", 1966.
///
/// **Chapter.** `docs/book/src/dice.md`, in the repository.
///
/// ```
/// use plywood_search::games::ChanceTree;
/// use plywood_search::{Expectiminimax, Limits, Score, Strategy};
///
/// // The second move bets: it wins 12 at one to two, and otherwise loses 3.
/// let tree: ChanceTree = "(1 {1:12 2:-3})".parse()?;
/// let report = Expectiminimax::new(ChanceTree::estimate).search(&tree, &Limits::depth(2));
/// assert_eq!(report.score, Some(Score::centipawns(2)));
/// assert_eq!(report.line.to_string(), "2", "a line ends where chance decides");
/// # Ok::<(), plywood_search::games::ParseTreeError>(())
/// ```
///
/// A search that takes the outcomes for moves doesn't compile for such a game:
///
/// ```compile_fail
/// use plywood_search::games::ChanceTree;
/// use plywood_search::{AlphaBeta, Limits};
///
/// let tree: ChanceTree = "(1 {1:12 2:-3})".parse().unwrap();
/// AlphaBeta::new(ChanceTree::estimate).search(&tree, &Limits::depth(2));
/// ```
#[doc(alias = "expectimax")]
pub type Expectiminimax<P> = Assembled<ExpectiminimaxRecursion, P>;

/// The recursion of [`Expectiminimax`].
#[derive(Debug, Clone, Copy, Default)]
pub struct ExpectiminimaxRecursion;

impl Recursion for ExpectiminimaxRecursion {
    const NAME: &'static str = "expectiminimax";
    const IS_EXACT: bool = true;
    const TAKES_PARTS: bool = false;
    const HANDLES_CHANCE: bool = true;

    fn value<G: Game, P: Parts<G>>(
        search: &mut Expectiminimax<P>,
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
        if position.waits_for_chance() {
            let mut chances = Chances::of(position, &moves);
            for index in 0..chances.outcomes().len() {
                let chance = chances.outcomes()[index];
                let child = position.after(chance.outcome);
                state.roll(chance.outcome, chance.weight);
                let value = search.value(&child, depth, Window::OPEN, state)?;
                state.unroll(Some(value));
                chances.learn(index, value, Bound::Exact);
            }
            return Ok(chances.least());
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

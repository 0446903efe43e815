//! SSS*: best-first minimax by state space search.
//!
//! **Idea.** A strategy for Max fixes one move at each of Max's nodes and allows every move at Min's. SSS* keeps partial
//! strategies with an upper bound (their merit), and always extends the one with the highest. When the root is solved,
//! its merit is the value.
//!
//! **Invariant.** The merit of a partial strategy is never below what it can reach, and never grows as it is extended. So
//! the first complete strategy is the best. Of equal merits the leftmost is taken; then every leaf visited is one that
//! alpha-beta visits, too.
//!
//! **Cost.** Never more leaves than alpha-beta, but b^(d/2) states in memory and a priority queue.
//!
//! **Source.** Stockman, "A minimax algorithm better than alpha-beta?", 1979. Plaat and others showed in 1996 that
//! MTD(f) started from above visits the same leaves.

mod state_space;

use self::state_space::{Node, StateSpace};
use crate::budget::Stopped;
use crate::game::Game;
use crate::horizon::{Horizon, StaticEvaluation};
use crate::limits::Limits;
use crate::line::Line;
use crate::observer::Observer;
use crate::report::Report;
use crate::search_state::SearchState;
use crate::strategy::{FixedDepth, Strategy, name_with_parts, search_once};
use crate::window::Window;
use plywood_eval::Score;

/// SSS* to a fixed depth. Nodes are visited out of order, so an observer gets only leaves.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{Limits, Score, SssStar, Strategy};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let report = SssStar::new(Tree::estimate).search(&tree, &Limits::depth(2));
/// assert_eq!(report.score, Some(Score::centipawns(3)));
/// assert!(report.stats.leaves() <= 7, "alpha-beta visits seven");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct SssStar<H> {
    horizon: H,
}

impl<E> SssStar<StaticEvaluation<E>> {
    /// SSS* with this evaluator at the horizon.
    pub const fn new(evaluator: E) -> Self {
        Self {
            horizon: StaticEvaluation(evaluator),
        }
    }
}

impl<H> SssStar<H> {
    /// SSS* with any horizon, such as quiescence.
    pub const fn with_horizon(horizon: H) -> Self {
        Self { horizon }
    }
}

impl<G: Game, H: Horizon<G>> FixedDepth<G> for SssStar<H> {
    fn is_exact(&self) -> bool {
        self.horizon.is_exact()
    }

    fn value(
        &mut self,
        position: &G,
        depth: u32,
        _window: Window,
        search: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        let ply = search.ply();
        let mut space = StateSpace::new(position.clone());
        let mut best_move = None;
        loop {
            let state = space
                .open
                .pop()
                .expect("a state of some strategy is open until the root is solved");
            if space.is_superfluous(&state) {
                continue;
            }
            let (node, merit) = (state.node, state.merit);
            if state.is_solved {
                match space.nodes[node].path[..] {
                    [] => {
                        let line: Line<G::Move> = best_move.into_iter().collect();
                        search.adopt(ply, &line, merit);
                        return Ok(merit);
                    }
                    [number] => best_move = space.nodes[0].moves.get(usize::from(number)).copied(),
                    [_, _, ..] => (),
                }
                space.pass_up(node, merit);
                continue;
            }
            match self.leaf_value(&mut space.nodes[node], (ply, depth), search)? {
                Some(value) => space.push(node, merit.min(value), true),
                None => space.extend(node, merit),
            }
        }
    }
}

impl<H> SssStar<H> {
    /// Visits a node. Returns its value for Max if it is a leaf, and otherwise lists its moves.
    fn leaf_value<G: Game>(
        &self,
        node: &mut Node<G>,
        (root_ply, depth): (u32, u32),
        search: &mut SearchState<'_, G::Move>,
    ) -> Result<Option<Score>, Stopped>
    where
        H: Horizon<G>,
    {
        let ply = u32::try_from(node.path.len()).unwrap_or(u32::MAX);
        search.visit_at(root_ply + ply)?;
        let for_max = |score: Score| if ply.is_multiple_of(2) { score } else { -score };
        if ply >= depth {
            return Ok(Some(for_max(self.horizon.value(
                &node.position,
                Window::OPEN,
                search,
            )?)));
        }
        let moves = node.position.legal_moves();
        let ending = node
            .position
            .ending(&moves)
            .map(|ending| search.ended(ending));
        node.moves = moves.to_vec();
        Ok(ending.map(for_max))
    }
}

impl<G: Game, H: Horizon<G>> Strategy<G> for SssStar<H> {
    fn name(&self) -> String {
        name_with_parts("SSS*", &self.horizon.parts())
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        search_once(self, position, limits, observer)
    }
}

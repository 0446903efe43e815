//! SSS*: best-first minimax by state space search.

use crate::budget::Stopped;
use crate::game::Game;
use crate::horizon::{Horizon, StaticEvaluation};
use crate::limits::Limits;
use crate::line::Line;
use crate::search_state::SearchState;
use crate::strategy::{FixedDepth, Strategy};
use crate::strategy_names::name_with_parts;
use crate::window::Window;
use plywood_eval::Score;
use std::cmp::Ordering;

/// SSS* to a fixed depth. Nodes are visited out of order, so an observer gets only leaves.
///
/// **Idea.** A strategy for Max fixes one move at each of Max's nodes and allows every move at Min's. SSS* keeps partial
/// strategies with an upper bound (their merit), and always extends the one with the highest. When the root is solved,
/// its merit is the value.
///
/// **Invariant.** The merit of a partial strategy is never below what it can reach, and never grows as it is extended. So
/// the first complete strategy is the best. Of equal merits the leftmost is taken; then every leaf visited is one that
/// alpha-beta also visits.
///
/// **Cost.** Never more leaves than alpha-beta, but every node that is reached stays in memory, and b^(d/2) states in a priority queue.
///
/// **Source.** Stockman, "A minimax algorithm better than alpha-beta?", 1979. Plaat and others showed in 1996 that
/// MTD(f) started from above visits the same leaves.
///
/// **Chapter.** `docs/book/src/passes.md`, in the repository.
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
    megabytes: usize,
}

/// The memory of a search unless another number is set.
const DEFAULT_MEGABYTES: usize = 512;

impl<E> SssStar<StaticEvaluation<E>> {
    /// SSS* with this evaluator at the horizon.
    pub const fn new(evaluator: E) -> Self {
        Self::with_horizon(StaticEvaluation::new(evaluator))
    }
}

impl<H> SssStar<H> {
    /// SSS* with any horizon, such as quiescence.
    pub const fn with_horizon(horizon: H) -> Self {
        Self {
            horizon,
            megabytes: DEFAULT_MEGABYTES,
        }
    }

    /// The same with at most this many megabytes of memory, 512 unless they are set. Once they are used up, the search ends with
    /// [`StopReason::Memory`](crate::StopReason::Memory).
    ///
    /// ```
    /// use plywood_search::games::ConnectFour;
    /// use plywood_search::{Limits, SssStar, StopReason, Strategy};
    ///
    /// let mut search = SssStar::new(ConnectFour::estimate).megabytes(1);
    /// let report = search.search(&ConnectFour::new(), &Limits::depth(12));
    /// assert_eq!((report.reason, report.score), (StopReason::Memory, None));
    /// ```
    #[must_use]
    pub const fn megabytes(mut self, megabytes: usize) -> Self {
        self.megabytes = megabytes;
        self
    }
}

/// The queue of SSS* after a leaf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SssList<M> {
    /// The value of the leaf, from the root's view.
    pub leaf: Score,
    /// The states that are still of use, the one that is worked on next first.
    pub open: Vec<OpenState<M>>,
}

/// A state in the queue of SSS*.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenState<M> {
    /// The moves from the root to its node.
    pub line: Vec<M>,
    /// The most that it can still be worth, from the root's view.
    pub merit: Score,
    /// Whether its node is solved, so that the merit is what the node is worth in this strategy.
    pub is_solved: bool,
}

impl<H> SssStar<H> {
    /// The queue after each leaf of a search to this depth, as far as the limits allow. It is for small trees: every queue is kept whole.
    ///
    /// ```
    /// use plywood_search::games::Tree;
    /// use plywood_search::{Limits, Score, SssStar};
    ///
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    /// let lists = SssStar::new(Tree::estimate).lists(&tree, &Limits::depth(2));
    /// let leaves: Vec<Score> = lists.iter().map(|list| list.leaf).collect();
    /// assert_eq!(leaves, [3, 2, 14, 5, 2, 12, 8].map(Score::centipawns));
    /// let merits: Vec<Score> = lists[3].open.iter().map(|state| state.merit).collect();
    /// assert_eq!(
    ///     merits,
    ///     [5, 3, 2].map(Score::centipawns),
    ///     "the third move is still the most promising"
    /// );
    /// ```
    pub fn lists<G: Game>(&self, position: &G, limits: &Limits) -> Vec<SssList<G::Move>>
    where
        H: Horizon<G>,
    {
        let mut lists = Vec::new();
        let mut silent = ();
        let mut state = SearchState::new(limits, &mut silent);
        let seen = |space: &StateSpace<G>, leaf| lists.push(space.list(leaf));
        // A search that is stopped has shown what it could.
        let _ = self.solve(position, limits.depth_to_search(), &mut state, seen);
        lists
    }

    /// Searches to this depth. After each leaf it shows its states, with the value of the leaf for Max.
    fn solve<G: Game>(
        &self,
        position: &G,
        depth: u32,
        search: &mut SearchState<'_, G::Move>,
        mut seen: impl FnMut(&StateSpace<G>, Score),
    ) -> Result<Score, Stopped>
    where
        H: Horizon<G>,
    {
        let ply = search.ply();
        let mut space = StateSpace::new(position.clone());
        let mut best_move = None;
        loop {
            if space.bytes() > self.megabytes.saturating_mul(1 << 20) {
                return Err(search.budget.run_out_of_memory());
            }
            let state = space
                .pop()
                .expect("a state of some strategy is open until the root is solved");
            if space.is_superfluous(&state) {
                continue;
            }
            let (node, merit) = (state.node, state.merit);
            if state.is_solved {
                match space.nodes[node].ply {
                    0 => {
                        let line: Line<G::Move> = best_move.into_iter().collect();
                        search.adopt(ply, &line, merit);
                        return Ok(merit);
                    }
                    1 => {
                        let number = usize::from(space.nodes[node].number);
                        best_move = space.nodes[0].moves.get(number).copied();
                    }
                    _ => (),
                }
                space.pass_up(node, merit);
                continue;
            }
            let value = self.leaf_value(&mut space.nodes[node], (ply, depth), search)?;
            space.moves += space.nodes[node].moves.len();
            match value {
                Some(value) => {
                    space.push(node, merit.min(value), true);
                    seen(&space, value);
                }
                None => space.extend(node, merit),
            }
        }
    }

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
        let ply = node.ply;
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
        self.solve(position, depth, search, |_, _| ())
    }
}

impl<G: Game, H: Horizon<G>> Strategy<G> for SssStar<H> {
    fn name(&self) -> String {
        name_with_parts("sss-star", &self.horizon.parts())
    }

    searches_once!(G);
}

/// A node that was reached. Max moves at even plies.
struct Node<G: Game> {
    position: G,
    parent: Option<usize>,
    /// Its number among the children of its parent.
    number: u16,
    ply: u32,
    moves: Vec<G::Move>,
    is_solved: bool,
}

/// An entry of the queue: a node that is live (to be extended) or solved, and its merit.
#[derive(Clone, Copy)]
struct State {
    merit: Score,
    node: usize,
    is_solved: bool,
}

/// The states of SSS*: partial strategies in a queue, the one with the highest merit first.
struct StateSpace<G: Game> {
    nodes: Vec<Node<G>>,
    /// A heap: each state comes before the two below it. Where a node stands is looked up in the nodes, so it is not kept
    /// with every state.
    open: Vec<State>,
    /// How many moves are listed at all nodes.
    moves: usize,
}

impl<G: Game> StateSpace<G> {
    fn new(root: G) -> Self {
        let mut space = Self {
            nodes: Vec::new(),
            open: Vec::new(),
            moves: 0,
        };
        space.add(root, None, (0, 0), Score::HIGHEST);
        space
    }

    /// The memory that is in use.
    fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<G>>()
            + self.open.len() * size_of::<State>()
            + self.moves * size_of::<G::Move>()
    }

    fn add(&mut self, position: G, parent: Option<usize>, (number, ply): (u16, u32), merit: Score) {
        self.nodes.push(Node {
            position,
            parent,
            number,
            ply,
            moves: Vec::new(),
            is_solved: false,
        });
        self.push(self.nodes.len() - 1, merit, false);
    }

    fn push(&mut self, node: usize, merit: Score, is_solved: bool) {
        let mut place = self.open.len();
        self.open.push(State {
            merit,
            node,
            is_solved,
        });
        while let Some(above) = place.checked_sub(1).map(|place| place / 2) {
            if self.order(self.open[place], self.open[above]) != Ordering::Less {
                break;
            }
            self.open.swap(place, above);
            place = above;
        }
    }

    /// Takes the first state.
    fn pop(&mut self) -> Option<State> {
        let last = self.open.len().checked_sub(1)?;
        self.open.swap(0, last);
        let first = self.open.pop();
        let mut place = 0;
        loop {
            let below = 2 * place + 1..(2 * place + 3).min(self.open.len());
            let next = below.min_by(|one, other| self.order(self.open[*one], self.open[*other]));
            match next {
                Some(next) if self.order(self.open[next], self.open[place]) == Ordering::Less => {
                    self.open.swap(next, place);
                    place = next;
                }
                Some(_) | None => return first,
            }
        }
    }

    /// Which state comes first: the one with the higher merit, and of equal ones the leftmost.
    fn order(&self, one: State, other: State) -> Ordering {
        other
            .merit
            .cmp(&one.merit)
            .then_with(|| self.left_to_right(one.node, other.node))
    }

    /// The order of nodes from left to right; a node comes before those below it.
    fn left_to_right(&self, one: usize, other: usize) -> Ordering {
        let plies = [one, other].map(|node| self.nodes[node].ply);
        let least = plies[0].min(plies[1]);
        let [mut one, mut other] = [one, other].map(|node| self.ancestor(node, least));
        if one == other {
            return plies[0].cmp(&plies[1]);
        }
        loop {
            let [left, right] = [&self.nodes[one], &self.nodes[other]];
            match (left.parent, right.parent) {
                (Some(above), Some(beside)) if above != beside => (one, other) = (above, beside),
                (_, _) => return left.number.cmp(&right.number),
            }
        }
    }

    /// The node at this ply on the way to a node that is not above it.
    fn ancestor(&self, mut node: usize, ply: u32) -> usize {
        while self.nodes[node].ply > ply
            && let Some(parent) = self.nodes[node].parent
        {
            node = parent;
        }
        node
    }

    fn add_child(&mut self, parent: usize, number: u16, merit: Score) {
        let node = &self.nodes[parent];
        let place = (number, node.ply + 1);
        let position = node.position.after(node.moves[usize::from(number)]);
        self.add(position, Some(parent), place, merit);
    }

    /// Extends a live node whose moves are known. All of Max's moves are added, for Max to choose from; of Min's only the
    /// first, since they are solved one after the other.
    fn extend(&mut self, node: usize, merit: Score) {
        let is_max = self.nodes[node].ply.is_multiple_of(2);
        let children = if is_max {
            self.nodes[node].moves.len()
        } else {
            1
        };
        for number in (0..u16::MAX).take(children) {
            self.add_child(node, number, merit);
        }
    }

    /// Brings the merit of a solved node to its parent.
    fn pass_up(&mut self, node: usize, merit: Score) {
        let Some(parent) = self.nodes[node].parent else {
            return;
        };
        let number = self.nodes[node].number;
        let is_max_parent = self.nodes[parent].ply.is_multiple_of(2);
        if !is_max_parent && usize::from(number) + 1 < self.nodes[parent].moves.len() {
            // Min has another move.
            self.add_child(parent, number + 1, merit);
        } else {
            // Max has found the best move, or Min has no other. States below that are still open are superfluous.
            self.nodes[parent].is_solved = true;
            self.push(parent, merit, true);
        }
    }

    /// The queue as it stands, without the states that are superfluous.
    fn list(&self, leaf: Score) -> SssList<G::Move> {
        let mut states: Vec<&State> = self.open.iter().collect();
        states.retain(|state| !self.is_superfluous(state));
        states.sort_by(|one, other| self.order(**one, **other));
        let shown = |state: &State| OpenState {
            line: self.line_to(state.node),
            merit: state.merit,
            is_solved: state.is_solved,
        };
        SssList {
            leaf,
            open: states.into_iter().map(shown).collect(),
        }
    }

    /// The moves from the root to a node.
    fn line_to(&self, node: usize) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut at = node;
        while let Some(parent) = self.nodes[at].parent {
            let number = usize::from(self.nodes[at].number);
            line.push(self.nodes[parent].moves[number]);
            at = parent;
        }
        line.reverse();
        line
    }

    fn is_superfluous(&self, state: &State) -> bool {
        std::iter::successors(self.nodes[state.node].parent, |node| {
            self.nodes[*node].parent
        })
        .any(|ancestor| self.nodes[ancestor].is_solved)
    }
}

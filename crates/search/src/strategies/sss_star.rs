//! SSS*: best-first minimax by state space search.

use crate::budget::Stopped;
use crate::game::Game;
use crate::line::Line;
use crate::observer::{KeptNode, Known};
use crate::ordering::sort_in_order;
use crate::parts::{Assembled, Parts, Recursion};
use crate::search_state::SearchState;
use crate::window::Window;
use plywood_eval::Score;
use std::cmp::Ordering;

/// SSS* to a fixed depth. Nodes are visited out of order, so an observer receives the leaves, and after each of them the tree with its
/// queue.
///
/// **Idea.** A strategy for Max fixes one move at each of Max's nodes and allows every move at Min's. SSS* keeps partial strategies with an
/// upper bound (their merit), and always extends the one with the highest. When the root is solved, its merit is the value.
///
/// **Invariant.** The merit of a partial strategy is never below what it can reach, and never grows as it is extended. So the first
/// complete strategy is the best. Of equal merits the leftmost is taken; then every leaf visited is one that alpha-beta also visits.
///
/// **Cost.** Never more leaves than alpha-beta, but every node reached stays in memory, with b^(d/2) states in a priority queue.
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
///
/// A recorder keeps the queue after each leaf. After 3, 2 and 14 comes 5, and the third move is still the most promising:
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{Known, Limits, NodeKind, Score, SssStar, Strategy, TreeRecorder};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut recorder = TreeRecorder::new(1_000);
/// SssStar::new(Tree::estimate).search_observed(&tree, &Limits::depth(2), &mut recorder);
/// let queue = recorder.passes()[3].nodes.iter().filter_map(|node| match node.kind {
///     NodeKind::Kept(Known::Queued { place, merit, .. }) => Some((place, merit)),
///     _ => None,
/// });
/// let mut queue: Vec<_> = queue.collect();
/// queue.sort();
/// assert_eq!(queue, [(0, 5), (1, 3), (2, 2)].map(|(place, merit)| (place, Score::centipawns(merit))));
/// ```
pub type SssStar<P> = Assembled<SssStarRecursion, P>;

/// The search of [`SssStar`], which keeps its nodes in a queue instead of descending into them one by one.
#[derive(Debug, Clone, Copy)]
pub struct SssStarRecursion {
    megabytes: usize,
}

impl Default for SssStarRecursion {
    fn default() -> Self {
        Self {
            megabytes: DEFAULT_MEGABYTES,
        }
    }
}

/// The default memory limit of a search.
const DEFAULT_MEGABYTES: usize = 512;
/// An observer sees the tree after each of this many first leaves, then each time their number doubles.
const SHOWN: u32 = 200;

impl<P> SssStar<P> {
    /// Limits the memory to this many megabytes, 512 by default. Once it is full, the search ends with
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
    pub fn megabytes(self, megabytes: usize) -> Self {
        self.with_recursion(SssStarRecursion { megabytes })
    }
}

/// Visits a node. Returns its value for Max if it is a leaf, and otherwise lists its moves.
fn leaf_value<G: Game, P: Parts<G>>(
    search: &SssStar<P>,
    node: &mut Node<G>,
    (root_ply, depth): (u32, u32),
    state: &mut SearchState<'_, G::Move>,
) -> Result<Option<Score>, Stopped> {
    let ply = node.ply;
    state.visit_at(root_ply + ply)?;
    let for_max = |score: Score| if ply.is_multiple_of(2) { score } else { -score };
    if ply >= depth {
        let score = search.horizon(&node.position, Window::OPEN, state)?;
        return Ok(Some(for_max(score)));
    }
    let moves = node.position.legal_moves();
    let ending = node.position.ending_in_search(&moves);
    node.moves = moves.to_vec();
    Ok(ending.map(|ending| for_max(state.ended(ending))))
}

impl Recursion for SssStarRecursion {
    const NAME: &'static str = "sss-star";
    const IS_EXACT: bool = true;
    const TAKES_PARTS: bool = false;

    fn value<G: Game, P: Parts<G>>(
        search: &mut SssStar<P>,
        position: &G,
        depth: u32,
        _window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        let megabytes = search.recursion().megabytes;
        let ply = state.ply();
        let mut space = StateSpace::new(position.clone());
        let mut best_move = None;
        let mut leaves = 0;
        loop {
            if space.bytes() > megabytes.saturating_mul(1 << 20) {
                return Err(state.run_out_of_memory());
            }
            let open = space
                .pop()
                .expect("a state of some strategy is open until the root is solved");
            if space.is_superfluous(&open) {
                continue;
            }
            let (node, merit) = (open.node, open.merit);
            if open.is_solved {
                match space.nodes[node].ply {
                    0 => {
                        space.open.push(open);
                        space.show(ply, state);
                        let line: Line<G::Move> = best_move.into_iter().collect();
                        state.adopt(ply, &line, merit);
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
            let value = leaf_value(search, &mut space.nodes[node], (ply, depth), state)?;
            space.moves += space.nodes[node].moves.len();
            match value {
                Some(value) => {
                    space.push(node, merit.min(value), true);
                    leaves += 1;
                    if leaves <= SHOWN || leaves.is_power_of_two() {
                        space.show(ply, state);
                    }
                }
                None => space.extend(node, merit),
            }
        }
    }
}

/// A node that has been reached. Max moves at even plies.
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
    /// A heap: each state comes before the two below it. A node's place is looked up in the nodes, so it is not stored with every state.
    open: Vec<State>,
    /// The number of moves listed at all nodes.
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

    /// Returns the memory in use.
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

    /// Returns the order of two states: the one with the higher merit first, and of equal ones the leftmost.
    fn order(&self, one: State, other: State) -> Ordering {
        other
            .merit
            .cmp(&one.merit)
            .then_with(|| self.left_to_right(one.node, other.node))
    }

    /// Returns the order of nodes from left to right; a node comes before those below it.
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

    /// Returns the ancestor at this ply of a node that is not above it.
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

    /// Extends a live node whose moves are known. All of Max's moves are added, for Max to choose from; of Min's only the first, since they
    /// are solved one after the other.
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

    /// Passes the merit of a solved node to its parent.
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
            // Max has found the best move, or Min has no other. States below that are still open are no longer needed.
            self.nodes[parent].is_solved = true;
            self.push(parent, merit, true);
        }
    }

    /// Shows the nodes to an observer, with their places in the queue, if the search began at the root.
    fn show(&self, root_ply: u32, search: &mut SearchState<'_, G::Move>) {
        if root_ply == 0 {
            search.keep_tree(|| self.kept());
        }
    }

    fn kept(&self) -> Vec<KeptNode<G::Move>> {
        let mut states: Vec<&State> = self.open.iter().collect();
        states.retain(|state| !self.is_superfluous(state));
        sort_in_order(&mut states, &|one, other| self.order(**one, **other));
        let mut known = vec![Known::Extended; self.nodes.len()];
        for (place, state) in (0..).zip(states) {
            known[state.node] = Known::Queued {
                place,
                merit: state.merit,
                is_solved: state.is_solved,
            };
        }
        let move_to = |node: &Node<G>| {
            let parent = &self.nodes[node.parent?];
            Some(parent.moves[usize::from(node.number)])
        };
        let nodes = self.nodes.iter().zip(known);
        let kept = nodes.map(|(node, known)| KeptNode {
            parent: node.parent,
            mv: move_to(node),
            known,
        });
        kept.collect()
    }

    fn is_superfluous(&self, state: &State) -> bool {
        std::iter::successors(self.nodes[state.node].parent, |node| {
            self.nodes[*node].parent
        })
        .any(|ancestor| self.nodes[ancestor].is_solved)
    }
}

//! Proof-number search: is there a forced win, and how?

use crate::budget::{StopReason, Stopped};
use crate::game::Game;
use crate::limits::{Limits, MAX_DEPTH};
use crate::line::Line;
use crate::observer::{KeptNode, Known, Observer};
use crate::parts::NO_CHANCE;
use crate::report::Report;
use crate::root::Root;
use crate::search_state::SearchState;
use crate::strategy::Strategy;
use plywood_eval::{Score, ScoreKind};
use std::ops::Range;

/// Proves that the side to move can force a win, or that it cannot.
///
/// **Idea.** The tree consists of "or" nodes, where the attacker needs one winning move, and "and" nodes, where every defense must lose.
/// The proof number of a node is the least number of leaves that must still be proven won to prove it, its disproof number the least number
/// that must be proven not won to disprove it. The leaf that counts for both numbers of the root is expanded next, so the search follows
/// forcing lines very deep.
///
/// **Invariant.** At an "or" node: proof = the least of the children's, disproof = the sum of theirs; at an "and" node vice versa. A proven
/// node has (0, ∞), a disproven one (∞, 0).
///
/// **Cost.** About thirty bytes of memory for each node; for narrow wins far fewer nodes than alpha-beta needs.
///
/// **Source.** Allis, van der Meulen and van den Herik, "Proof-number search", 1994.
///
/// **Chapter.** `docs/book/src/proofs.md`, in the repository.
///
/// - A proven win: the reason is [`StopReason::Solved`], and the score is the length of the proof, which may be longer than the shortest
///   win.
/// - No win within the depth of the limits: the reason is [`StopReason::Depth`], and there is no score.
/// - No win at all, with every line followed to the end of the game: [`StopReason::Solved`] without a score.
/// - Otherwise a limit ended the search or it ran out of memory ([`StopReason::Memory`]), and nothing is proven.
///
/// Without a proven win the best move is the one that is hardest to disprove. In a game that counts points, any gain is a win, and the
/// score is the number of points the proof guarantees:
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{Limits, ProofNumber, Score, Strategy};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let report = ProofNumber::new().megabytes(1).search(&tree, &Limits::depth(2));
/// assert_eq!(report.score, Some(Score::centipawns(3)));
/// # Ok::<(), plywood_search::games::ParseTreeError>(())
/// ```
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{Limits, ProofNumber, Score, StopReason, Strategy};
///
/// let board: ConnectFour = "ddca".parse()?;
/// let mut search = ProofNumber::new().megabytes(16);
/// let report = search.search(&board, &Limits::depth(5));
/// assert_eq!(
///     (report.reason, report.score),
///     (StopReason::Solved, Some(Score::won_in(3)))
/// );
/// assert_eq!(report.best_move.map(|column| column.to_string()).as_deref(), Some("e"));
///
/// let report = search.search(&board, &Limits::depth(2));
/// assert_eq!((report.reason, report.score), (StopReason::Depth, None));
/// # Ok::<(), plywood_search::games::ParseConnectFourError>(())
/// ```
///
/// A game with chance has no such proofs, so the compiler refuses it:
///
/// ```compile_fail
/// use plywood_search::games::ChanceTree;
/// use plywood_search::{ProofNumber, Limits, Strategy};
///
/// let tree: ChanceTree = "(1 {2 3})".parse().unwrap();
/// ProofNumber::new().search(&tree, &Limits::none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ProofNumber {
    megabytes: usize,
    starts_from_one: bool,
    is_squared: bool,
}

/// Room for two million nodes of chess.
const DEFAULT_MEGABYTES: usize = 64;

impl ProofNumber {
    /// Makes a search whose tree takes up to 64 megabytes.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            megabytes: DEFAULT_MEGABYTES,
            starts_from_one: false,
            is_squared: false,
        }
    }

    /// Limits the tree to this many megabytes. Once it is full, the search ends, unless it is [squared](Self::squared).
    #[must_use]
    pub const fn megabytes(self, megabytes: usize) -> Self {
        Self { megabytes, ..self }
    }

    /// Starts an undecided leaf with (1, 1), as in the paper. By default, the number that all moves of the leaf have to contribute to is
    /// their count ("mobility initialization"), which usually takes fewer nodes.
    #[must_use]
    pub const fn starting_from_one(self) -> Self {
        Self {
            starts_from_one: true,
            ..self
        }
    }

    /// PN²: each leaf is searched by another proof-number search, as large as the tree so far, of which only the leaf's children and proofs are
    /// kept.
    ///
    /// **Idea.** N nodes in memory stand for about N² that were searched. When half of the memory is full, the smallest subtrees make room:
    /// their roots keep their numbers and become leaves again. So memory never ends the search, unless a proof itself doesn't fit.
    ///
    /// **Cost.** Nodes are searched again when their leaf is expanded. Without memory running out, it visits more of them.
    ///
    /// **Source.** Allis, "Searching for solutions in games and artificial intelligence", 1994; Breuker, "Memory versus search in games", 1998.
    #[doc(alias("pn2", "pn-squared"))]
    #[must_use]
    pub const fn squared(self) -> Self {
        Self {
            is_squared: true,
            ..self
        }
    }

    search_methods!();

    /// Returns the final tree of a search with these limits, parents before their children. It is empty if the game is over.
    ///
    /// ```
    /// use plywood_search::games::ConnectFour;
    /// use plywood_search::{Known, Limits, ProofNumber};
    ///
    /// let board: ConnectFour = "ddca".parse()?;
    /// let tree = ProofNumber::new().megabytes(16).tree(&board, &Limits::depth(5));
    /// let proven = Known::Proof { proof: Some(0), disproof: None };
    /// assert_eq!(tree[0].known, proven);
    /// # Ok::<(), plywood_search::games::ParseConnectFourError>(())
    /// ```
    #[must_use]
    pub fn tree<G: Game>(self, position: &G, limits: &Limits) -> Vec<KeptNode<G::Move>> {
        let mut counted = Vec::new();
        Root::search(position, limits, |root| {
            let mut silent = ();
            let mut state = SearchState::new(limits, &mut silent);
            let mut tree = ProofTree::new(&root, limits.depth_to_search(), self);
            let reason = prove(&mut tree, limits, &mut state);
            counted = tree.kept();
            Report::new(reason)
        });
        counted
    }

    fn run<G: Game>(
        self,
        root: &Root<'_, G>,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        let mut state = SearchState::new(limits, observer);
        let mut tree = ProofTree::new(root, limits.depth_to_search(), self);
        let reason = prove(&mut tree, limits, &mut state);
        let is_proven = tree.nodes.first().is_some_and(|root| root.proof == 0);
        let plies = is_proven.then(|| tree.plies_to_win());
        let line = plies.as_ref().map(|plies| tree.winning_line(plies));
        let mut line = line.unwrap_or_default();
        if line.is_empty() {
            let stubborn = tree.nodes.first().and_then(|_| tree.most_stubborn_move());
            let moves = stubborn.or(root.moves.first().copied());
            line = moves.into_iter().collect();
        }
        let proof_depth = plies.as_ref().map(|plies| plies[0]);
        let points = |plies: &[u32]| tree.points(0, &tree.root, plies);
        let score = plies.as_deref().map(points);
        Report {
            best_move: line.first().copied(),
            score,
            depth: if reason == StopReason::Depth {
                limits.depth_to_search()
            } else {
                proof_depth.unwrap_or(0)
            },
            line,
            stats: state.stats(),
            elapsed: state.budget.elapsed(),
            ..Report::new(reason)
        }
    }
}

impl Default for ProofNumber {
    fn default() -> Self {
        Self::new()
    }
}

/// Expands the most proving leaf, which is a round, until the root is proven or disproven, or the budget or the memory is used up.
fn prove<G: Game>(
    tree: &mut ProofTree<G>,
    limits: &Limits,
    state: &mut SearchState<'_, G::Move>,
) -> StopReason {
    if tree.add(&tree.root.clone(), None, 0, state).is_err() {
        return state.stop_reason();
    }
    let (mut shown, mut rounds) = (0, 0);
    loop {
        let is_done = tree.nodes[0].proof == 0 || tree.nodes[0].disproof == 0;
        if is_done || tree.nodes.len() >= 2 * shown {
            shown = tree.nodes.len();
            state.keep_tree(|| tree.kept());
        }
        match (tree.nodes[0].proof, tree.nodes[0].disproof) {
            (0, _) => return StopReason::Solved,
            (_, 0) if tree.is_cut_by_depth => return StopReason::Depth,
            (_, 0) => return StopReason::Solved,
            (_, _) if limits.max_rounds() == Some(rounds) => return StopReason::Rounds,
            (_, _) => rounds += 1,
        }
        let (leaf, position) = tree.most_proving(0, &tree.root);
        if !tree.has_room_for_children(leaf) {
            if tree.search.is_squared && tree.make_room() {
                continue;
            }
            return StopReason::Memory;
        }
        let grown = if tree.search.is_squared {
            tree.look_deeper(leaf, &position, state)
        } else {
            tree.expand(leaf, &position, state)
        };
        if grown.is_err() {
            return state.stop_reason();
        }
    }
}

impl<G: Game> Strategy<G> for ProofNumber {
    fn name(&self) -> String {
        let squared = if self.is_squared { "+squared" } else { "" };
        format!("proof-number{squared}")
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        Root::search(position, limits, |root| self.run(&root, limits, observer))
    }
}

const INFINITE: u32 = u32::MAX;

/// Plies fit in the 16 bits of [`Node::ply`].
const _: () = assert!(MAX_DEPTH < u16::MAX as u32);

struct Node<M> {
    /// The move that leads here; `None` at the root.
    mv: Option<M>,
    ply: u16,
    parent: u32,
    /// The first child; the others follow it, in the order of the moves. 0 while the node is a leaf.
    first_child: u32,
    moves: u32,
    proof: u32,
    disproof: u32,
}

impl<M: Copy> Node<M> {
    fn kept(&self) -> KeptNode<M> {
        let finite = |number: u32| (number != INFINITE).then_some(number);
        KeptNode {
            parent: self.mv.map(|_| self.parent as usize),
            mv: self.mv,
            known: Known::Proof {
                proof: finite(self.proof),
                disproof: finite(self.disproof),
            },
        }
    }
}

/// The tree of a proof. A node stores the move that leads to it but no position, so that a million nodes take some thirty megabytes; the
/// position of a leaf is made by playing the moves from the root.
struct ProofTree<G: Game> {
    root: G,
    /// The moves to search at the root.
    root_moves: Vec<G::Move>,
    search: ProofNumber,
    nodes: Vec<Node<G::Move>>,
    max_nodes: usize,
    max_depth: u32,
    /// `true` if a node at the greatest depth was counted as disproven although the game goes on there.
    is_cut_by_depth: bool,
}

impl<G: Game> ProofTree<G> {
    /// Makes a tree without nodes, which never exceeds this many megabytes.
    fn new(root: &Root<'_, G>, max_depth: u32, search: ProofNumber) -> Self {
        const { assert!(G::STAKES.is_none(), "{}", NO_CHANCE) };
        // Reading the proof takes one more number for each node, making room two.
        let numbers = 1 + usize::from(search.is_squared);
        let bytes = size_of::<Node<G::Move>>() + numbers * size_of::<u32>();
        let max_nodes = search.megabytes.saturating_mul(1 << 20) / bytes;
        let max_nodes = max_nodes.min(INFINITE as usize);
        let mut nodes = Vec::new();
        // A growing vector holds its nodes twice for a moment; memory that is only reserved costs nothing.
        let _ = nodes.try_reserve_exact(max_nodes);
        Self {
            root: root.position.clone(),
            root_moves: root.moves.clone(),
            search,
            nodes,
            max_nodes,
            max_depth,
            is_cut_by_depth: false,
        }
    }

    /// Returns the nodes in the form for an observer.
    fn kept(&self) -> Vec<KeptNode<G::Move>> {
        self.nodes.iter().map(Node::kept).collect()
    }

    fn add(
        &mut self,
        position: &G,
        mv: Option<G::Move>,
        parent: usize,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<(), Stopped> {
        let ply = mv.map_or(0, |_| self.nodes[parent].ply + 1);
        state.visit_at(ply.into())?;
        let moves = position.legal_moves();
        let ending = position.ending_in_search(&moves);
        let is_won = ending.map(|ending| is_won_for_attacker(state.ended(ending), ply));
        let is_at_horizon = u32::from(ply) >= self.max_depth;
        self.is_cut_by_depth |= is_won.is_none() && is_at_horizon;
        let (proof, disproof) = match is_won {
            Some(true) => (0, INFINITE),
            Some(false) => (INFINITE, 0),
            None if is_at_horizon => (INFINITE, 0),
            // The more moves a side has, the harder it is to deal with all of them.
            None if self.search.starts_from_one => (1, 1),
            None if is_attacker(ply) => (1, number(moves.len())),
            None => (number(moves.len()), 1),
        };
        self.nodes.push(Node {
            mv,
            ply,
            parent: number(parent),
            first_child: 0,
            moves: number(moves.len()),
            proof,
            disproof,
        });
        Ok(())
    }

    fn children(&self, node: usize) -> Range<usize> {
        let node = &self.nodes[node];
        match node.first_child as usize {
            0 => 0..0,
            first => first..first + node.moves as usize,
        }
    }

    /// Returns the leaf whose proof or disproof helps a node most, and its position.
    fn most_proving(&self, mut node: usize, position: &G) -> (usize, G) {
        let mut position = position.clone();
        loop {
            let number = |child: &usize| {
                if is_attacker(self.nodes[node].ply) {
                    self.nodes[*child].proof
                } else {
                    self.nodes[*child].disproof
                }
            };
            let Some(child) = self.children(node).min_by_key(number) else {
                return (node, position);
            };
            if let Some(mv) = self.nodes[child].mv {
                position = position.after(mv);
            }
            node = child;
        }
    }

    /// Returns `true` if the children of a leaf can be added without exceeding the memory.
    fn has_room_for_children(&self, leaf: usize) -> bool {
        self.nodes.len() + self.nodes[leaf].moves as usize <= self.max_nodes
    }

    /// Searches below a leaf with as many nodes as there are, and keeps its children and what is proven.
    fn look_deeper(
        &mut self,
        leaf: usize,
        position: &G,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<(), Stopped> {
        let before = self.nodes.len();
        self.expand(leaf, position, state)?;
        while self.nodes.len() < 2 * before
            && self.nodes[leaf].proof != 0
            && self.nodes[leaf].disproof != 0
        {
            let (next, position) = self.most_proving(leaf, position);
            if !self.has_room_for_children(next) {
                break;
            }
            self.expand(next, &position, state)?;
        }
        self.take_children(before, |_| true);
        if 2 * self.nodes.len() > self.max_nodes {
            self.make_room();
        }
        Ok(())
    }

    /// Makes a quarter of the tree free, if possible, by taking the children of the roots of the smallest subtrees. Returns `true` if that
    /// makes any room.
    fn make_room(&mut self) -> bool {
        let before = self.nodes.len();
        for size in (1..u32::BITS).map(|bits| 1 << bits) {
            let mut sizes = vec![1_u32; self.nodes.len()];
            for node in (1..sizes.len()).rev() {
                sizes[self.nodes[node].parent as usize] += sizes[node];
            }
            self.take_children(1, |node| sizes[node] <= size);
            if 4 * self.nodes.len() <= 3 * before {
                break;
            }
        }
        self.nodes.len() < before
    }

    /// Takes the children of nodes from this number on, unless the node is proven. It becomes a leaf and keeps its numbers.
    fn take_children(&mut self, from: usize, takes: impl Fn(usize) -> bool) {
        const GONE: u32 = u32::MAX;
        let mut places = vec![GONE; self.nodes.len() - from];
        let mut kept = from;
        for old in from..self.nodes.len() {
            let parent = self.nodes[old].parent as usize;
            let parent = parent
                .checked_sub(from)
                .map_or(number(parent), |place| places[place]);
            if parent == GONE || self.nodes[parent as usize].first_child == 0 {
                continue;
            }
            if self.nodes[parent as usize].first_child == number(old) {
                self.nodes[parent as usize].first_child = number(kept);
            }
            self.nodes.swap(old, kept);
            let node = &mut self.nodes[kept];
            node.parent = parent;
            if node.proof != 0 && takes(old) {
                node.first_child = 0;
            }
            places[old - from] = number(kept);
            kept += 1;
        }
        self.nodes.truncate(kept);
    }

    /// Adds all children of a leaf, and updates the numbers above.
    fn expand(
        &mut self,
        leaf: usize,
        position: &G,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<(), Stopped> {
        let first = self.nodes.len();
        let moves = if leaf == 0 {
            self.root_moves.clone()
        } else {
            position.legal_moves().to_vec()
        };
        self.nodes[leaf].moves = number(moves.len());
        for mv in moves {
            self.add(&position.after(mv), Some(mv), leaf, state)?;
        }
        self.nodes[leaf].first_child = number(first);
        self.update_from(leaf);
        Ok(())
    }

    /// Updates the numbers of a node, and of those above it as far as they change.
    fn update_from(&mut self, mut node: usize) {
        loop {
            let children = &self.nodes[self.children(node)];
            let sum = |number: fn(&Node<G::Move>) -> u32| {
                children.iter().map(number).fold(0, u32::saturating_add)
            };
            let least = |number: fn(&Node<G::Move>) -> u32| {
                children.iter().map(number).min().unwrap_or(INFINITE)
            };
            let (proof, disproof) = if is_attacker(self.nodes[node].ply) {
                (least(|child| child.proof), sum(|child| child.disproof))
            } else {
                (sum(|child| child.proof), least(|child| child.disproof))
            };
            let known = &mut self.nodes[node];
            if node == 0 || (known.proof, known.disproof) == (proof, disproof) {
                (known.proof, known.disproof) = (proof, disproof);
                return;
            }
            (known.proof, known.disproof) = (proof, disproof);
            node = known.parent as usize;
        }
    }

    /// Returns the number of plies each proven node takes to win, if the attacker hurries and the defender delays.
    fn plies_to_win(&self) -> Vec<u32> {
        let mut plies = vec![0; self.nodes.len()];
        // Children have higher numbers than their parents, so counting down meets them first.
        for node in (0..self.nodes.len()).rev() {
            if self.nodes[node].proof != 0 {
                continue;
            }
            let proven = self
                .children(node)
                .filter(|child| self.nodes[*child].proof == 0);
            let proven = proven.map(|child| plies[child]);
            let below = if is_attacker(self.nodes[node].ply) {
                proven.min()
            } else {
                proven.max()
            };
            plies[node] = below.map_or(0, |below| below + 1);
        }
        plies
    }

    /// Returns the least score of a proven node, from the root, if the attacker plays along the winning line.
    fn points(&self, node: usize, position: &G, plies: &[u32]) -> Score {
        let ply = u32::from(self.nodes[node].ply);
        let value = |child: usize| {
            let mv = self.nodes[child].mv?;
            Some(self.points(child, &position.after(mv), plies))
        };
        let proven = if is_attacker(self.nodes[node].ply) {
            self.next_to_win(node, plies).and_then(value)
        } else {
            let children = self.children(node);
            let proven = children.filter(|child| self.nodes[*child].proof == 0);
            proven.filter_map(value).min()
        };
        proven.unwrap_or_else(|| {
            let ending = position.ending_in_search(&position.legal_moves());
            let score = ending.map_or(Score::DRAW, |ending| ending.score(ply));
            if is_attacker(self.nodes[node].ply) {
                score
            } else {
                -score
            }
        })
    }

    /// Returns the attacker's move that wins in the fewest plies, or the defender's that lasts longest.
    fn next_to_win(&self, node: usize, plies: &[u32]) -> Option<usize> {
        let proven =
            |child: &usize| self.nodes[*child].proof == 0 && plies[*child] + 1 == plies[node];
        self.children(node).find(proven)
    }

    fn winning_line(&self, plies: &[u32]) -> Line<G::Move> {
        let next = |node: usize| self.next_to_win(node, plies);
        std::iter::successors(next(0), |node| next(*node))
            .filter_map(|node| self.nodes[node].mv)
            .collect()
    }

    /// Returns the root move that is hardest to disprove; of equals, the first.
    fn most_stubborn_move(&self) -> Option<G::Move> {
        let disproof = |child: &usize| (self.nodes[*child].disproof, std::cmp::Reverse(*child));
        let child = self.children(0).max_by_key(disproof)?;
        self.nodes[child].mv
    }
}

/// Returns `true` if the attacker moves: at the root, and so at every even ply.
pub(super) const fn is_attacker(ply: u16) -> bool {
    ply.is_multiple_of(2)
}

pub(super) fn is_won_for_attacker(score: Score, ply: u16) -> bool {
    let sign = if is_attacker(ply) { 1 } else { -1 };
    match score.kind() {
        ScoreKind::WonIn(_) => is_attacker(ply),
        ScoreKind::LostIn(_) => !is_attacker(ply),
        // In games that count points, more than nothing is a win.
        ScoreKind::Centipawns(value) => sign * value > 0,
    }
}

/// Converts a node number. They are bounded by [`ProofTree::max_nodes`], and no position has as many moves.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(INFINITE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::TicTacToe;
    use crate::strategies::minimax::Minimax;

    /// Proves what it can with this many nodes, and checks that it has never more. Returns the plies of a proven win.
    fn proven(board: TicTacToe, max_nodes: usize) -> Option<u32> {
        let limits = Limits::nodes(2_000_000);
        let mut plies = None;
        Root::search(&board, &limits, |root| {
            let mut silent = ();
            let mut state = SearchState::new(&limits, &mut silent);
            let mut tree = ProofTree::new(&root, MAX_DEPTH, ProofNumber::new().squared());
            tree.max_nodes = max_nodes;
            let reason = prove(&mut tree, &limits, &mut state);
            assert!(tree.nodes.len() <= max_nodes);
            assert_eq!(reason, StopReason::Solved, "{max_nodes} nodes");
            plies = (tree.nodes[0].proof == 0).then(|| tree.plies_to_win()[0]);
            for node in 0..tree.nodes.len() {
                let children = tree.children(node);
                assert!(
                    children
                        .clone()
                        .all(|child| tree.nodes[child].parent as usize == node)
                );
                let is_lost = tree.nodes[node].proof == 0 && !is_attacker(tree.nodes[node].ply);
                assert!(
                    !is_lost
                        || children
                            .into_iter()
                            .all(|child| tree.nodes[child].proof == 0)
                );
            }
            Report::new(reason)
        });
        plies
    }

    #[test]
    fn a_tree_that_makes_room_proves_the_same() {
        let (start, mut wins, mut larger, mut nodes) = (TicTacToe::new(), 0, 0, 0);
        for first in start.legal_moves() {
            for second in start.after(first).legal_moves() {
                let board = start.after(first).after(second);
                let value =
                    Minimax::new(|_: &TicTacToe| Score::DRAW).search(&board, &Limits::none());
                let is_won = value.score > Some(Score::DRAW);
                let plain = ProofNumber::new().tree(&board, &Limits::none()).len();
                larger += u32::from(plain > 400);
                nodes += plain;
                for max_nodes in [400, 1_000, 100_000] {
                    let plies = proven(board, max_nodes);
                    assert_eq!(plies.is_some(), is_won, "{max_nodes} nodes: {board}");
                    let score = plies.map(Score::won_in);
                    assert!(score.is_none_or(|score| Some(score) <= value.score));
                }
                wins += u32::from(is_won);
            }
        }
        // The wins of minimax, and the trees before there was any way to make room.
        assert_eq!((wins, larger, nodes), (48, 22, 24_506));
    }
}

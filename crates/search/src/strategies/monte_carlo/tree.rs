//! The tree of Monte Carlo search, and scores as expected results.
//!
//! A node keeps the move that leads to it and no position, so that a million nodes take some forty megabytes. Positions
//! are made by playing the moves on the way down.

use crate::game::{Ending, Game};
use crate::line::Line;
use plywood_eval::{Score, Verdict};

/// The centipawns at which the better side is expected to score ten times as much as the other, as in Elo's formula.
const CENTIPAWNS_PER_TENFOLD: f64 = 400.0;

pub(super) struct Tree<G: Game> {
    pub(super) root: G,
    nodes: Vec<Node<G::Move>>,
    max_nodes: usize,
}

pub(super) struct Node<M> {
    /// The move that leads here; `None` at the root.
    mv: Option<M>,
    pub(super) ending: Option<Ending>,
    /// How many legal moves have no child yet.
    untried: u32,
    /// The child that was added last, and the one that the parent added before this one; 0 if there is none.
    last_child: u32,
    sibling: u32,
    pub(super) visits: u32,
    /// The sum of results from 0 to 1, from the view of the side that moved here.
    pub(super) results: f64,
}

impl<G: Game> Tree<G> {
    /// A tree with its root alone, which never has more nodes than fit in so many megabytes.
    pub(super) fn new(root: &G, megabytes: usize) -> Self {
        let max_nodes = megabytes.saturating_mul(1 << 20) / size_of::<Node<G::Move>>();
        let max_nodes = max_nodes.clamp(1, u32::MAX as usize);
        let mut nodes = Vec::new();
        // A vector that grows holds its nodes twice for a moment; memory that is only reserved costs nothing.
        let _ = nodes.try_reserve_exact(max_nodes);
        nodes.push(Node::new(None, root));
        Self {
            root: root.clone(),
            nodes,
            max_nodes,
        }
    }

    pub(super) fn node(&self, node: usize) -> &Node<G::Move> {
        &self.nodes[node]
    }

    /// Whether every legal move of a node has a child, or the memory is used up and none can be added.
    pub(super) fn is_expanded(&self, node: usize) -> bool {
        self.nodes[node].untried == 0 || (self.is_full() && self.nodes[node].last_child != 0)
    }

    pub(super) fn can_grow(&self, node: usize) -> bool {
        self.nodes[node].untried > 0 && !self.is_full()
    }

    fn is_full(&self) -> bool {
        self.nodes.len() >= self.max_nodes
    }

    /// The children of a node with the moves that lead to them, the one added last first.
    pub(super) fn children(&self, node: usize) -> impl Iterator<Item = (G::Move, usize)> {
        let number = |node: u32| (node != 0).then_some(node as usize);
        let first = number(self.nodes[node].last_child);
        std::iter::successors(first, move |child| number(self.nodes[*child].sibling))
            .filter_map(|child| Some((self.nodes[child].mv?, child)))
    }

    /// Adds a child by a random move that has none yet; its number and its position.
    pub(super) fn grow(
        &mut self,
        parent: usize,
        position: &G,
        rng: &mut fastrand::Rng,
    ) -> (usize, G) {
        let mut moves = position.legal_moves().to_vec();
        moves.retain(|mv| self.children(parent).all(|(tried, _)| tried != *mv));
        let mv = moves[rng.usize(..moves.len())];
        let child = position.after(mv);
        let number = self.nodes.len();
        self.nodes.push(Node {
            sibling: self.nodes[parent].last_child,
            ..Node::new(Some(mv), &child)
        });
        let node = &mut self.nodes[parent];
        node.last_child = u32::try_from(number).expect("the number of nodes fits in 32 bits");
        node.untried -= 1;
        (number, child)
    }

    /// Counts a result, which is the view of the side that moved to this node.
    pub(super) fn count(&mut self, node: usize, result: f64) {
        let node = &mut self.nodes[node];
        node.visits += 1;
        node.results += result;
    }

    /// The child that was visited most; of equals, the one tried first.
    pub(super) fn favorite(&self, node: usize) -> Option<(G::Move, usize)> {
        // Of equals, `max_by_key` returns the last one.
        self.children(node)
            .max_by_key(|(_, child)| self.nodes[*child].visits)
    }

    /// The moves that were visited most, from the root down.
    pub(super) fn most_visited(&self) -> Line<G::Move> {
        std::iter::successors(self.favorite(0), |(_, child)| self.favorite(*child))
            .map(|(mv, _)| mv)
            .collect()
    }
}

impl<M> Node<M> {
    fn new<G: Game<Move = M>>(mv: Option<M>, position: &G) -> Self {
        let moves = position.legal_moves();
        Self {
            mv,
            ending: position.ending(&moves),
            untried: u32::try_from(moves.len()).unwrap_or(u32::MAX),
            last_child: 0,
            sibling: 0,
            visits: 0,
            results: 0.0,
        }
    }
}

/// The expected result, from 0 to 1, of a side with this score.
pub(super) fn expectation(score: Score) -> f64 {
    match score.verdict() {
        Verdict::WonIn(_) => 1.0,
        Verdict::LostIn(_) => 0.0,
        Verdict::Centipawns(value) => {
            1.0 / (1.0 + 10_f64.powf(-f64::from(value) / CENTIPAWNS_PER_TENFOLD))
        }
    }
}

/// The score of a side with this expected result.
pub(super) fn centipawns(expectation: f64) -> Score {
    let share = expectation.clamp(1e-6, 1.0 - 1e-6);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the share is clamped, so the logarithm is within ±6"
    )]
    let value = (CENTIPAWNS_PER_TENFOLD * (share / (1.0 - share)).log10()).round() as i32;
    Score::centipawns(value)
}

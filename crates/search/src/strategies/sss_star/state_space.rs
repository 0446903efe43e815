//! The states of SSS*: partial strategies in a queue, the one with the highest merit first.

use crate::game::Game;
use plywood_eval::Score;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// A node that was reached. Max moves at even plies.
pub(super) struct Node<G: Game> {
    pub(super) position: G,
    pub(super) parent: Option<usize>,
    pub(super) moves: Vec<G::Move>,
    /// The child numbers that lead here, by which nodes are compared from left to right.
    pub(super) path: Vec<u16>,
    pub(super) is_solved: bool,
}

/// An entry of the queue: a node that is live (to be extended) or solved, and its merit.
#[derive(PartialEq, Eq)]
pub(super) struct State {
    pub(super) merit: Score,
    pub(super) path: Reverse<Vec<u16>>,
    pub(super) node: usize,
    pub(super) is_solved: bool,
}

impl Ord for State {
    fn cmp(&self, other: &Self) -> Ordering {
        self.merit
            .cmp(&other.merit)
            .then_with(|| self.path.cmp(&other.path))
    }
}

impl PartialOrd for State {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

pub(super) struct StateSpace<G: Game> {
    pub(super) nodes: Vec<Node<G>>,
    pub(super) open: BinaryHeap<State>,
}

impl<G: Game> StateSpace<G> {
    pub(super) fn new(root: G) -> Self {
        let mut space = Self {
            nodes: Vec::new(),
            open: BinaryHeap::new(),
        };
        space.add(root, None, Vec::new(), Score::HIGHEST);
        space
    }

    fn add(&mut self, position: G, parent: Option<usize>, path: Vec<u16>, merit: Score) {
        self.nodes.push(Node {
            position,
            parent,
            moves: Vec::new(),
            path,
            is_solved: false,
        });
        self.push(self.nodes.len() - 1, merit, false);
    }

    pub(super) fn push(&mut self, node: usize, merit: Score, is_solved: bool) {
        let path = Reverse(self.nodes[node].path.clone());
        self.open.push(State {
            merit,
            path,
            node,
            is_solved,
        });
    }

    fn add_child(&mut self, parent: usize, number: u16, merit: Score) {
        let node = &self.nodes[parent];
        let mut path = node.path.clone();
        path.push(number);
        let position = node.position.after(node.moves[usize::from(number)]);
        self.add(position, Some(parent), path, merit);
    }

    /// Extends a live node whose moves are known. All of Max's moves are added, for Max to choose from; of Min's only the
    /// first, since they are solved one after the other.
    pub(super) fn extend(&mut self, node: usize, merit: Score) {
        let is_max = self.nodes[node].path.len().is_multiple_of(2);
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
    pub(super) fn pass_up(&mut self, node: usize, merit: Score) {
        let Some(parent) = self.nodes[node].parent else {
            return;
        };
        let number = self.nodes[node].path.last().copied().unwrap_or_default();
        let is_max_parent = self.nodes[parent].path.len().is_multiple_of(2);
        if !is_max_parent && usize::from(number) + 1 < self.nodes[parent].moves.len() {
            // Min has another move.
            self.add_child(parent, number + 1, merit);
        } else {
            // Max has found the best move, or Min has no other. States below that are still open are superfluous.
            self.nodes[parent].is_solved = true;
            self.push(parent, merit, true);
        }
    }

    pub(super) fn is_superfluous(&self, state: &State) -> bool {
        std::iter::successors(self.nodes[state.node].parent, |node| {
            self.nodes[*node].parent
        })
        .any(|ancestor| self.nodes[ancestor].is_solved)
    }
}

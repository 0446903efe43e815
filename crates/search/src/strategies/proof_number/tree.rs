//! The tree of a proof: nodes with their proof and disproof numbers.
//!
//! A node keeps the move that leads to it and no position, so that a million nodes take some thirty megabytes. The
//! position of a leaf is made by playing the moves from the root.

use crate::budget::Stopped;
use crate::game::{Ending, Game};
use crate::limits::MAX_DEPTH;
use crate::line::Line;
use crate::search_state::SearchState;
use plywood_eval::Verdict;
use std::ops::Range;

const INFINITE: u32 = u32::MAX;

/// Plies fit in the 16 bits of [`Node::ply`].
const _: () = assert!(MAX_DEPTH < u16::MAX as u32);

pub(super) struct Node<M> {
    /// The move that leads here; `None` at the root.
    mv: Option<M>,
    ply: u16,
    parent: u32,
    /// The first child; the others follow it, in the order of the moves. 0 while the node is a leaf.
    first_child: u32,
    moves: u32,
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

pub(super) struct ProofTree<G: Game> {
    root: G,
    pub(super) nodes: Vec<Node<G::Move>>,
    max_nodes: usize,
    max_depth: u32,
    /// Whether a node at the greatest depth was taken to be disproven although the game goes on there.
    pub(super) is_cut_by_depth: bool,
}

impl<G: Game> ProofTree<G> {
    /// A tree without nodes, which never has more of them than fit in so many megabytes.
    pub(super) fn new(root: &G, max_depth: u32, megabytes: usize) -> Self {
        // Reading the proof takes a number more for each node.
        let bytes = size_of::<Node<G::Move>>() + size_of::<u32>();
        let max_nodes = megabytes.saturating_mul(1 << 20) / bytes;
        let max_nodes = max_nodes.min(INFINITE as usize);
        let mut nodes = Vec::new();
        // A vector that grows holds its nodes twice for a moment; memory that is only reserved costs nothing.
        let _ = nodes.try_reserve_exact(max_nodes);
        Self {
            root: root.clone(),
            nodes,
            max_nodes,
            max_depth,
            is_cut_by_depth: false,
        }
    }

    pub(super) fn add_root(&mut self, state: &mut SearchState<'_, G::Move>) -> Result<(), Stopped> {
        self.add(&self.root.clone(), None, 0, state)
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
        let ending = position.ending(&moves);
        let is_won = ending.map(|ending| is_won_for_attacker(ending, ply, state));
        let is_at_horizon = u32::from(ply) >= self.max_depth;
        self.is_cut_by_depth |= is_won.is_none() && is_at_horizon;
        let (proof, disproof) = match is_won {
            Some(true) => (0, INFINITE),
            Some(false) => (INFINITE, 0),
            None if is_at_horizon => (INFINITE, 0),
            // The more moves a side has, the harder it is to deal with all of them.
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

    pub(super) fn children(&self, node: usize) -> Range<usize> {
        let node = &self.nodes[node];
        match node.first_child as usize {
            0 => 0..0,
            first => first..first + node.moves as usize,
        }
    }

    /// The leaf whose proof or disproof brings the root on most, and its position.
    pub(super) fn most_proving(&self) -> (usize, G) {
        let (mut node, mut position) = (0, self.root.clone());
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

    /// Whether the children of a leaf can be added without exceeding the memory.
    pub(super) fn has_room_for_children(&self, leaf: usize) -> bool {
        self.nodes.len() + self.nodes[leaf].moves as usize <= self.max_nodes
    }

    /// Adds all children of a leaf.
    pub(super) fn expand(
        &mut self,
        leaf: usize,
        position: &G,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<(), Stopped> {
        let first = self.nodes.len();
        for &mv in position.legal_moves().iter() {
            self.add(&position.after(mv), Some(mv), leaf, state)?;
        }
        self.nodes[leaf].first_child = number(first);
        Ok(())
    }

    /// Brings the numbers of a node up to date, and those above it as far as they change.
    pub(super) fn update_from(&mut self, mut node: usize) {
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

    /// How many plies each proven node takes to win, if the attacker hurries and the defender delays.
    pub(super) fn plies_to_win(&self) -> Vec<u32> {
        let mut plies = vec![0; self.nodes.len()];
        // Children have higher numbers than their parents, so going down through the numbers meets them first.
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

    pub(super) fn winning_line(&self, plies: &[u32]) -> Line<G::Move> {
        let next = |node: usize| {
            let proven =
                |child: &usize| self.nodes[*child].proof == 0 && plies[*child] + 1 == plies[node];
            self.children(node).find(proven)
        };
        std::iter::successors(next(0), |node| next(*node))
            .filter_map(|node| self.nodes[node].mv)
            .collect()
    }

    /// The root move that is hardest to disprove; of equals, the first.
    pub(super) fn most_stubborn_move(&self) -> Option<G::Move> {
        let disproof = |child: &usize| (self.nodes[*child].disproof, std::cmp::Reverse(*child));
        let child = self.children(0).max_by_key(disproof)?;
        self.nodes[child].mv
    }
}

/// The attacker moves at the root, and so at every even ply.
const fn is_attacker(ply: u16) -> bool {
    ply.is_multiple_of(2)
}

fn is_won_for_attacker<M: Copy + Eq>(
    ending: Ending,
    ply: u16,
    state: &mut SearchState<'_, M>,
) -> bool {
    let sign = if is_attacker(ply) { 1 } else { -1 };
    match state.ended(ending).verdict() {
        Verdict::WonIn(_) => is_attacker(ply),
        Verdict::LostIn(_) => !is_attacker(ply),
        // In games that count points, more than nothing is a win.
        Verdict::Centipawns(value) => sign * value > 0,
    }
}

/// Node numbers are bounded by [`ProofTree::max_nodes`], and no position has as many moves.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(INFINITE)
}

//! The tree of a proof: nodes with their proof and disproof numbers.

use crate::budget::Stopped;
use crate::game::{Ending, Game};
use crate::line::Line;
use crate::search_state::SearchState;
use plywood_eval::Verdict;

const INFINITE: u32 = u32::MAX;

pub(super) struct Node<G: Game> {
    pub(super) position: G,
    pub(super) parent: Option<usize>,
    pub(super) ply: u32,
    pub(super) proof: u32,
    pub(super) disproof: u32,
    pub(super) moves: Vec<G::Move>,
    /// The first child; the others follow it, in the order of the moves. `None` while the node is a leaf.
    pub(super) first_child: Option<usize>,
}

pub(super) struct ProofTree<G: Game> {
    pub(super) nodes: Vec<Node<G>>,
    pub(super) max_depth: u32,
}

impl<G: Game> ProofTree<G> {
    pub(super) fn add(
        &mut self,
        position: G,
        parent: Option<usize>,
        ply: u32,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<(), Stopped> {
        state.visit_at(ply)?;
        let moves = position.legal_moves();
        let ending = position.ending(&moves);
        let is_won = ending.map(|ending| is_won_for_attacker(ending, ply, state));
        let moves = moves.to_vec();
        let (proof, disproof) = match is_won {
            Some(true) => (0, INFINITE),
            Some(false) => (INFINITE, 0),
            None if ply >= self.max_depth => (INFINITE, 0),
            // The more moves a side has, the harder it is to deal with all of them.
            None if is_attacker(ply) => (1, count(&moves)),
            None => (count(&moves), 1),
        };
        self.nodes.push(Node {
            position,
            parent,
            ply,
            proof,
            disproof,
            moves,
            first_child: None,
        });
        Ok(())
    }

    pub(super) fn children(&self, node: usize) -> std::ops::Range<usize> {
        match self.nodes[node].first_child {
            Some(first) => first..first + self.nodes[node].moves.len(),
            None => 0..0,
        }
    }

    /// The leaf whose proof or disproof brings the root on most.
    pub(super) fn most_proving(&self) -> usize {
        let mut node = 0;
        while !self.children(node).is_empty() {
            let number = |child: &usize| {
                if is_attacker(self.nodes[node].ply) {
                    self.nodes[*child].proof
                } else {
                    self.nodes[*child].disproof
                }
            };
            node = self.children(node).min_by_key(number).unwrap_or(node);
        }
        node
    }

    pub(super) fn expand(
        &mut self,
        node: usize,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<(), Stopped> {
        let (first, ply) = (self.nodes.len(), self.nodes[node].ply + 1);
        for index in 0..self.nodes[node].moves.len() {
            let child = self.nodes[node]
                .position
                .after(self.nodes[node].moves[index]);
            self.add(child, Some(node), ply, state)?;
        }
        self.nodes[node].first_child = Some(first);
        Ok(())
    }

    /// Brings the numbers of a node and all above it up to date.
    pub(super) fn update_from(&mut self, node: usize) {
        let mut next = Some(node);
        while let Some(node) = next {
            let children = &self.nodes[self.children(node)];
            let sum = |number: fn(&Node<G>) -> u32| {
                children.iter().map(number).fold(0, u32::saturating_add)
            };
            let least =
                |number: fn(&Node<G>) -> u32| children.iter().map(number).min().unwrap_or(INFINITE);
            let (proof, disproof) = if is_attacker(self.nodes[node].ply) {
                (least(|child| child.proof), sum(|child| child.disproof))
            } else {
                (sum(|child| child.proof), least(|child| child.disproof))
            };
            (self.nodes[node].proof, self.nodes[node].disproof) = (proof, disproof);
            next = self.nodes[node].parent;
        }
    }

    /// How many plies a proven node takes to win: the attacker hurries, the defender delays. Children have higher
    /// numbers than their parents, so going down through the numbers meets every child before its parent.
    pub(super) fn plies_to_win(&self) -> Vec<u32> {
        let mut plies = vec![0; self.nodes.len()];
        for node in (0..self.nodes.len())
            .rev()
            .filter(|node| self.nodes[*node].proof == 0)
        {
            let proven = self
                .children(node)
                .filter(|child| self.nodes[*child].proof == 0)
                .map(|child| plies[child]);
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
        let mv = |child: usize| {
            let parent = self.nodes[child].parent?;
            Some(self.nodes[parent].moves[child - self.children(parent).start])
        };
        std::iter::successors(next(0), |node| next(*node))
            .filter_map(mv)
            .collect()
    }
}

/// The attacker moves at the root, and so at every even ply.
const fn is_attacker(ply: u32) -> bool {
    ply.is_multiple_of(2)
}

fn is_won_for_attacker<M: Copy + Eq>(
    ending: Ending,
    ply: u32,
    state: &mut SearchState<'_, M>,
) -> bool {
    match state.ended(ending).verdict() {
        Verdict::WonIn(_) => is_attacker(ply),
        Verdict::LostIn(_) => !is_attacker(ply),
        // In games that count points, more than nothing is a win.
        Verdict::Centipawns(value) => {
            if is_attacker(ply) {
                value > 0
            } else {
                value < 0
            }
        }
    }
}

fn count<M>(moves: &[M]) -> u32 {
    u32::try_from(moves.len()).unwrap_or(INFINITE)
}

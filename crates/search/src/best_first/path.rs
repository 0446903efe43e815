//! [`Path`]: the nodes of a round, from the root to the position it has reached.

use super::tree::ROOT;
use crate::game::Game;

/// The way of a round: its nodes from the root, and the position it has reached.
#[derive(Debug, Clone)]
pub(super) struct Path<G> {
    pub(super) nodes: Vec<usize>,
    /// In a game with chance, for each node, `true` if its position waits for it.
    waits: Vec<bool>,
    pub(super) position: G,
    /// The result for the side to move, if the tree knows it.
    pub(super) known: Option<f64>,
}

impl<G: Game> Path<G> {
    pub(super) fn from_root(position: &G) -> Self {
        let mut path = Self {
            nodes: Vec::with_capacity(32),
            waits: Vec::new(),
            position: position.clone(),
            known: None,
        };
        path.push(ROOT, None);
        path
    }

    /// Goes back to the root.
    pub(super) fn restart(&mut self, position: &G) {
        self.nodes.clear();
        self.waits.clear();
        self.position.clone_from(position);
        self.push(ROOT, None);
    }

    /// Goes on to a node by the move that leads there.
    pub(super) fn push(&mut self, node: usize, mv: Option<G::Move>) {
        if let Some(mv) = mv {
            self.position = self.position.after(mv);
        }
        self.nodes.push(node);
        if G::STAKES.is_some() {
            self.waits.push(self.position.waits_for_chance());
        }
    }

    /// Returns `true` if the position at this ply waits for chance.
    pub(super) fn waits_at(&self, ply: usize) -> bool {
        self.waits.get(ply) == Some(&true)
    }

    /// Returns the number of moves that the players made before this ply.
    pub(super) fn moves_before(&self, ply: usize) -> usize {
        if G::STAKES.is_none() {
            return ply;
        }
        let waits = self.waits.iter().take(ply);
        ply - waits.filter(|waits| **waits).count()
    }

    /// Turns a result for the side that moved to the node at this ply into one for the side to move a ply before: an outcome leaves it as it
    /// is, so the side that moved there is that one's opponent.
    pub(super) fn one_ply_up(&self, ply: usize, result: f64) -> f64 {
        if ply > 0 && self.waits_at(ply - 1) {
            1.0 - result
        } else {
            result
        }
    }

    /// Returns `true` if the position it has reached waits for chance.
    pub(super) fn is_waiting(&self) -> bool {
        self.waits.last() == Some(&true)
    }

    pub(super) fn node(&self) -> usize {
        self.nodes.last().copied().unwrap_or(ROOT)
    }

    pub(super) fn ply(&self) -> u32 {
        u32::try_from(self.moves_before(self.nodes.len() - 1)).unwrap_or(u32::MAX)
    }
}

//! [`FullTree`]: every move of every position down to a depth, the background on which search trees are drawn.

use crate::games::LabGame;

/// All nodes down to a depth, parents before their children.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FullTree {
    pub(crate) nodes: Vec<WholeNode>,
    pub(crate) depth: u32,
    pub(crate) leaves: usize,
}

/// A node of the full tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WholeNode {
    pub(crate) parent: Option<usize>,
    pub(crate) ply: u32,
    /// The move that leads here, as the game prints it and in its usual notation.
    pub(crate) mv: String,
    pub(crate) written: String,
    pub(crate) children: Vec<usize>,
    /// The range of the leaves below: the first one, and one past the last.
    pub(crate) leaves: (usize, usize),
}

impl FullTree {
    /// The tree to the greatest depth, up to this one, at which it has at most this many nodes.
    pub(crate) fn deepest<G: LabGame>(position: &G, depth: u32, most: usize) -> Self {
        let mut tree = Self::to_depth(position, 0);
        for depth in 1..=depth {
            if count(position, depth, most) > most {
                break;
            }
            let deeper = Self::to_depth(position, depth);
            if deeper.nodes.len() == tree.nodes.len() {
                break;
            }
            tree = deeper;
        }
        tree
    }

    fn to_depth<G: LabGame>(position: &G, depth: u32) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            depth,
            leaves: 0,
        };
        let root = WholeNode {
            parent: None,
            ply: 0,
            mv: String::new(),
            written: String::new(),
            children: Vec::new(),
            leaves: (0, 0),
        };
        tree.grow(position, root);
        tree
    }

    fn grow<G: LabGame>(&mut self, position: &G, node: WholeNode) {
        let (index, ply, first) = (self.nodes.len(), node.ply, self.leaves);
        if let Some(parent) = node.parent {
            self.nodes[parent].children.push(index);
        }
        self.nodes.push(node);
        let moves = position.legal_moves();
        let is_leaf = ply == self.depth || position.ending(&moves).is_some();
        for &mv in moves.iter().filter(|_| !is_leaf) {
            let child = WholeNode {
                parent: Some(index),
                ply: ply + 1,
                mv: format!("{mv:#}"),
                written: position.written(mv),
                children: Vec::new(),
                leaves: (0, 0),
            };
            self.grow(&position.after(mv), child);
        }
        self.leaves += usize::from(is_leaf);
        self.nodes[index].leaves = (first, self.leaves);
    }

    /// The child that a move leads to.
    pub(crate) fn child(&self, node: usize, mv: &str) -> Option<usize> {
        let mut children = self.nodes[node].children.iter().copied();
        children.find(|&child| self.nodes[child].mv == mv)
    }

    /// The moves from the root to a node, in their usual notation.
    pub(crate) fn path(&self, node: usize) -> Vec<&str> {
        let above = std::iter::successors(Some(node), |&node| self.nodes[node].parent);
        let mut path: Vec<&str> = above
            .filter(|&node| self.nodes[node].parent.is_some())
            .map(|node| self.nodes[node].written.as_str())
            .collect();
        path.reverse();
        path
    }
}

/// The number of nodes down to a depth, or some number above `most` if there are more.
fn count<G: LabGame>(position: &G, depth: u32, most: usize) -> usize {
    let moves = position.legal_moves();
    let mut nodes = 1;
    if depth == 0 || position.ending(&moves).is_some() {
        return nodes;
    }
    for &mv in moves.iter() {
        if nodes > most {
            break;
        }
        nodes += count(&position.after(mv), depth - 1, most - nodes);
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::Position;
    use plywood_search::games::{TicTacToe, Tree};

    #[test]
    fn the_tree_has_every_node_to_the_depth_that_fits() {
        let tree = FullTree::deepest(&Position::START, 5, 1_000);
        assert_eq!((tree.depth, tree.nodes.len(), tree.leaves), (2, 421, 400));
        let tree = FullTree::deepest(&TicTacToe::new(), 2, 1_000);
        assert_eq!((tree.depth, tree.nodes.len(), tree.leaves), (2, 82, 72));
        assert_eq!(tree.path(tree.nodes.len() - 1), ["c1", "b1"]);
    }

    #[test]
    fn a_tree_that_ends_earlier_is_not_deeper() {
        let tree = FullTree::deepest(&Tree::read("((1 2) 3)").unwrap(), 9, 1_000);
        assert_eq!((tree.depth, tree.leaves), (2, 3));
        let moves: Vec<_> = tree.nodes.iter().map(|node| node.mv.as_str()).collect();
        assert_eq!(moves, ["", "1", "1", "2", "2"]);
        assert_eq!(tree.nodes[1].leaves, (0, 2));
    }
}

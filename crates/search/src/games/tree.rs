//! Game trees written as text, for books, tests and documentation: `((3 12 8) (2 4 6) (14 5 2))`.

mod text;

pub use self::text::ParseTreeError;

use crate::game::{Ending, Game};
use crate::keyed::Keyed;
use crate::tactical::Tactical;
use plywood_eval::{Score, Side, Sides};
use std::fmt;
use std::sync::Arc;

/// A position in a game tree that is written as text.
///
/// A number is a leaf, and parentheses hold the branches of a node. As in books, all numbers are centipawns **from the view
/// of the side to move at the root**, no matter which side moves at the node. A number in front of a parenthesis is what
/// [`Tree::estimate`] returns there, for searches that stop above the leaves; `!` marks a noisy move.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{Limits, Minimax, Score, Strategy};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let report = Minimax::new(Tree::estimate).search(&tree, &Limits::depth(2));
/// assert_eq!(report.score, Some(Score::centipawns(3)));
/// assert_eq!(report.line.to_string(), "1 1");
/// ```
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Arc<[Node]>,
    index: usize,
    to_move: Side,
}

/// A branch of a written tree: its number from the left, starting with 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Branch(u16);

#[derive(Debug, Default)]
struct Node {
    /// From the root's view.
    value: i32,
    is_noisy: bool,
    children: Vec<usize>,
}

impl Tree {
    /// The number that is written at this node, from the side to move's view; 0 if there is none.
    ///
    /// It is an evaluator: `Minimax::new(Tree::estimate)`.
    #[must_use]
    pub fn estimate(&self) -> Score {
        let value = Score::centipawns(self.node().value);
        match self.to_move {
            Side::First => value,
            Side::Second => -value,
        }
    }

    fn node(&self) -> &Node {
        &self.nodes[self.index]
    }

    fn branches(&self, keep: impl Fn(&Node) -> bool) -> Vec<Branch> {
        let kept = self
            .node()
            .children
            .iter()
            .zip(1..)
            .filter(|(child, _)| keep(&self.nodes[**child]));
        kept.map(|(_, number)| Branch(number)).collect()
    }

    fn child(&self, branch: Branch) -> usize {
        self.node().children[usize::from(branch.0) - 1]
    }
}

impl Game for Tree {
    type Move = Branch;
    type Moves = Vec<Branch>;

    fn legal_moves(&self) -> Vec<Branch> {
        self.branches(|_| true)
    }

    fn after(&self, branch: Branch) -> Self {
        Self {
            nodes: Arc::clone(&self.nodes),
            index: self.child(branch),
            to_move: !self.to_move,
        }
    }

    fn ending(&self, moves: &[Branch]) -> Option<Ending> {
        moves.is_empty().then(|| Ending::Scored(self.estimate()))
    }

    fn ending_at_leaf(&self) -> Option<Ending> {
        self.node()
            .children
            .is_empty()
            .then(|| Ending::Scored(self.estimate()))
    }

    /// Numbers as in the written tree.
    fn score_text(score: Score) -> String {
        let number = score.as_centipawns();
        number.map_or_else(|| score.to_string(), |number| number.to_string())
    }
}

impl Keyed for Tree {
    fn key(&self) -> u64 {
        (self.index as u64 + 1)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .swap_bytes()
    }

    fn move_code(branch: Branch) -> u16 {
        branch.0
    }
}

impl Tactical for Tree {
    fn noisy_moves(&self) -> Vec<Branch> {
        self.branches(|child| child.is_noisy)
    }

    fn capture_rank(&self, branch: Branch) -> i32 {
        i32::from(self.nodes[self.child(branch)].is_noisy)
    }
}

impl Sides for Tree {
    fn to_move(&self) -> Side {
        self.to_move
    }

    fn mirrored(&self) -> Self {
        let flip = |node: &Node| Node {
            value: -node.value,
            children: node.children.clone(),
            ..*node
        };
        Self {
            nodes: self.nodes.iter().map(flip).collect(),
            index: self.index,
            to_move: !self.to_move,
        }
    }
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_from_the_roots_view() {
        let tree: Tree = "(7)".parse().unwrap();
        assert_eq!(
            tree.after(Branch(1)).ending_at_leaf(),
            Some(Ending::Scored(Score::centipawns(-7)))
        );
    }
}

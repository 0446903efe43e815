//! [`TreeRecorder`]: an observer that keeps the tree a search visited, with its windows and cuts, to be drawn.

mod dot;
mod json;
mod svg;

use crate::observer::Observer;
use crate::window::{Bound, Window};
use plywood_eval::Score;
use std::fmt::Display;

/// Keeps the tree of a search, up to a number of nodes; of a search that starts several times at the root, the last one.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBeta, Limits, Strategy, TreeRecorder};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut recorder = TreeRecorder::with_capacity(100);
/// AlphaBeta::new(Tree::estimate).search_observed(&tree, &Limits::depth(2), &mut recorder);
///
/// let nodes = recorder.nodes();
/// assert_eq!(nodes.len(), 11);
/// assert_eq!(nodes[5].cut_after, Some((1, 3)), "the second choice is given up after its first move of three");
/// assert!(recorder.to_dot().starts_with("digraph"));
/// assert!(recorder.to_svg().starts_with("<svg"));
/// assert!(recorder.to_json().starts_with("{\"nodes\":["));
/// ```
#[derive(Debug, Clone)]
pub struct TreeRecorder {
    nodes: Vec<RecordedNode>,
    /// The nodes from the root to the one that was entered last; `None` for one that was not kept.
    path: Vec<Option<usize>>,
    arriving_by: Option<String>,
    capacity: usize,
    omitted: u64,
}

/// A node of a recorded tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedNode {
    /// The number of the node it was reached from; parents have lower numbers than their children.
    pub parent: Option<usize>,
    /// The move that led here, in text.
    pub mv: Option<String>,
    /// The depth that was left.
    pub depth: u32,
    /// The window it was searched with, from its side to move's view.
    pub window: Window,
    /// The score it was left with, from its side to move's view; `None` if the search was stopped before.
    pub score: Option<Score>,
    /// How it was scored.
    pub kind: NodeKind,
    /// How many moves were tried, and of how many, if the rest was cut off.
    pub cut_after: Option<(usize, usize)>,
}

/// How a recorded node got its score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// From its children.
    Inner,
    /// By the evaluator, or because the game is over.
    Leaf,
    /// From the table.
    Table,
    /// By a pruning step of this name.
    Pruned(&'static str),
}

impl RecordedNode {
    /// What the score says about the value, given the window.
    #[must_use]
    pub fn bound(&self) -> Option<Bound> {
        self.score.map(|score| self.window.bound_of(score))
    }
}

impl TreeRecorder {
    /// Keeps at most so many nodes, the first ones.
    #[must_use]
    pub const fn with_capacity(nodes: usize) -> Self {
        Self {
            nodes: Vec::new(),
            path: Vec::new(),
            arriving_by: None,
            capacity: nodes,
            omitted: 0,
        }
    }

    /// The nodes that were kept, in the order they were entered; the first one is the root.
    #[must_use]
    pub fn nodes(&self) -> &[RecordedNode] {
        &self.nodes
    }

    /// How many nodes were visited beyond those that were kept.
    #[must_use]
    pub const fn omitted(&self) -> u64 {
        self.omitted
    }

    fn current(&mut self) -> Option<&mut RecordedNode> {
        let index = self.path.last().copied().flatten()?;
        self.nodes.get_mut(index)
    }
}

impl<M: Display> Observer<M> for TreeRecorder {
    fn down(&mut self, mv: M) {
        self.arriving_by = Some(mv.to_string());
    }

    fn enter(&mut self, depth: u32, window: Window) {
        let mv = self.arriving_by.take();
        if mv.is_none() {
            // No move was made, so this is the root, and what was kept before is another search's tree.
            self.nodes.clear();
            self.path.clear();
            self.omitted = 0;
        }
        let parent = self.path.last().copied().flatten();
        if self.nodes.len() >= self.capacity || (parent.is_none() && !self.path.is_empty()) {
            self.omitted += 1;
            self.path.push(None);
            return;
        }
        self.path.push(Some(self.nodes.len()));
        let kind = NodeKind::Inner;
        self.nodes.push(RecordedNode {
            parent,
            mv,
            depth,
            window,
            score: None,
            kind,
            cut_after: None,
        });
    }

    fn leaf(&mut self, score: Score) {
        if let Some(node) = self.current() {
            (node.kind, node.score) = (NodeKind::Leaf, Some(score));
        }
    }

    fn table_hit(&mut self, score: Score) {
        if let Some(node) = self.current() {
            (node.kind, node.score) = (NodeKind::Table, Some(score));
        }
    }

    fn pruned(&mut self, step: &'static str) {
        if let Some(node) = self.current() {
            node.kind = NodeKind::Pruned(step);
        }
    }

    fn cutoff(&mut self, index: usize, moves: usize) {
        if let Some(node) = self.current() {
            node.cut_after = Some((index + 1, moves));
        }
    }

    fn leave(&mut self, score: Score) {
        if let Some(node) = self.current() {
            node.score = Some(score);
        }
        self.path.pop();
    }

    fn abandon(&mut self) {
        self.path.pop();
    }
}

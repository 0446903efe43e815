//! [`TreeRecorder`]: an observer that keeps the tree a search visited, with its windows and cutoffs, to be drawn.

mod dot;
mod json;
mod svg;
mod unsearched;
mod passes;

use crate::observer::Observer;
use crate::window::{Bound, Window};
use plywood_eval::Score;
use std::fmt::Display;

pub use passes::{PassRecorder, RecordedPass};

/// Keeps the tree of a search, up to a number of nodes. If a search starts again at the root, as deepening does, the tree
/// of the last start is kept.
///
/// The nodes are data; the drawings ([`to_svg`](Self::to_svg), [`to_dot`](Self::to_dot)) and the JSON show every score and
/// window from the view of the side to move at the root, and mark the best line.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBeta, Game, Limits, Strategy, TreeRecorder};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let mut recorder = TreeRecorder::with_capacity(100).score_text(Tree::score_text);
/// AlphaBeta::new(Tree::estimate).search_observed(&tree, &Limits::depth(2), &mut recorder);
///
/// let nodes = recorder.nodes();
/// assert_eq!(nodes.len(), 11);
/// assert_eq!(nodes[5].cut_after, Some((1, 3)), "the second move is refuted by the first of three answers");
/// assert_eq!(recorder.best_line(), [0, 1, 2], "the numbers of the nodes from the root down");
/// assert!(recorder.to_svg().starts_with("<svg"));
/// # Ok::<(), plywood_search::games::ParseTreeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct TreeRecorder {
    nodes: Vec<RecordedNode>,
    /// The nodes from the root to the one that was entered last; `None` for one that was not kept.
    path: Vec<Option<usize>>,
    arriving_by: Option<String>,
    purpose: Option<&'static str>,
    /// The node that was left last.
    left: Option<usize>,
    capacity: usize,
    plies: u32,
    omitted: u64,
    score_text: fn(Score) -> String,
}

/// A node of a recorded tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedNode {
    /// The number of the node it was reached from; parents have lower numbers than their children.
    pub parent: Option<usize>,
    /// How many plies below the root it is.
    pub ply: u32,
    /// The move that led here, as `{:#}` prints it: for chess, castling is `e1h1`, and a pass `--`.
    pub mv: Option<String>,
    /// The step for which it was searched, if that was not to try the move. Without a move it is the position above once more, seen
    /// from the other side as its neighbors are.
    pub purpose: Option<&'static str>,
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
    /// How many nodes below it the search did not report.
    pub unseen: u64,
    /// Whether the node before it at the same ply is the same one: its move is searched again, with another window.
    pub is_again: bool,
}

/// How a recorded node got its score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// By its children.
    Inner,
    /// By the evaluator, or because the game is over; nothing below it was searched.
    Leaf,
    /// By the table.
    Table,
    /// By a pruning step of this name; or not at all, if the step skipped the move that would have led here.
    Pruned(&'static str),
}

impl RecordedNode {
    /// What the score says about the value: at a leaf it is the value, elsewhere that depends on the window. A side that stands
    /// pat in quiescence without trying its noisy moves is pruned, so its score is a bound.
    #[must_use]
    pub fn bound(&self) -> Option<Bound> {
        let score = self.score?;
        Some(match self.kind {
            NodeKind::Leaf => Bound::Exact,
            NodeKind::Inner | NodeKind::Table | NodeKind::Pruned(_) => self.window.bound_of(score),
        })
    }

    /// What stands before the score in a drawing: `≥` or `≤` and a space if it is only a bound.
    #[must_use]
    pub fn bound_sign(&self) -> &'static str {
        match self.bound() {
            Some(Bound::AtLeast) => "≥ ",
            Some(Bound::AtMost) => "≤ ",
            Some(Bound::Exact) | None => "",
        }
    }

    /// What stands on the line that leads to it: the move, or the step that searches the position once more.
    fn label(&self) -> &str {
        self.mv.as_deref().or(self.purpose).unwrap_or_default()
    }

    /// The same node with its score and its window from the view of the side to move at the root.
    #[must_use]
    pub fn for_root(&self) -> Self {
        if self.ply.is_multiple_of(2) {
            return self.clone();
        }
        Self {
            window: -self.window,
            score: self.score.map(|score| -score),
            ..self.clone()
        }
    }
}

impl TreeRecorder {
    /// Keeps the first nodes that are entered, up to this number; of the engine's tree, the first four plies.
    #[must_use]
    pub const fn with_capacity(nodes: usize) -> Self {
        Self {
            nodes: Vec::new(),
            path: Vec::new(),
            arriving_by: None,
            purpose: None,
            left: None,
            capacity: nodes,
            plies: USUAL_PLIES,
            omitted: 0,
            score_text: default_score_text,
        }
    }

    /// The same with drawings that write scores as a game does: pass its [`Game::score_text`](crate::Game::score_text).
    #[must_use]
    pub fn score_text(self, score_text: fn(Score) -> String) -> Self {
        Self { score_text, ..self }
    }

    /// The same with this many plies of the engine's tree, the root being the first.
    #[must_use]
    pub fn plies(self, plies: u32) -> Self {
        Self { plies, ..self }
    }

    /// The same with other names for the moves, in SAN for example: `name` gets the number of each node but the root.
    #[must_use]
    pub fn with_move_names(mut self, name: impl Fn(usize) -> String) -> Self {
        for (number, node) in self.nodes.iter_mut().enumerate() {
            if let Some(mv) = &mut node.mv {
                *mv = name(number);
            }
        }
        self
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

    /// The numbers of the nodes of the best line, the root first: from each node to the child that gave it its score.
    ///
    /// It is empty if the search of the root was not finished.
    #[must_use]
    pub fn best_line(&self) -> Vec<usize> {
        let mut best: Vec<Option<usize>> = vec![None; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate() {
            let Some(parent) = node.parent else { continue };
            let is_source = node.purpose.is_none()
                && node
                    .score
                    .is_some_and(|score| self.nodes[parent].score == Some(-score));
            // A null window only shows that a move is good enough; the search that found the value counts before it.
            let is_better = |other: usize| {
                node.bound() == Some(Bound::Exact)
                    && self.nodes[other].bound() != Some(Bound::Exact)
            };
            if is_source && best[parent].is_none_or(is_better) {
                best[parent] = Some(number);
            }
        }
        let root = self.nodes.first().and_then(|root| root.score).map(|_| 0);
        std::iter::successors(root, |node| best[*node]).collect()
    }

    /// Keeps a node below the one that was entered last, if there is room for it, and returns its number.
    fn keep(&mut self, node: RecordedNode) -> Option<usize> {
        let parent = self.path.last().copied().flatten();
        if self.nodes.len() >= self.capacity || (parent.is_none() && !self.path.is_empty()) {
            self.omitted += 1;
            return None;
        }
        // Quiescence evaluates a node before it goes on below it.
        if let Some(parent) = parent {
            self.nodes[parent].kind = NodeKind::Inner;
        }
        let ply = parent.map_or(0, |parent| self.nodes[parent].ply + 1);
        let left = self.left.and_then(|left| self.nodes.get(left));
        let is_again = node.mv.is_some()
            && left.is_some_and(|left| left.parent == parent && left.mv == node.mv);
        self.nodes.push(RecordedNode {
            parent,
            ply,
            is_again,
            ..node
        });
        Some(self.nodes.len() - 1)
    }

    fn current(&mut self) -> Option<&mut RecordedNode> {
        let index = self.path.last().copied().flatten()?;
        self.nodes.get_mut(index)
    }
}

/// Of the engine's tree, whose nodes are too many.
const USUAL_PLIES: u32 = 4;

/// How a pass is written, as in PGN.
const PASS: &str = "--";

fn default_score_text(score: Score) -> String {
    score.to_string()
}

/// Whether a node is the position above it once more.
const fn is_aside(mv: Option<&String>, purpose: Option<&str>) -> bool {
    mv.is_none() && purpose.is_some()
}

/// The words of the legend for a way to be scored; `None` for the ordinary one.
fn legend_text(kind: NodeKind) -> Option<String> {
    match kind {
        NodeKind::Inner => None,
        NodeKind::Leaf => Some("evaluated, or the game is over".to_owned()),
        NodeKind::Table => Some("answered by the table".to_owned()),
        NodeKind::Pruned(step) => Some(format!("pruned: {step}")),
    }
}

/// The ways in which nodes of the tree were scored, each once, in the order of their first nodes.
fn kinds(nodes: &[RecordedNode]) -> Vec<NodeKind> {
    let mut kinds = Vec::new();
    for node in nodes {
        if !kinds.contains(&node.kind) {
            kinds.push(node.kind);
        }
    }
    kinds
}

impl<M: Display> Observer<M> for TreeRecorder {
    fn plies(&self) -> u32 {
        self.plies
    }

    fn purpose(&mut self, step: &'static str) {
        self.purpose = Some(step);
    }

    fn down(&mut self, mv: M) {
        // Without `#`, castling in Chess960 may read like a king's move.
        self.arriving_by = Some(format!("{mv:#}"));
    }

    fn pass(&mut self) {
        self.arriving_by = Some(PASS.to_owned());
    }

    fn enter(&mut self, depth: u32, window: Window) {
        let (mv, purpose) = (self.arriving_by.take(), self.purpose.take());
        if mv.is_none() && purpose.is_none() {
            // No move was made, so this is the root, and the nodes kept so far belong to an earlier start.
            self.nodes.clear();
            self.path.clear();
            self.left = None;
            self.omitted = 0;
        }
        let window = if is_aside(mv.as_ref(), purpose) {
            -window
        } else {
            window
        };
        let node = self.keep(RecordedNode {
            parent: None,
            ply: 0,
            mv,
            purpose,
            depth,
            window,
            score: None,
            kind: NodeKind::Inner,
            cut_after: None,
            unseen: 0,
            is_again: false,
        });
        self.path.push(node);
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

    fn skipped(&mut self, mv: M, step: &'static str) {
        let Some(node) = self.current().cloned() else {
            return;
        };
        self.keep(RecordedNode {
            mv: Some(format!("{mv:#}")),
            depth: node.depth.saturating_sub(1),
            window: -node.window,
            kind: NodeKind::Pruned(step),
            purpose: None,
            score: None,
            cut_after: None,
            ..node
        });
    }

    fn unseen(&mut self, nodes: u64) {
        self.omitted += nodes;
        if let Some(node) = self.current() {
            node.unseen = nodes;
        }
    }

    fn cutoff(&mut self, index: usize, moves: usize) {
        if let Some(node) = self.current() {
            node.cut_after = Some((index + 1, moves));
        }
    }

    fn leave(&mut self, score: Score) {
        // A leaf keeps its own score, which fail-hard strategies bring into the window.
        if let Some(node) = self.current().filter(|node| node.kind != NodeKind::Leaf) {
            let is_aside = is_aside(node.mv.as_ref(), node.purpose);
            node.score = Some(if is_aside { -score } else { score });
        }
        self.left = self.path.pop().flatten();
    }

    fn abandon(&mut self) {
        self.path.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::{ConnectFour, Tree};
    use crate::limits::Limits;
    use crate::quiescence::Quiescence;
    use crate::strategies::alpha_beta::AlphaBeta;
    use crate::strategies::alpha_beta_fail_hard::AlphaBetaFailHard;
    use crate::strategies::iterative_deepening::IterativeDeepening;
    use crate::strategies::minimax::Minimax;
    use crate::strategies::principal_variation::PrincipalVariationSearch;
    use crate::strategy::Strategy;

    fn best_moves(recorder: &TreeRecorder) -> String {
        let best = recorder.best_line();
        let moves = best
            .iter()
            .filter_map(|node| recorder.nodes()[*node].mv.clone());
        moves.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_best_line_is_that_of_the_report() {
        let evaluate = ConnectFour::estimate;
        let strategies: [Box<dyn Strategy<ConnectFour>>; 6] = [
            Box::new(Minimax::new(evaluate)),
            Box::new(AlphaBeta::new(evaluate)),
            Box::new(AlphaBetaFailHard::new(evaluate)),
            Box::new(PrincipalVariationSearch::new(evaluate)),
            Box::new(IterativeDeepening::new(PrincipalVariationSearch::new(
                evaluate,
            ))),
            Box::new(Minimax::with_horizon(Quiescence::new(evaluate))),
        ];
        for mut strategy in strategies {
            for game in ["", "ddcc", "dcbdadgef"] {
                let board: ConnectFour = game.parse().unwrap();
                let mut recorder = TreeRecorder::with_capacity(100_000);
                let report = strategy.search_observed(&board, &Limits::depth(4), &mut recorder);
                let drawn = best_moves(&recorder);
                let line = report.line.to_string();
                assert!(
                    drawn.starts_with(&line),
                    "{} on {game:?}: {drawn}, {line}",
                    strategy.name()
                );
            }
        }
    }

    #[test]
    fn every_drawing_shows_scores_from_the_roots_view() {
        let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
        let mut recorder =
            TreeRecorder::with_capacity(100).score_text(|score| format!("<{score}>"));
        AlphaBeta::new(Tree::estimate).search_observed(&tree, &Limits::depth(2), &mut recorder);
        // The second move is worth at most 2 to the side at the root, and so at least -2 to the side that answers.
        let second = &recorder.nodes()[5];
        assert_eq!(second.score, Some(Score::centipawns(-2)));
        assert_eq!(second.for_root().bound(), Some(Bound::AtMost));
        assert!(recorder.to_svg().contains("≤ &lt;+0.02&gt;"));
        assert!(recorder.to_dot().contains("≤ <+0.02>"));
        let json = r#""ply":1,"move":"2","depth":1,"alpha":{"cp":3},"beta":null,"score":{"cp":2},"bound":"at most""#;
        assert!(recorder.to_json().contains(json), "{}", recorder.to_json());
        // A leaf is worth what it is, whatever the window.
        assert_eq!(recorder.nodes()[3].bound(), Some(Bound::Exact));
    }

    #[test]
    fn who_stands_pat_without_trying_its_moves_gives_a_bound() {
        let tree: Tree = "(5 3(!1 !9))".parse().unwrap();
        let mut recorder = TreeRecorder::with_capacity(100).score_text(Tree::score_text);
        let mut search = AlphaBeta::with_horizon(Quiescence::new(Tree::estimate));
        search.search_observed(&tree, &Limits::depth(1), &mut recorder);
        let second = recorder.nodes()[2].for_root();
        assert_eq!(second.kind, NodeKind::Pruned("stand pat"));
        assert_eq!(second.bound(), Some(Bound::AtMost), "1 is below 3");
        let svg = recorder.to_svg();
        assert!(
            svg.contains("≤ 3") && svg.contains(">stand pat</text></g>"),
            "{svg}"
        );
    }

    #[test]
    fn noisy_moves_below_the_horizon_have_dashes() {
        let dashes = |text: &str| {
            let mut recorder = TreeRecorder::with_capacity(100);
            let mut search = AlphaBeta::with_horizon(Quiescence::new(Tree::estimate));
            let tree: Tree = text.parse().unwrap();
            search.search_observed(&tree, &Limits::depth(1), &mut recorder);
            recorder.to_svg().matches("stroke-dasharray").count()
        };
        // A line and a box for the noisy answer, and a line of the legend.
        assert_eq!((dashes("(5 3(!1 9))"), dashes("(5 3(1 9))")), (0, 0));
        assert_eq!(dashes("(9(!-5 9) 1(1 2))"), 3);
    }

    #[test]
    fn a_move_that_is_searched_again_is_marked() {
        let tree: Tree = "((3 12 8) (9 14 11) (14 5 2))".parse().unwrap();
        let mut recorder = TreeRecorder::with_capacity(100).score_text(Tree::score_text);
        let mut search = PrincipalVariationSearch::new(Tree::estimate);
        search.search_observed(&tree, &Limits::depth(2), &mut recorder);
        let again = recorder.nodes().iter().filter(|node| node.is_again);
        let moves: Vec<_> = again.map(|node| (node.ply, node.mv.as_deref())).collect();
        assert_eq!(moves, [(1, Some("2"))]);
        assert!(recorder.to_svg().contains("2 ↻") && recorder.to_dot().contains("2 again"));
    }

    #[test]
    fn a_search_that_was_stopped_has_no_best_line() {
        let mut recorder = TreeRecorder::with_capacity(100);
        let limits = Limits::depth(4).with_nodes(50);
        AlphaBeta::new(ConnectFour::estimate).search_observed(
            &ConnectFour::new(),
            &limits,
            &mut recorder,
        );
        assert_eq!(recorder.best_line(), [0; 0]);
    }
}

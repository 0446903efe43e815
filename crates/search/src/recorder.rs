//! [`TreeRecorder`]: an observer that records the tree a search visits, pass by pass, with its windows and cutoffs.

mod unsearched;

use crate::observer::{Arrival, Event, KeptNode, Known, Observer};
use crate::window::{Bound, Window};
use plywood_eval::Score;

/// Records the trees that a search visits. Iterative deepening makes a pass for each depth, an aspiration window that fails another, and
/// MTD(f) one for each null window.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBeta, IterativeDeepening, Limits, Strategy, TreeRecorder};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let mut recorder = TreeRecorder::new(100);
/// let mut search = IterativeDeepening::new(AlphaBeta::new(Tree::estimate));
/// search.search_observed(&tree, &Limits::depth(2), &mut recorder);
///
/// let [first, second] = recorder.passes() else { panic!("one for each depth") };
/// assert_eq!((first.nodes.len(), second.nodes.len()), (4, 11));
/// // The second move is refuted by the first of three answers.
/// assert_eq!(second.nodes[5].cut_after, Some((1, 3)));
/// assert_eq!(
///     second.best_line(),
///     [0, 1, 2],
///     "the numbers of the nodes from the root down"
/// );
/// # Ok::<(), plywood_search::games::ParseTreeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct TreeRecorder<M> {
    passes: Vec<RecordedPass<M>>,
    /// The number of passes dropped for lack of room: the first ones.
    forgotten: usize,
    /// The nodes from the root to the one entered last; `None` for one that was not kept.
    path: Vec<Option<usize>>,
    /// The node left last.
    left: Option<usize>,
    capacity: usize,
    kept: usize,
    plies: u32,
}

/// One pass of a search: from the root, with one depth and one window.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct RecordedPass<M> {
    /// The number of the pass in the search, from 1.
    pub number: usize,
    /// The search depth; for a kept tree, the number of plies down to the deepest of these nodes.
    pub depth: u32,
    /// The window of the root.
    pub window: Window,
    /// The kept nodes, in the order in which they were entered.
    pub nodes: Vec<RecordedNode<M>>,
    /// The number of visited nodes that were not kept.
    pub omitted: u64,
}

/// A node of a recorded tree.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct RecordedNode<M> {
    /// The number of its parent; parents have lower numbers than their children.
    pub parent: Option<usize>,
    /// The number of plies below the root.
    pub ply: u32,
    /// The step that led here; `None` at the root and for a repeated search of the same position.
    pub arrival: Option<Arrival<M>>,
    /// The step it was searched for, unless it was searched to try the move. Without a move it is the position above again, seen from the
    /// other side like its neighbors.
    pub purpose: Option<&'static str>,
    /// The remaining depth.
    pub depth: u32,
    /// The window of its search, from its side to move's point of view.
    pub window: Window,
    /// The score it was left with, from its side to move's point of view; `None` if the search was stopped first.
    pub score: Option<Score>,
    /// The source of its score.
    pub kind: NodeKind,
    /// The number of moves tried and of all moves, if the rest was cut off.
    pub cut_after: Option<(usize, usize)>,
    /// The number of nodes below it that the search did not report.
    pub unseen: u64,
    /// `true` if the previous node at the same ply is the same node: its move is searched again, with another window.
    pub is_again: bool,
}

/// The source of a recorded node's score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NodeKind {
    /// Its children.
    Inner,
    /// The evaluator, or the end of the game; it has no children.
    Leaf,
    /// The table.
    Table,
    /// A search that keeps its tree; this is its data on the node.
    Kept(Known),
    /// A pruning step with this name.
    Pruned(&'static str),
    /// None: a step with this name skipped the move that would have led here.
    Skipped(&'static str),
}

impl NodeKind {
    /// Returns the kind in a word: `inner`, `leaf`, `table`; `games`, `valued`, `proven`, `proof`, `queued` or `extended` for a node of a kept tree; or the
    /// name of the step that pruned the node or skipped its move.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inner => "inner",
            Self::Leaf => "leaf",
            Self::Table => "table",
            Self::Kept(known) => known.name(),
            Self::Pruned(step) | Self::Skipped(step) => step,
        }
    }
}

impl<M: Copy> RecordedNode<M> {
    /// Returns a node with an open window and nothing else.
    const fn new(kind: NodeKind, depth: u32) -> Self {
        Self {
            parent: None,
            ply: 0,
            arrival: None,
            purpose: None,
            depth,
            window: Window::OPEN,
            score: None,
            kind,
            cut_after: None,
            unseen: 0,
            is_again: false,
        }
    }

    /// Returns the move or the outcome that led here.
    pub fn mv(&self) -> Option<M> {
        match self.arrival {
            Some(Arrival::Move(mv) | Arrival::Outcome(mv, _)) => Some(mv),
            Some(Arrival::Pass) | None => None,
        }
    }

    /// Returns the meaning of the score: at a leaf it is the value, elsewhere that depends on the window. A side that stands pat in
    /// quiescence without trying its noisy moves is pruned, so its score is a bound.
    #[must_use]
    pub fn bound(&self) -> Option<Bound> {
        let score = self.score?;
        Some(match self.kind {
            NodeKind::Leaf => Bound::Exact,
            NodeKind::Inner
            | NodeKind::Table
            | NodeKind::Kept(_)
            | NodeKind::Pruned(_)
            | NodeKind::Skipped(_) => self.window.bound_of(score),
        })
    }

    /// Returns the node with its score and window from the point of view of the side to move at the root.
    #[must_use]
    pub fn for_root(&self) -> Self {
        if self.ply.is_multiple_of(2) {
            return *self;
        }
        Self {
            window: -self.window,
            score: self.score.map(|score| -score),
            ..*self
        }
    }

    /// Returns `true` if it is an outcome of which a step searches a part, beside the search of its value.
    const fn is_probe(&self) -> bool {
        self.purpose.is_some() && matches!(self.arrival, Some(Arrival::Outcome(..)))
    }

    /// Returns `true` if it is the position above again, for a step of the search.
    const fn is_aside(&self) -> bool {
        self.arrival.is_none() && self.purpose.is_some()
    }
}

impl<M: Copy> RecordedPass<M> {
    /// Returns true for a tree that the search kept in memory, and false for one that it visited depth first.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        matches!(self.nodes.first(), Some(root) if matches!(root.kind, NodeKind::Kept(_)))
    }

    /// Returns the number of nodes it visited.
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.nodes.len() as u64 + self.omitted
    }

    /// Returns the numbers of the nodes on the best line, the root first.
    #[must_use]
    pub fn best_line(&self) -> Vec<usize> {
        let mut best: Vec<Option<usize>> = vec![None; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate() {
            let Some(parent) = node.parent else { continue };
            // The line ends where chance moves.
            let is_source = node.purpose.is_none()
                && !matches!(node.arrival, Some(Arrival::Outcome(..)))
                && node
                    .score
                    .is_some_and(|score| self.nodes[parent].score == Some(-score));
            // A null window only shows that a move is good enough; the search that found the value has precedence.
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
}

/// The default number of nodes kept from a tree that a search shows repeatedly: people read it as a whole.
const KEPT: usize = 150;
/// The default number of plies kept from the engine's tree.
const USUAL_PLIES: u32 = 4;

impl<M: Copy + Eq> TreeRecorder<M> {
    /// Keeps about this many nodes: those of the last passes, and at most this many of the first nodes of each pass. Of the engine's tree
    /// it keeps the first four plies.
    #[must_use]
    pub const fn new(nodes: usize) -> Self {
        Self {
            passes: Vec::new(),
            forgotten: 0,
            path: Vec::new(),
            left: None,
            capacity: nodes,
            kept: KEPT,
            plies: USUAL_PLIES,
        }
    }

    /// Keeps this many plies of the engine's tree, the root being the first.
    #[must_use]
    pub fn plies(self, plies: u32) -> Self {
        Self { plies, ..self }
    }

    /// Keeps this many nodes of each tree that a search shows repeatedly while it grows; 150 by default.
    #[must_use]
    pub fn kept(self, nodes: usize) -> Self {
        Self {
            kept: nodes,
            ..self
        }
    }

    /// Returns the kept passes, in order: the last one, and as many before it as there was room for.
    #[must_use]
    pub fn passes(&self) -> &[RecordedPass<M>] {
        &self.passes[self.without_room()..]
    }

    /// Returns the number of passes that the search made.
    #[must_use]
    pub fn count(&self) -> usize {
        self.forgotten + self.passes.len()
    }

    /// Returns the nodes of the last pass, in the order in which they were entered.
    #[must_use]
    pub fn nodes(&self) -> &[RecordedNode<M>] {
        self.passes.last().map_or(&[], |pass| &pass.nodes)
    }

    /// Returns the number of first passes to drop so that the rest do not have too many nodes.
    fn without_room(&self) -> usize {
        let mut kept = 0;
        let has_room = |pass: &&RecordedPass<M>| {
            kept += pass.nodes.len();
            kept <= self.capacity
        };
        let fitting = self.passes.iter().rev().take_while(has_room).count();
        let last = self.passes.len().min(1);
        self.passes.len() - fitting.max(last)
    }

    /// Begins a pass at the root.
    fn begin(&mut self, depth: u32, window: Window) {
        let forgotten = self.without_room();
        self.passes.drain(..forgotten);
        self.forgotten += forgotten;
        self.passes.push(RecordedPass {
            number: self.count() + 1,
            depth,
            window,
            nodes: Vec::new(),
            omitted: 0,
        });
        self.path.clear();
        self.left = None;
    }

    fn keep(&mut self, node: RecordedNode<M>) -> Option<usize> {
        let parent = self.path.last().copied().flatten();
        let pass = self.passes.last_mut()?;
        if pass.nodes.len() >= self.capacity || (parent.is_none() && !self.path.is_empty()) {
            pass.omitted += 1;
            return None;
        }
        // Quiescence evaluates a node before it searches below it.
        if let Some(parent) = parent {
            pass.nodes[parent].kind = NodeKind::Inner;
        }
        // An outcome is no player's move.
        let plies = u32::from(!matches!(node.arrival, Some(Arrival::Outcome(..))));
        let ply = parent.map_or(0, |parent| pass.nodes[parent].ply + plies);
        let left = self.left.and_then(|left| pass.nodes.get(left));
        let is_again = node.arrival.is_some()
            && left.is_some_and(|left| left.parent == parent && left.arrival == node.arrival);
        pass.nodes.push(RecordedNode {
            parent,
            ply,
            is_again,
            ..node
        });
        Some(pass.nodes.len() - 1)
    }

    fn current(&mut self) -> Option<&mut RecordedNode<M>> {
        let index = self.path.last().copied().flatten()?;
        self.passes.last_mut()?.nodes.get_mut(index)
    }
}

impl<M: Copy + Eq> Observer<M> for TreeRecorder<M> {
    fn observe(&mut self, event: Event<'_, M>) {
        match event {
            Event::Enter {
                arrival,
                purpose,
                depth,
                window,
            } => self.enter(RecordedNode {
                arrival,
                purpose,
                window,
                ..RecordedNode::new(NodeKind::Inner, depth)
            }),
            Event::Leaf(score) => self.answered(NodeKind::Leaf, score),
            Event::TableHit(score) => self.answered(NodeKind::Table, score),
            Event::Pruned(step) => {
                if let Some(node) = self.current() {
                    node.kind = NodeKind::Pruned(step);
                }
            }
            Event::Skipped { mv, step } => self.skip(mv, step),
            Event::Unseen(nodes) => self.leave_out(nodes),
            Event::Cutoff { index, moves } => {
                if let Some(node) = self.current() {
                    node.cut_after = Some((index + 1, moves));
                }
            }
            Event::Leave(score) => self.leave(score),
            Event::Abandon => {
                self.path.pop();
            }
            Event::Kept(nodes) => self.keep_all(nodes),
            Event::Progress(_) | Event::Iteration(_) => {}
        }
    }

    fn plies(&self) -> u32 {
        self.plies
    }
}

impl<M: Copy + Eq> TreeRecorder<M> {
    fn enter(&mut self, mut node: RecordedNode<M>) {
        // The root is entered without a move or purpose.
        if node.arrival.is_none() && node.purpose.is_none() {
            self.begin(node.depth, node.window);
        }
        if node.is_aside() {
            node.window = -node.window;
        }
        let kept = self.keep(node);
        self.path.push(kept);
    }

    fn answered(&mut self, kind: NodeKind, score: Score) {
        if let Some(node) = self.current() {
            (node.kind, node.score) = (kind, Some(score));
        }
    }

    fn skip(&mut self, mv: M, step: &'static str) {
        let Some(node) = self.current().copied() else {
            return;
        };
        self.keep(RecordedNode {
            arrival: Some(Arrival::Move(mv)),
            window: -node.window,
            ..RecordedNode::new(NodeKind::Skipped(step), node.depth.saturating_sub(1))
        });
    }

    fn leave_out(&mut self, nodes: u64) {
        if let Some(pass) = self.passes.last_mut() {
            pass.omitted += nodes;
        }
        if let Some(node) = self.current() {
            node.unseen = nodes;
        }
    }

    fn leave(&mut self, score: Score) {
        // A leaf keeps its score, although fail-hard strategies clamp it to the window.
        if let Some(node) = self.current().filter(|node| node.kind != NodeKind::Leaf) {
            node.score = Some(if node.is_aside() { -score } else { score });
        }
        self.left = self.path.pop().flatten();
    }

    fn keep_all(&mut self, nodes: &[KeptNode<M>]) {
        self.begin(0, Window::OPEN);
        let most = self.capacity.min(self.kept);
        let Some(pass) = self.passes.last_mut() else {
            return;
        };
        for node in &nodes[..nodes.len().min(most)] {
            let ply = node.parent.map_or(0, |parent| pass.nodes[parent].ply + 1);
            let score = match node.known {
                Known::Queued { merit, .. } if ply.is_multiple_of(2) => Some(merit),
                Known::Queued { merit, .. } => Some(-merit),
                Known::Valued { score, .. } => Some(-score),
                Known::Games { .. } | Known::Proof { .. } | Known::Extended => None,
            };
            pass.nodes.push(RecordedNode {
                parent: node.parent,
                ply,
                arrival: node.mv.map(Arrival::Move),
                score,
                ..RecordedNode::new(NodeKind::Kept(node.known), 0)
            });
            pass.depth = pass.depth.max(ply);
        }
        pass.omitted = nodes.len().saturating_sub(most) as u64;
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
    use crate::strategies::monte_carlo::MonteCarlo;
    use crate::strategies::principal_variation::PrincipalVariationSearch;
    use crate::strategies::proof_number::ProofNumber;
    use crate::strategies::sss_star::SssStar;
    use crate::strategy::Strategy;
    use std::fmt::Display;

    fn best_moves<M: Copy + Eq + Display>(recorder: &TreeRecorder<M>) -> String {
        let pass = recorder.passes().last().expect("a pass");
        let best = pass.best_line().into_iter();
        let moves = best.filter_map(|node| Some(pass.nodes[node].mv()?.to_string()));
        moves.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_search_that_keeps_its_tree_shows_how_it_grows() {
        let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
        let known = |strategy: &mut dyn Strategy<Tree>| -> Vec<(usize, String)> {
            let mut recorder = TreeRecorder::new(10_000);
            strategy.search_observed(&tree, &Limits::depth(2), &mut recorder);
            let text = |pass: &RecordedPass<_>| {
                let NodeKind::Kept(known) = pass.nodes[0].kind else {
                    panic!("it is kept")
                };
                (pass.nodes.len(), known.text(|score| score.to_string()))
            };
            recorder.passes().iter().map(text).collect()
        };
        let games = known(&mut MonteCarlo::new(Tree::estimate));
        let visits = |text: &str| text.split(':').next().map(str::to_owned);
        let visits: Vec<_> = games.iter().filter_map(|(_, text)| visits(text)).collect();
        assert_eq!(visits[..6], ["1", "2", "3", "4", "7", "8"]);
        assert_eq!(visits.last().map(String::as_str), Some("10000"));
        assert_eq!(games.last().map(|(nodes, _)| *nodes), Some(13));
        let proofs = known(&mut ProofNumber::new().megabytes(1));
        assert_eq!(
            proofs[0],
            (1, "1 | 3".to_owned()),
            "three moves are to be refuted"
        );
        assert_eq!(proofs.last().map(|(_, text)| text.as_str()), Some("0 | ∞"));
        let queues = known(&mut SssStar::new(Tree::estimate));
        let nodes: Vec<usize> = queues.iter().map(|(nodes, _)| *nodes).collect();
        assert_eq!(
            nodes,
            [5, 6, 7, 8, 9, 10, 11, 11],
            "a leaf each, and the end"
        );
        assert_eq!(
            queues.last().map(|(_, text)| text.as_str()),
            Some("1. = +0.03")
        );
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
                let mut recorder = TreeRecorder::new(100_000);
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
    fn who_stands_pat_without_trying_its_moves_gives_a_bound() {
        let tree: Tree = "(5 3(!1 !9))".parse().unwrap();
        let mut recorder = TreeRecorder::new(100);
        let mut search = AlphaBeta::with_horizon(Quiescence::new(Tree::estimate));
        search.search_observed(&tree, &Limits::depth(1), &mut recorder);
        let second = recorder.nodes()[2].for_root();
        assert_eq!(second.kind, NodeKind::Pruned("stand pat"));
        assert_eq!(second.bound(), Some(Bound::AtMost), "1 is below 3");
    }

    #[test]
    fn a_move_that_is_searched_again_is_marked() {
        let tree: Tree = "((3 12 8) (9 14 11) (14 5 2))".parse().unwrap();
        let mut recorder = TreeRecorder::new(100);
        let mut search = PrincipalVariationSearch::new(Tree::estimate);
        search.search_observed(&tree, &Limits::depth(2), &mut recorder);
        let again = recorder.nodes().iter().filter(|node| node.is_again);
        let moves: Vec<_> = again.map(|node| (node.ply, node.mv())).collect();
        assert_eq!(moves, [(1, Some(tree.legal_moves()[1]))]);
    }

    #[test]
    fn a_search_that_was_stopped_has_no_best_line() {
        let mut recorder = TreeRecorder::new(100);
        let limits = Limits::depth(4).with_nodes(50);
        AlphaBeta::new(ConnectFour::estimate).search_observed(
            &ConnectFour::new(),
            &limits,
            &mut recorder,
        );
        assert_eq!(recorder.passes()[0].best_line(), [0; 0]);
    }

    #[test]
    fn every_pass_is_kept_with_its_depth_and_window() {
        let recorded = |capacity: usize| {
            let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
            let mut recorder = TreeRecorder::new(capacity);
            let mut search = IterativeDeepening::new(AlphaBeta::new(Tree::estimate));
            let report = search.search_observed(&tree, &Limits::depth(2), &mut recorder);
            (recorder, report.stats.nodes)
        };
        let (recorder, explored) = recorded(100);
        let kept = recorder.passes().iter();
        let kept: Vec<_> = kept
            .map(|pass| (pass.number, pass.depth, pass.window))
            .collect();
        assert_eq!(kept, [(1, 1, Window::OPEN), (2, 2, Window::OPEN)]);
        let visited: u64 = recorder.passes().iter().map(RecordedPass::visited).sum();
        assert_eq!(visited, explored, "nothing is left out");
        let (small, _) = recorded(3);
        assert_eq!((small.passes().len(), small.count()), (1, 2));
        assert_eq!((small.passes()[0].number, small.nodes().len()), (2, 3));
    }
}

//! [`SearchTree`]: the recorded tree of one search.

mod steps;
mod text;
mod page;

use crate::games::{LabGame, NamedStrategy};
use crate::show::shown_score::ShownScore;
use crate::show::tree::passes::{Pass, PassRecorder};
use plywood_search::{Limits, NodeKind, RecordedNode, Score, TreeRecorder, Window};
use serde::Serialize;

/// A recorded search, with the position at every node.
///
/// Scores and windows are from the point of view of the side to move at the root, as textbooks draw them: that side
/// maximizes at the root, the other side minimizes one ply below, and so on.
///
/// ```
/// use plywood_lab::{LabGame, SearchTree};
/// use plywood_search::games::Tree;
/// use plywood_search::Limits;
///
/// let position = Tree::read("((3 12 8) (2 4 6) (14 5 2))")?;
/// let alpha_beta = Tree::named_strategy("alpha-beta", None)?;
/// let tree = SearchTree::record(&position, &alpha_beta, &Limits::depth(2), 100);
/// assert!(tree.to_text().contains("2 3 cut off"));
/// # Ok::<(), plywood_lab::Failure>(())
/// ```
#[derive(Debug, Clone)]
pub struct SearchTree {
    game: &'static str,
    strategy: String,
    /// The last pass.
    recorder: TreeRecorder,
    /// The passes that are shown, the first one first.
    passes: Vec<PassTree>,
    /// The number of passes that the search made.
    pass_count: usize,
    /// The number of nodes after which the search was stopped, unless it came to its end.
    stopped_after: Option<u64>,
}

/// The tree of one pass: a search from the root with one depth and window.
#[derive(Debug, Clone)]
struct PassTree {
    /// Its number, depth and window in words.
    label: String,
    nodes: Vec<Node>,
    /// The numbers of the nodes of the best line.
    best_line: Vec<usize>,
    omitted: u64,
}

/// A node for the HTML page.
#[derive(Debug, Clone, Serialize)]
struct Node {
    parent: Option<usize>,
    ply: u32,
    depth: u32,
    /// The move that led here, in its usual notation.
    written: String,
    alpha: String,
    beta: String,
    #[serde(skip)]
    window: Window,
    #[serde(skip)]
    score_text: fn(Score) -> String,
    score: Option<ShownScore>,
    /// The score as text.
    value: String,
    /// `≥` or `≤` if the score is only a bound.
    bound: &'static str,
    kind: &'static str,
    cut: Option<Cut>,
    /// The position in a few lines of text.
    board: String,
}

/// A cut-off at a node.
#[derive(Debug, Clone, Serialize)]
struct Cut {
    /// The move that caused the cut-off, in its usual notation.
    by: String,
    /// The moves that were not tried; below the horizon not all of them are known.
    untried: Vec<String>,
    /// The number of moves that were not tried.
    count: usize,
    /// The comparison that caused the cut-off.
    reason: String,
}

impl SearchTree {
    /// Searches a position, and keeps at most this many nodes of the tree.
    #[must_use]
    pub fn record<G: LabGame>(
        position: &G,
        named: &NamedStrategy<G>,
        limits: &Limits,
        most_nodes: usize,
    ) -> Self {
        let mut recorder = PassRecorder::with_capacity(most_nodes, G::score_text);
        let report = named
            .strategy()
            .search_observed(position, limits, &mut recorder);
        let pass_tree = |pass: &Pass| PassTree {
            label: recorder.label(pass),
            nodes: nodes(position, pass.tree.nodes()),
            best_line: pass.tree.best_line(),
            omitted: pass.tree.omitted(),
        };
        let passes: Vec<PassTree> = recorder.passes().iter().map(pass_tree).collect();
        let last = recorder.last().zip(passes.last());
        Self {
            game: G::NAME,
            strategy: named.name().to_owned(),
            // Its drawings name the moves as the outline and the page do.
            recorder: last.map_or_else(
                || TreeRecorder::with_capacity(0),
                |(pass, shown)| {
                    let names = |number: usize| shown.nodes[number].written.clone();
                    pass.tree.clone().with_move_names(names)
                },
            ),
            passes,
            pass_count: recorder.count(),
            stopped_after: (!report.is_complete()).then_some(report.stats.explored),
        }
    }

    /// What should be known of the whole tree, if anything: what is not kept, and that the search was stopped.
    fn notes(&self) -> Vec<String> {
        let forgotten = match self.pass_count - self.passes.len() {
            0 => None,
            forgotten => Some(format!("{forgotten} earlier passes are not shown")),
        };
        let omitted: u64 = self.passes.iter().map(|pass| pass.omitted).sum();
        let omitted = match omitted {
            0 => None,
            omitted => Some(format!("{omitted} more nodes are not shown")),
        };
        let stopped = self.stopped_after.map(|nodes| {
            format!("the search was stopped after {nodes} nodes; a smaller depth lets it come to its end")
        });
        forgotten
            .into_iter()
            .chain(omitted)
            .chain(stopped)
            .collect()
    }

    /// Whether nothing was recorded, since the strategy does not traverse a tree depth first.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.recorder.nodes().is_empty()
    }

    /// Which pass the pictures show, if the search made several.
    #[must_use]
    pub fn last_pass(&self) -> Option<&str> {
        let last = self.passes.last()?;
        (self.pass_count > 1).then_some(&last.label)
    }

    /// The recorder of the last pass, which writes its tree as SVG, DOT and JSON.
    #[must_use]
    pub const fn recorder(&self) -> &TreeRecorder {
        &self.recorder
    }
}

/// Replays the moves of the recorded nodes.
fn nodes<G: LabGame>(root: &G, recorded: &[RecordedNode]) -> Vec<Node> {
    let mut positions: Vec<G> = Vec::with_capacity(recorded.len());
    let mut nodes: Vec<Node> = Vec::with_capacity(recorded.len());
    for node in recorded {
        let parent = node.parent.zip(node.mv.as_deref());
        let (position, written) = match parent {
            None => (root.clone(), String::new()),
            Some((parent, text)) => {
                let before = &positions[parent];
                let moves = before.legal_moves();
                let mv = moves.iter().find(|mv| format!("{mv:#}") == text);
                mv.map_or_else(
                    || (before.clone(), text.to_owned()),
                    |&mv| (before.after(mv), before.written(mv)),
                )
            }
        };
        nodes.push(Node::new::<G>(node, written, position.lines()));
        positions.push(position);
    }
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); recorded.len()];
    for (index, node) in recorded.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(index);
        }
    }
    for (index, node) in recorded.iter().enumerate() {
        let tried: Vec<&str> = children[index]
            .iter()
            .map(|&child| nodes[child].written.as_str())
            .collect();
        let cut = cut(node, &positions[index], &tried, nodes[index].reason());
        nodes[index].cut = cut;
    }
    nodes
}

fn cut<G: LabGame>(
    node: &RecordedNode,
    position: &G,
    tried: &[&str],
    reason: String,
) -> Option<Cut> {
    let (count, of) = node.cut_after.filter(|(tried, of)| tried < of)?;
    let moves = position.legal_moves();
    let untried = moves.iter().map(|&mv| position.written(mv));
    let untried = untried.filter(|mv| !tried.contains(&mv.as_str()));
    // Below the horizon quiescence tries only some of the legal moves.
    let is_known = moves.len() == of;
    Some(Cut {
        by: tried.last().copied().unwrap_or_default().to_owned(),
        untried: untried.filter(|_| is_known).collect(),
        count: of - count,
        reason,
    })
}

impl Node {
    fn new<G: LabGame>(node: &RecordedNode, written: String, board: String) -> Self {
        let RecordedNode { window, score, .. } = node.for_root();
        Self {
            parent: node.parent,
            ply: node.ply,
            depth: node.depth,
            written,
            alpha: G::score_text(window.alpha()),
            beta: G::score_text(window.beta()),
            window,
            score_text: G::score_text,
            score: score.map(ShownScore),
            value: score.map(G::score_text).unwrap_or_default(),
            bound: node.for_root().bound_sign(),
            kind: match node.kind {
                NodeKind::Inner => "inner",
                NodeKind::Leaf => "leaf",
                NodeKind::Table => "table",
                NodeKind::Pruned(step) => step,
            },
            cut: None,
            board,
        }
    }

    const fn is_maximizing(&self) -> bool {
        self.ply.is_multiple_of(2)
    }

    /// Alpha and beta when a child with this score has come back: it raises the one or lowers the other.
    fn window_after(&self, score: Score) -> [String; 2] {
        let (alpha, beta) = (self.window.alpha(), self.window.beta());
        let ends = if self.is_maximizing() {
            [alpha.max(score), beta]
        } else {
            [alpha, beta.min(score)]
        };
        ends.map(self.score_text)
    }

    /// The score with its sign if it is only a bound.
    fn bounded_value(&self) -> String {
        format!("{}{}", self.bound, self.value)
    }

    /// The comparison that cuts off the remaining moves, if the node's score does.
    fn reason(&self) -> String {
        if self.is_maximizing() {
            format!("{} ≥ β {}", self.value, self.beta)
        } else {
            format!("{} ≤ α {}", self.value, self.alpha)
        }
    }
}

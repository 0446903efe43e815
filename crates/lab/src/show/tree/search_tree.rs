//! [`SearchTree`]: the recorded tree of one search.

mod steps;
mod text;
mod page;

use crate::games::{LabGame, NamedStrategy};
use crate::show::shown_score::ShownScore;
use plywood_search::{Limits, NodeKind, RecordedNode, TreeRecorder};
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
    recorder: TreeRecorder,
    nodes: Vec<Node>,
    /// The number of nodes after which the search was stopped, unless it came to its end.
    stopped_after: Option<u64>,
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
    score: Option<ShownScore>,
    /// The score as text.
    value: String,
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
        let mut recorder = TreeRecorder::with_capacity(most_nodes).score_text(G::score_text);
        let report = named
            .strategy()
            .search_observed(position, limits, &mut recorder);
        let nodes = nodes(position, recorder.nodes());
        Self {
            game: G::NAME,
            strategy: named.name().to_owned(),
            recorder,
            nodes,
            stopped_after: (!report.is_complete()).then_some(report.stats.explored),
        }
    }

    /// What should be known of the whole tree, if anything: nodes that are not kept, and a search that was stopped.
    fn notes(&self) -> Vec<String> {
        let omitted = match self.recorder.omitted() {
            0 => None,
            omitted => Some(format!("{omitted} more nodes are not shown")),
        };
        let stopped = self.stopped_after.map(|nodes| {
            format!("the search was stopped after {nodes} nodes; a smaller depth lets it come to its end")
        });
        omitted.into_iter().chain(stopped).collect()
    }

    /// Whether nothing was recorded, since the strategy does not traverse a tree depth first.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The recorder, which writes the tree as SVG, DOT and JSON.
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
                let mv = moves.iter().find(|mv| mv.to_string() == text);
                mv.map_or_else(
                    || (before.clone(), text.to_owned()),
                    |&mv| (before.after(mv), before.written(mv)),
                )
            }
        };
        let ply = node.parent.map_or(0, |parent| nodes[parent].ply + 1);
        nodes.push(Node::new(node, ply, written, position.lines()));
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
    fn new(node: &RecordedNode, ply: u32, written: String, board: String) -> Self {
        let is_maximizing = ply.is_multiple_of(2);
        let (window, score) = if is_maximizing {
            (node.window, node.score)
        } else {
            (-node.window, node.score.map(|score| -score))
        };
        Self {
            parent: node.parent,
            ply,
            depth: node.depth,
            written,
            alpha: window.alpha().to_string(),
            beta: window.beta().to_string(),
            score: score.map(ShownScore),
            value: score.map(|score| score.to_string()).unwrap_or_default(),
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

    /// The comparison that cuts off the remaining moves, if the node's score does.
    fn reason(&self) -> String {
        if self.is_maximizing() {
            format!("{} ≥ β {}", self.value, self.beta)
        } else {
            format!("{} ≤ α {}", self.value, self.alpha)
        }
    }
}

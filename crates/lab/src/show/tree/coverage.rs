//! [`Coverage`]: the part of the [`FullTree`] that a search visited, and its cut-offs; drawn with the full tree in grey.

use crate::show::plot::Picture;
use plywood_catalog::{Catalog, Playable};
use plywood_core::diagram::Escaped;
use plywood_search::{NodeKind, RecordedNode, Score, TreeRecorder};
use std::collections::HashMap;
use std::fmt::{self, Write as _};

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
    pub(crate) fn deepest<G: Playable>(
        catalog: &Catalog<G>,
        position: &G,
        depth: u32,
        most: usize,
    ) -> Self {
        let mut tree = Self::to_depth(catalog, position, 0);
        for depth in 1..=depth {
            if count(position, depth, most) > most {
                break;
            }
            let deeper = Self::to_depth(catalog, position, depth);
            if deeper.nodes.len() == tree.nodes.len() {
                break;
            }
            tree = deeper;
        }
        tree
    }

    fn to_depth<G: Playable>(catalog: &Catalog<G>, position: &G, depth: u32) -> Self {
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
        tree.grow(catalog, position, root);
        tree
    }

    fn grow<G: Playable>(&mut self, catalog: &Catalog<G>, position: &G, node: WholeNode) {
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
                written: catalog.written(position, mv),
                children: Vec::new(),
                leaves: (0, 0),
            };
            self.grow(catalog, &position.after(mv), child);
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
fn count<G: Playable>(position: &G, depth: u32, most: usize) -> usize {
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

/// The part of the full tree that a search visited.
///
/// Scores and windows are from the point of view of the side to move at the root, as textbooks draw them: that side
/// maximizes at the root, the other side minimizes one ply below, and so on.
#[derive(Debug, Clone)]
pub(crate) struct Coverage<'a> {
    tree: &'a FullTree,
    /// The last visit to each node.
    nodes: Vec<Option<Found>>,
    /// The nodes at which moves were cut off, in the order of the search.
    cuts: Vec<Cut>,
    /// The number of nodes below the full tree, such as those of quiescence.
    below: u64,
    score_text: fn(Score) -> String,
}

/// A visit to a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Found {
    score: Option<Score>,
    /// `≥` or `≤` if the score is a bound.
    sign: &'static str,
    kind: NodeKind,
}

/// A node at which moves were cut off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cut {
    node: usize,
    /// The child whose score caused the cut-off.
    by: usize,
    score: Score,
    /// Alpha and beta when the node was entered.
    window: (Score, Score),
    untried: usize,
}

impl Cut {
    /// The cut-off of a node, seen from the root, if it has one.
    fn at(place: usize, by: usize, node: &RecordedNode) -> Option<Self> {
        let (tried, of) = node.cut_after.filter(|(tried, of)| tried < of)?;
        Some(Self {
            node: place,
            by,
            score: node.score?,
            window: (node.window.alpha(), node.window.beta()),
            untried: of - tried,
        })
    }
}

impl<'a> Coverage<'a> {
    /// Finds the nodes of a recorded search in the full tree.
    pub(crate) fn new(
        tree: &'a FullTree,
        recorder: &TreeRecorder,
        score_text: fn(Score) -> String,
    ) -> Self {
        let mut visited = Self {
            tree,
            nodes: vec![None; tree.nodes.len()],
            cuts: Vec::new(),
            below: recorder.omitted(),
            score_text,
        };
        let recorded = recorder.nodes();
        let mut places: Vec<Option<usize>> = Vec::with_capacity(recorded.len());
        let mut last_child: HashMap<usize, usize> = HashMap::new();
        for node in recorded {
            let place = match (node.parent, node.mv.as_deref()) {
                (Some(parent), Some(mv)) => {
                    places[parent].and_then(|parent| visited.tree.child(parent, mv))
                }
                _ => Some(0),
            };
            match place {
                Some(place) => {
                    let node = node.for_root();
                    visited.nodes[place] = Some(Found {
                        score: node.score,
                        sign: node.bound_sign(),
                        kind: node.kind,
                    });
                }
                None => visited.below += 1,
            }
            if let (Some(parent), Some(place)) = (node.parent, place) {
                last_child.insert(parent, place);
            }
            places.push(place);
        }
        for (index, node) in recorded.iter().enumerate() {
            if let (Some(place), Some(&by)) = (places[index], last_child.get(&index)) {
                visited.cuts.extend(Cut::at(place, by, &node.for_root()));
            }
        }
        visited
    }

    /// The number of visited nodes in the full tree.
    pub(crate) fn count(&self) -> usize {
        self.nodes.iter().flatten().count()
    }

    /// The number of visited nodes below the full tree.
    pub(crate) const fn below(&self) -> u64 {
        self.below
    }

    /// The nodes at which moves were cut off.
    pub(crate) fn cuts(&self) -> &[Cut] {
        &self.cuts
    }

    /// A cut-off in words: the node, the move and the bound.
    pub(crate) fn explain(&self, cut: &Cut) -> String {
        let path = match self.tree.path(cut.node).as_slice() {
            [] => "At the root".to_owned(),
            moves => format!("After {}", moves.join(" ")),
        };
        let by = &self.tree.nodes[cut.by].written;
        let (alpha, beta) = cut.window;
        let [score, alpha, beta] = [cut.score, alpha, beta].map(self.score_text);
        let reason = if self.tree.nodes[cut.node].ply.is_multiple_of(2) {
            format!("{score} ≥ β {beta}")
        } else {
            format!("{score} ≤ α {alpha}")
        };
        let moves = if cut.untried == 1 {
            "move is"
        } else {
            "moves are"
        };
        format!(
            "{path}: {by} gives {reason}, so {} more {moves} not tried",
            cut.untried
        )
    }
}

const WIDTH: f64 = 520.0;
const LAYER: f64 = 74.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 30.0;
const SIDE: f64 = 12.0;
/// From this width for each leaf on, moves and scores are written.
const ROOM_FOR_TEXT: f64 = 34.0;
/// From this width for each leaf on, every node is a dot.
const ROOM_FOR_DOTS: f64 = 5.0;

impl Coverage<'_> {
    /// The drawing.
    pub(crate) fn picture(&self, title: &str) -> Picture {
        let layers = (0..self.tree.depth).fold(0.0, |height, _| height + LAYER);
        let body = Drawing(self).to_string();
        Picture::new(WIDTH, TOP + layers + BOTTOM, title, body)
    }
}

struct Drawing<'a>(&'a Coverage<'a>);

impl Drawing<'_> {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a tree that is drawn has few leaves"
    )]
    fn room(&self) -> f64 {
        (WIDTH - 2.0 * SIDE) / self.0.tree.leaves.max(1) as f64
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "a tree that is drawn has few leaves"
    )]
    fn place(&self, node: usize) -> (f64, f64) {
        let node = &self.0.tree.nodes[node];
        let middle = (node.leaves.0 + node.leaves.1) as f64 / 2.0;
        (
            SIDE + middle * self.room(),
            TOP + f64::from(node.ply) * LAYER,
        )
    }

    fn has_text(&self) -> bool {
        self.room() >= ROOM_FOR_TEXT
    }

    /// A path with the lines to all nodes that match.
    fn lines(&self, class: &str, is_wanted: impl Fn(usize) -> bool) -> String {
        let mut path = String::new();
        for (index, node) in self.0.tree.nodes.iter().enumerate() {
            let Some(parent) = node.parent.filter(|_| is_wanted(index)) else {
                continue;
            };
            let ((x, y), (to_x, to_y)) = (self.place(parent), self.place(index));
            let _ = write!(path, "M{x:.1} {y:.0}L{to_x:.1} {to_y:.0}");
        }
        format!("<path class=\"{class}\" d=\"{path}\"/>\n")
    }

    fn write_nodes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, found) in self.0.nodes.iter().enumerate() {
            let (x, y) = self.place(index);
            let class = match found {
                None => "unseen",
                Some(found) => match found.kind {
                    NodeKind::Inner | NodeKind::Leaf => "seen",
                    NodeKind::Table => "saved",
                    NodeKind::Pruned(_) => "pruned",
                },
            };
            // A node answered by the table is rare, so it is shown even where there is no room for the others.
            if self.room() >= ROOM_FOR_DOTS || class == "saved" {
                writeln!(
                    f,
                    r#"<circle class="{class}" cx="{x:.1}" cy="{y:.0}" r="3"/>"#
                )?;
            }
            if self.has_text() {
                self.write_text(f, index)?;
            }
        }
        Ok(())
    }

    fn write_text(&self, f: &mut fmt::Formatter<'_>, index: usize) -> fmt::Result {
        let (x, y) = self.place(index);
        let node = &self.0.tree.nodes[index];
        if let Some(parent) = node.parent {
            let (parent_x, parent_y) = self.place(parent);
            let (x, y) = (x + (parent_x - x) * 0.35, y + (parent_y - y) * 0.35);
            let written = Escaped(&node.written);
            writeln!(
                f,
                r#"<text class="move" x="{x:.1}" y="{y:.1}">{written}</text>"#
            )?;
        }
        let found = self.0.nodes[index].as_ref();
        let Some((score, sign)) = found.and_then(|found| Some((found.score?, found.sign))) else {
            return Ok(());
        };
        let score = (self.0.score_text)(score);
        let (x, y, anchor) = if node.children.is_empty() {
            (x, y + 18.0, "middle")
        } else {
            (x + 8.0, y - 3.0, "start")
        };
        writeln!(
            f,
            r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{sign}{score}</text>"#
        )
    }

    /// A ring at each cut-off, with a tooltip that explains it.
    fn write_cut(&self, f: &mut fmt::Formatter<'_>, cut: &Cut) -> fmt::Result {
        let (x, y) = self.place(cut.node);
        let story = self.0.explain(cut);
        writeln!(
            f,
            r#"<g class="cut"><title>{}</title><circle cx="{x:.1}" cy="{y:.0}" r="5"/></g>"#,
            Escaped(&story)
        )
    }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_seen = |node: usize| self.0.nodes[node].is_some();
        f.write_str(&self.lines("unvisited", |node| !is_seen(node)))?;
        f.write_str(&self.lines("visited", is_seen))?;
        self.write_nodes(f)?;
        self.0
            .cuts
            .iter()
            .try_for_each(|cut| self.write_cut(f, cut))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::Position;
    use plywood_search::games::{TicTacToe, Tree};
    use plywood_search::{AlphaBeta, Game, Limits, Minimax, Strategy};

    #[test]
    fn the_tree_has_every_node_to_the_depth_that_fits() {
        let chess = plywood_catalog::chess();
        let tree = FullTree::deepest(&chess, &Position::START, 5, 1_000);
        assert_eq!((tree.depth, tree.nodes.len(), tree.leaves), (2, 421, 400));
        let board = plywood_catalog::tic_tac_toe();
        let tree = FullTree::deepest(&board, &TicTacToe::new(), 2, 1_000);
        assert_eq!((tree.depth, tree.nodes.len(), tree.leaves), (2, 82, 72));
        assert_eq!(tree.path(tree.nodes.len() - 1), ["c1", "b1"]);
    }

    #[test]
    fn a_tree_that_ends_earlier_is_not_deeper() {
        let tree = "((1 2) 3)".parse().unwrap();
        let tree = FullTree::deepest(&plywood_catalog::written_tree(), &tree, 9, 1_000);
        assert_eq!((tree.depth, tree.leaves), (2, 3));
        let moves: Vec<_> = tree.nodes.iter().map(|node| node.mv.as_str()).collect();
        assert_eq!(moves, ["", "1", "1", "2", "2"]);
        assert_eq!(tree.nodes[1].leaves, (0, 2));
    }

    #[test]
    fn the_textbook_cut_off_is_explained() {
        let catalog = plywood_catalog::written_tree();
        let tree = catalog.start();
        let whole = FullTree::deepest(&catalog, tree, 2, 100);
        let mut recorder = TreeRecorder::with_capacity(100);
        AlphaBeta::new(Tree::estimate).search_observed(tree, &Limits::depth(2), &mut recorder);
        let visited = Coverage::new(&whole, &recorder, Tree::score_text);
        assert_eq!((visited.count(), whole.nodes.len()), (11, 13));
        let texts: Vec<String> = visited
            .cuts()
            .iter()
            .map(|cut| visited.explain(cut))
            .collect();
        assert_eq!(
            texts,
            ["After 2: 1 gives 2 ≤ α 3, so 2 more moves are not tried"]
        );
    }

    #[test]
    fn minimax_visits_everything() {
        let tree: Tree = "((1 (2 3)) 4)".parse().unwrap();
        let whole = FullTree::deepest(&plywood_catalog::written_tree(), &tree, 9, 100);
        let mut recorder = TreeRecorder::with_capacity(100);
        Minimax::new(Tree::estimate).search_observed(&tree, &Limits::depth(3), &mut recorder);
        let visited = Coverage::new(&whole, &recorder, Tree::score_text);
        assert_eq!((visited.count(), visited.below()), (whole.nodes.len(), 0));
        assert!(visited.cuts().is_empty());
    }
}

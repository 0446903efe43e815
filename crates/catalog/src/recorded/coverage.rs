//! [`Coverage`]: the part of a whole tree that a search visited, drawn with the rest in grey, so that strategies can be compared by eye.

use super::{Detail, RecordedTree, TreeNode};
use crate::catalog::Catalog;
use crate::playable::Playable;
use plywood_report::plot::{Picture, escaped};
use plywood_search::RecordedPass;
use std::fmt::Write as _;

/// The whole tree down to the depth of a search, of which each node is visited or not. A node that was searched several times is one
/// here, with what the last visit found.
#[derive(Debug, Clone)]
pub struct Coverage {
    tree: RecordedTree,
    /// The root first, parents before their children.
    places: Vec<Place>,
    leaves: usize,
    depth: u32,
    /// The number of visited nodes below the whole tree, such as those of quiescence.
    below: u64,
}

/// A node of the whole tree.
#[derive(Debug, Clone)]
struct Place {
    parent: Option<usize>,
    /// The number of the node that was entered last here, or of one that was not visited.
    node: usize,
    children: Vec<usize>,
    /// The range of the leaves below: the first one, and one past the last.
    leaves: (usize, usize),
}

impl Coverage {
    /// The tree of a pass from this position, in which the whole has at most so many nodes.
    #[must_use]
    pub fn new<G: Playable>(
        catalog: &Catalog<G>,
        root: &G,
        pass: &RecordedPass<G::Move>,
        most: usize,
    ) -> Self {
        let tree = RecordedTree::new((catalog, root), pass, most, Detail::Positions);
        let mut coverage = Self {
            places: Vec::new(),
            leaves: 0,
            depth: pass.depth,
            below: tree.omitted,
            tree,
        };
        let mut at: Vec<Option<usize>> = Vec::new();
        for number in 0..coverage.tree.nodes.len() + coverage.tree.unsearched.len() {
            let place = coverage.place_of(number, &at);
            coverage.below += u64::from(place.is_none());
            at.push(place);
        }
        if !coverage.places.is_empty() {
            coverage.count_leaves(0);
        }
        coverage
    }

    /// Where a node belongs; nowhere if it is below the depth of the whole tree.
    fn place_of(&mut self, number: usize, at: &[Option<usize>]) -> Option<usize> {
        let node = self.node(number);
        let Some(above) = node.parent else {
            return Some(self.add(None, number));
        };
        let (parent, order) = (at[above]?, node.place);
        if node.purpose.is_some() || node.san.is_none() || node.ply > self.depth {
            return None;
        }
        let same = |&child: &usize| self.node(self.places[child].node).place == order;
        let found = self.places[parent].children.iter().copied().find(same);
        match found {
            Some(child) => {
                self.places[child].node = number;
                Some(child)
            }
            None => Some(self.add(Some(parent), number)),
        }
    }

    fn add(&mut self, parent: Option<usize>, node: usize) -> usize {
        let place = self.places.len();
        self.places.push(Place {
            parent,
            node,
            children: Vec::new(),
            leaves: (0, 0),
        });
        if let Some(parent) = parent {
            self.places[parent].children.push(place);
        }
        place
    }

    /// Leaves are counted from the left, in the order of the generator.
    fn count_leaves(&mut self, place: usize) {
        let first = self.leaves;
        let mut children = self.places[place].children.clone();
        children.sort_by_key(|child| self.node(self.places[*child].node).place);
        self.leaves += usize::from(children.is_empty());
        for child in children {
            self.count_leaves(child);
        }
        self.places[place].leaves = (first, self.leaves);
    }

    fn node(&self, number: usize) -> &TreeNode {
        let searched = self.tree.nodes.len();
        match number.checked_sub(searched) {
            None => &self.tree.nodes[number],
            Some(unsearched) => &self.tree.unsearched[unsearched],
        }
    }

    const fn is_visited(&self, place: &Place) -> bool {
        place.node < self.tree.nodes.len()
    }

    /// The number of nodes that were visited, and of all.
    #[must_use]
    pub fn count(&self) -> (usize, usize) {
        let visited = self.places.iter().filter(|place| self.is_visited(place));
        (visited.count(), self.places.len())
    }

    /// The number of visited nodes below the whole tree.
    #[must_use]
    pub const fn below(&self) -> u64 {
        self.below
    }

    /// The nodes at which moves were cut off, in the order of the search.
    fn cuts(&self) -> impl Iterator<Item = (usize, String)> {
        self.places
            .iter()
            .enumerate()
            .filter_map(|(number, place)| {
                let node = self.node(place.node);
                let cut = node.cut.as_ref().filter(|cut| cut.tried < cut.of)?;
                let last = self
                    .tree
                    .nodes
                    .iter()
                    .rev()
                    .find(|child| child.parent == Some(place.node));
                let by = last
                    .and_then(|child| child.san.as_deref())
                    .unwrap_or("a move");
                let path = match self.path(number).as_slice() {
                    [] => "At the root".to_owned(),
                    moves => format!("After {}", moves.join(" ")),
                };
                let reason = self.tree.cut_reason(node);
                let more = match cut.of - cut.tried {
                    1 => "1 more move is".to_owned(),
                    more => format!("{more} more moves are"),
                };
                Some((
                    number,
                    format!("{path}: {by} gives {reason}, so {more} not tried"),
                ))
            })
    }

    /// Each cut-off in words: the node, the move and the bound.
    #[must_use]
    pub fn explained(&self) -> Vec<String> {
        self.cuts().map(|(_, story)| story).collect()
    }

    /// The moves from the root to a place.
    fn path(&self, place: usize) -> Vec<&str> {
        let above = std::iter::successors(Some(place), |&place| self.places[place].parent);
        let moves = above.filter_map(|place| self.node(self.places[place].node).san.as_deref());
        let mut path: Vec<&str> = moves.collect();
        path.reverse();
        path
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

impl Coverage {
    /// The drawing: lines to the nodes that were not visited, then to those that were, the nodes, and a ring at each cut-off.
    #[must_use]
    pub fn picture(&self, title: &str) -> Picture {
        let is_visited = |place: usize| self.is_visited(&self.places[place]);
        let mut body = self.lines("unvisited", |place| !is_visited(place));
        body += &self.lines("visited", is_visited);
        for place in 0..self.places.len() {
            self.write_node(&mut body, place);
        }
        for (place, story) in self.cuts() {
            let ((x, y), story) = (self.point(place), escaped(&story));
            let _ = writeln!(
                body,
                r#"<g class="cut"><title>{story}</title><circle cx="{x:.1}" cy="{y:.0}" r="5"/></g>"#
            );
        }
        Picture::new(
            WIDTH,
            TOP + f64::from(self.depth) * LAYER + BOTTOM,
            title,
            body,
        )
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "a tree that is drawn has few leaves"
    )]
    fn room(&self) -> f64 {
        (WIDTH - 2.0 * SIDE) / self.leaves.max(1) as f64
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "a tree that is drawn has few leaves"
    )]
    fn point(&self, place: usize) -> (f64, f64) {
        let place = &self.places[place];
        let middle = (place.leaves.0 + place.leaves.1) as f64 / 2.0;
        let ply = f64::from(self.node(place.node).ply);
        (SIDE + middle * self.room(), TOP + ply * LAYER)
    }

    /// A path with the lines to all places that match.
    fn lines(&self, class: &str, is_wanted: impl Fn(usize) -> bool) -> String {
        let mut path = String::new();
        for (number, place) in self.places.iter().enumerate() {
            let Some(parent) = place.parent.filter(|_| is_wanted(number)) else {
                continue;
            };
            let ((x, y), (to_x, to_y)) = (self.point(parent), self.point(number));
            let _ = write!(path, "M{x:.1} {y:.0}L{to_x:.1} {to_y:.0}");
        }
        format!("<path class=\"{class}\" d=\"{path}\"/>\n")
    }

    fn write_node(&self, body: &mut String, number: usize) {
        let (place, (x, y)) = (&self.places[number], self.point(number));
        let node = self.node(place.node);
        let class = match node.kind {
            _ if !self.is_visited(place) => "unseen",
            "inner" | "leaf" => "seen",
            "table" => "saved",
            _ => "pruned",
        };
        // A node answered by the table is rare, so it is shown even where there is no room for the others.
        if self.room() >= ROOM_FOR_DOTS || class == "saved" {
            let _ = writeln!(
                body,
                r#"<circle class="{class}" cx="{x:.1}" cy="{y:.0}" r="3"/>"#
            );
        }
        if self.room() < ROOM_FOR_TEXT {
            return;
        }
        if let Some((parent, san)) = place.parent.zip(node.san.as_deref()) {
            let (parent_x, parent_y) = self.point(parent);
            let (x, y) = (x + (parent_x - x) * 0.35, y + (parent_y - y) * 0.35);
            let san = escaped(san);
            let _ = writeln!(
                body,
                r#"<text class="move" x="{x:.1}" y="{y:.1}">{san}</text>"#
            );
        }
        if let Some(score) = node.score_text.as_deref() {
            let (sign, score) = (node.bound_sign(), escaped(score));
            let (x, y, anchor) = if place.children.is_empty() {
                (x, y + 18.0, "middle")
            } else {
                (x + 8.0, y - 3.0, "start")
            };
            let _ = writeln!(
                body,
                r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{sign}{score}</text>"#
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::games::{TicTacToe, Tree};
    use plywood_search::{AlphaBeta, Limits, Minimax, Score, Strategy, TreeRecorder};

    fn covered<G: Playable>(root: &G, depth: u32, mut search: impl Strategy<G>) -> Coverage {
        let catalog = Catalog::keyed("game", root.clone());
        let mut recorder = TreeRecorder::with_capacity(1_000);
        search.search_observed(root, &Limits::depth(depth), &mut recorder);
        Coverage::new(&catalog, root, &recorder.passes()[0], 1_000)
    }

    #[test]
    fn the_textbook_cut_off_is_explained() {
        let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
        let coverage = covered(&tree, 2, AlphaBeta::new(Tree::estimate));
        assert_eq!((coverage.count(), coverage.below()), ((11, 13), 0));
        let story = "After 2: 1 gives 2 ≤ α 3, so 2 more moves are not tried";
        assert_eq!(coverage.explained(), [story]);
    }

    #[test]
    fn minimax_visits_everything() {
        let tree: Tree = "((1 (2 3)) 4)".parse().unwrap();
        let coverage = covered(&tree, 3, Minimax::new(Tree::estimate));
        assert_eq!((coverage.count(), coverage.leaves), ((7, 7), 4));
        assert!(coverage.explained().is_empty());
        let equal = |_: &TicTacToe| Score::DRAW;
        let board = covered(&TicTacToe::new(), 2, AlphaBeta::new(equal));
        assert_eq!((board.count().1, board.leaves), (82, 72));
    }
}

//! [`Coverage`]: the part of a whole tree that a search visited, drawn with the rest in grey, to compare strategies by eye.

use super::{Detail, RecordedTree, TreeNode};
use crate::catalog::Catalog;
use crate::playable::Playable;
use plywood_report::plot::{Picture, escaped};
use plywood_search::{Game, NodeKind, RecordedPass};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The whole tree down to the depth of a search, with each node visited or not. A node that was searched several times appears once, with
/// the result of the last visit.
#[derive(Debug, Clone)]
pub struct Coverage {
    tree: RecordedTree,
    /// The nodes by their paths, the root first. They are in the generator's order, wherever a search went first.
    places: BTreeMap<Path, Place>,
    leaves: f64,
    depth: u32,
    /// The number of visited nodes below the whole tree, such as those of quiescence.
    below: u64,
}

/// The numbers of the moves from the root to a node, in the generator's lists.
type Path = Vec<usize>;

/// A node of the whole tree.
#[derive(Debug, Clone)]
struct Place {
    /// The number of the last node entered here, or of one that was not visited.
    node: usize,
    /// The range of the leaves below: the first one, and one past the last.
    leaves: (f64, f64),
    is_leaf: bool,
}

impl Coverage {
    /// Makes the tree of a pass from this position, if the whole has at most this many nodes. For a kept tree, which has no depth, it draws
    /// the plies whose whole tree is that small.
    #[must_use]
    pub fn new<G: Playable>(
        catalog: &Catalog<G>,
        root: &G,
        pass: &RecordedPass<G::Move>,
        most: usize,
    ) -> Self {
        let mut pass = pass.clone();
        let mut drawable = most;
        if pass.is_kept() {
            pass.depth = Self::drawable_depth(root, pass.depth, most);
            // Nodes below that depth are not drawn.
            drawable += pass.nodes.len();
        }
        let tree = RecordedTree::new((catalog, root), &pass, drawable, Detail::Positions);
        let mut places: BTreeMap<Path, Place> = BTreeMap::new();
        let mut paths: Vec<Option<Path>> = Vec::new();
        let leaves = (f64::INFINITY, 0.0);
        for (number, node) in tree.nodes.iter().chain(&tree.unsearched).enumerate() {
            let is_of_whole = node.purpose.is_none() && node.ply <= pass.depth;
            let path = match node.parent {
                None => Some(Vec::new()),
                Some(above) if is_of_whole && node.san.is_some() => {
                    let above = paths[above].as_ref();
                    above.map(|above| [above.as_slice(), &[node.place]].concat())
                }
                Some(_) => None,
            };
            if let Some(path) = path.clone() {
                let new = Place {
                    node: number,
                    leaves,
                    is_leaf: false,
                };
                let place = places.entry(path).or_insert(new);
                // One visit may have seen what another left out.
                if number < tree.nodes.len() {
                    place.node = number;
                }
            }
            paths.push(path);
        }
        let below = paths.iter().filter(|path| path.is_none()).count();
        let mut coverage = Self {
            below: tree.omitted + below as u64,
            places,
            leaves: 0.0,
            depth: pass.depth,
            tree,
        };
        coverage.count_leaves();
        coverage
    }

    /// Returns the greatest depth, up to this one, at which the whole tree of a position has at most this many nodes.
    #[must_use]
    pub fn drawable_depth<G: Game>(position: &G, depth: u32, most: usize) -> u32 {
        let sizes = (1..=depth).map(|depth| (depth, count(position, depth, most)));
        let mut before = 1;
        let fitting = sizes.take_while(|&(_, size)| {
            let is_larger = size > before && size <= most;
            before = size;
            is_larger
        });
        fitting.last().map_or(0, |(depth, _)| depth)
    }

    fn count_leaves(&mut self) {
        let paths: Vec<Path> = self.places.keys().cloned().collect();
        let is_inner = |at: usize| (paths.get(at + 1)).is_some_and(|it| it.starts_with(&paths[at]));
        for (_, leaf) in paths.iter().enumerate().filter(|(at, _)| !is_inner(*at)) {
            for ply in 0..=leaf.len() {
                if let Some(place) = self.places.get_mut(&leaf[..ply]) {
                    place.leaves = (place.leaves.0.min(self.leaves), self.leaves + 1.0);
                    place.is_leaf = ply == leaf.len();
                }
            }
            self.leaves += 1.0;
        }
    }

    fn node(&self, place: &Place) -> &TreeNode {
        let searched = self.tree.nodes.len();
        match place.node.checked_sub(searched) {
            None => &self.tree.nodes[place.node],
            Some(unsearched) => &self.tree.unsearched[unsearched],
        }
    }

    const fn is_visited(&self, place: &Place) -> bool {
        place.node < self.tree.nodes.len()
    }

    /// Returns the numbers of visited nodes and of all nodes.
    #[must_use]
    pub fn count(&self) -> (usize, usize) {
        let visited = self.places.values().filter(|place| self.is_visited(place));
        (visited.count(), self.places.len())
    }

    /// Returns the number of visited nodes below the whole tree.
    #[must_use]
    pub const fn below(&self) -> u64 {
        self.below
    }

    /// Returns the nodes with cutoffs.
    fn cuts(&self) -> impl Iterator<Item = (&Path, String)> {
        self.places.iter().filter_map(|(path, place)| {
            let node = self.node(place);
            let cut_off = node.cut_off()?;
            let mut children = self.tree.nodes.iter().rev();
            let last = children.find(|child| child.parent == Some(place.node));
            let by = last.and_then(|child| child.san.as_deref());
            let (by, reason) = (by.unwrap_or("a move"), self.tree.cut_reason(node));
            let moves: Vec<&str> = (1..=path.len())
                .filter_map(|ply| self.node(self.places.get(&path[..ply])?).san.as_deref())
                .collect();
            let place = match moves.as_slice() {
                [] => "At the root".to_owned(),
                moves => format!("After {}", moves.join(" ")),
            };
            let more = match cut_off {
                1 => "1 more move is".to_owned(),
                more => format!("{more} more moves are"),
            };
            let story = format!("{place}: {by} gives {reason}, so {more} not tried");
            Some((path, story))
        })
    }

    /// Returns each cutoff in words: the node, the move and the bound.
    #[must_use]
    pub fn explained(&self) -> Vec<String> {
        self.cuts().map(|(_, story)| story).collect()
    }
}

/// Returns the number of nodes down to a depth, or some number above `most` if there are more.
fn count<G: Game>(position: &G, depth: u32, most: usize) -> usize {
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

const WIDTH: f64 = 520.0;
const LAYER: f64 = 74.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 30.0;
const SIDE: f64 = 12.0;
/// The width per leaf from which on moves and scores are written.
const ROOM_FOR_TEXT: f64 = 34.0;
/// The width of a letter of the scores, or a little more.
const LETTER: f64 = 6.6;
/// The width per leaf from which on every node is a dot.
const ROOM_FOR_DOTS: f64 = 5.0;

impl Coverage {
    /// Draws lines to the nodes that were not visited, then to those that were, the nodes, and a ring at each cutoff.
    #[must_use]
    pub fn picture(&self, title: &str) -> Picture {
        let [mut unvisited, mut visited, mut nodes] = [const { String::new() }; 3];
        for (path, place) in &self.places {
            let line = if self.is_visited(place) {
                &mut visited
            } else {
                &mut unvisited
            };
            let (x, y) = self.point(path);
            let above = path.split_last().map(|(_, above)| self.point(above));
            if let Some((from_x, from_y)) = above {
                let _ = write!(line, "M{from_x:.1} {from_y:.0}L{x:.1} {y:.0}");
            }
            self.write_node(&mut nodes, place, (x, y), above);
        }
        let cuts = self.cuts().map(|(path, story)| {
            let ((x, y), story) = (self.point(path), escaped(&story));
            format!(
                r#"<g class="cut"><title>{story}</title><circle cx="{x:.1}" cy="{y:.0}" r="5"/></g>"#
            )
        });
        let cuts: Vec<String> = cuts.collect();
        let body = format!(
            "<path class=\"unvisited\" d=\"{unvisited}\"/>\n<path class=\"visited\" d=\"{visited}\"/>\n{nodes}{}\n",
            cuts.join("\n")
        );
        let height = TOP + f64::from(self.depth) * LAYER + BOTTOM;
        Picture::new(WIDTH, height, title, body)
    }

    fn room(&self) -> f64 {
        (WIDTH - 2.0 * SIDE) / self.leaves.max(1.0)
    }

    fn point(&self, path: &[usize]) -> (f64, f64) {
        let place = self.places.get(path);
        let (first, end) = place.map_or((0.0, 0.0), |place| place.leaves);
        let across = SIDE + f64::midpoint(first, end) * self.room();
        (across, path.iter().fold(TOP, |y, _| y + LAYER))
    }

    fn write_node(
        &self,
        body: &mut String,
        place: &Place,
        (x, y): (f64, f64),
        above: Option<(f64, f64)>,
    ) {
        let node = self.node(place);
        let class = match node.kind {
            _ if !self.is_visited(place) => "unseen",
            NodeKind::Inner | NodeKind::Leaf | NodeKind::Kept(_) => "seen",
            NodeKind::Table => "saved",
            NodeKind::Pruned(_) | NodeKind::Skipped(_) => "pruned",
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
        if let Some(((from_x, from_y), san)) = above.zip(node.san.as_deref()) {
            let (x, y) = (x + (from_x - x) * 0.35, y + (from_y - y) * 0.35);
            let san = escaped(san);
            let _ = writeln!(
                body,
                r#"<text class="move" x="{x:.1}" y="{y:.1}">{san}</text>"#
            );
        }
        let has_room = |text: &&str| {
            let width: f64 = text.chars().map(|_| LETTER).sum();
            !matches!(node.kind, NodeKind::Kept(_)) || width < self.room()
        };
        if let Some(score) = node.score_text.as_deref().filter(has_room) {
            let (sign, score) = (node.bound_sign(), escaped(score));
            let (x, y, anchor) = if place.is_leaf {
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

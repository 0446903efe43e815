//! [`departure`]: the node at which the order of a program's leaves departs from alpha-beta's.

use crate::judge::search::INFINITE;
use crate::judge::shape::Shape;
use std::collections::BTreeMap;

/// The moves to a node, counted from 0.
type Path = Vec<usize>;

/// An alpha-beta search that goes on while a program's leaves are its own. Values are from the root's point of view.
struct Walk<'a> {
    leaves: &'a [i32],
    prunes: bool,
    seen: usize,
    path: Path,
    /// The last leaf that both visited, and the first that only alpha-beta visits next.
    last: Path,
    next: Option<Path>,
    nodes: BTreeMap<Path, Searched>,
}

/// A node some of whose moves were searched.
struct Searched {
    moves: usize,
    best: i32,
    /// The value at which the node is cut.
    bound: i32,
}

/// Returns `true` if a search that visits the tree's leaves once, from left to right, can visit these.
pub(super) fn is_one_pass(shape: &Shape, depth: u32, leaves: &[i32]) -> bool {
    let mut all = Vec::new();
    collect(shape, depth, &mut Path::new(), &mut all);
    let mut all = all.into_iter();
    leaves
        .iter()
        .all(|leaf| all.any(|(_, value)| value == *leaf))
}

/// Returns `true` if these are all leaves of the tree, and maybe some more.
pub(super) fn has_all(shape: &Shape, depth: u32, leaves: &[i32]) -> bool {
    let mut all = Vec::new();
    collect(shape, depth, &mut Path::new(), &mut all);
    let mut left = leaves.to_vec();
    all.iter().all(|(_, value)| {
        let place = left.iter().position(|leaf| leaf == value);
        place.map(|place| left.swap_remove(place)).is_some()
    })
}

/// Says where the leaves depart from those of alpha-beta, or of minimax, with this window.
pub(super) fn departure(
    shape: &Shape,
    depth: u32,
    window: [i32; 2],
    (leaves, prunes): (&[i32], bool),
) -> String {
    let mut walk = Walk {
        leaves,
        prunes,
        seen: 0,
        path: Path::new(),
        last: Path::new(),
        next: None,
        nodes: BTreeMap::new(),
    };
    walk.value(shape, depth, window, true);
    let name = if prunes { "alpha-beta" } else { "minimax" };
    let Some(&found) = leaves.get(walk.seen) else {
        return match &walk.next {
            Some(next) => walk.left_out(name, next),
            None => format!(
                "it visits the leaves that {name} visits, so the values that it returns from them are wrong"
            ),
        };
    };
    let mut all = Vec::new();
    collect(shape, depth, &mut Path::new(), &mut all);
    let later = |(path, value): &&(Path, i32)| *path > walk.last && *value == found;
    let place = all.iter().find(later).map(|(path, _)| path);
    match (place, &walk.next) {
        (Some(place), next) if next.as_ref().is_none_or(|next| place < next) && walk.seen > 0 => {
            walk.went_on(name, place)
        }
        (Some(_), Some(next)) if walk.seen > 0 => walk.left_out(name, next),
        (_, Some(next)) => format!(
            "{} it visits a leaf {found}, where {name} comes to move {} of {}",
            walk.agreed(),
            next.last().map_or(0, |mv| mv + 1),
            place_text(&next[..next.len().saturating_sub(1)])
        ),
        (_, None) => format!(
            "{} it visits a leaf {found}, where {name} ends",
            walk.agreed()
        ),
    }
}

impl Walk<'_> {
    /// Returns the value of a node; `None` once the leaves have departed.
    fn value(
        &mut self,
        node: &Shape,
        depth: u32,
        [mut alpha, mut beta]: [i32; 2],
        is_max: bool,
    ) -> Option<i32> {
        if node.moves().is_empty() || depth == 0 {
            if self.leaves.get(self.seen) != Some(&node.value()) {
                self.next = Some(self.path.clone());
                return None;
            }
            self.seen += 1;
            self.last.clone_from(&self.path);
            return Some(node.value());
        }
        let mut best = if is_max { -INFINITE } else { INFINITE };
        for (index, child) in node.moves().iter().enumerate() {
            self.path.push(index);
            let value = self.value(child, depth - 1, [alpha, beta], !is_max);
            self.path.pop();
            let value = value?;
            let bound = if is_max { beta } else { alpha };
            if is_max {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            let searched = Searched {
                moves: index + 1,
                best,
                bound,
            };
            self.nodes.insert(self.path.clone(), searched);
            if self.prunes && alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    /// Begins a sentence.
    fn agreed(&self) -> String {
        match self.seen {
            0 => "from the start".to_owned(),
            seen => format!("up to leaf {seen} the leaves agree; then"),
        }
    }

    /// Returns the node at which the ways to the last leaf and to another one part, with its state.
    fn parting(&self, other: &Path) -> Option<(usize, &Searched)> {
        let pairs = self.last.iter().zip(other);
        let common = pairs.take_while(|(one, other)| one == other).count();
        Some((common, self.nodes.get(&self.last[..common])?))
    }

    fn left_out(&self, name: &str, next: &Path) -> String {
        let Some((ply, node)) = self.parting(next).filter(|_| self.seen > 0) else {
            return format!("{} it leaves out the first leaf of {name}", self.agreed());
        };
        let (best, moves, at) = (node.best, node.moves, place_text(&next[..ply]));
        let bound = match node.bound.abs() {
            INFINITE.. => "there is no bound to reach".to_owned(),
            _ => format!("that doesn't reach the bound, {}", node.bound),
        };
        format!(
            "{} it leaves {at} after move {moves}, although its value so far is {best}, and {bound}: move {} is left out. It must have \
             had {best}, or a bound still easier to reach",
            self.agreed(),
            next[ply] + 1
        )
    }

    fn went_on(&self, name: &str, place: &Path) -> String {
        let Some((ply, node)) = self.parting(place) else {
            return format!("{} it goes on where {name} ends", self.agreed());
        };
        let (best, bound, moves) = (node.best, node.bound, node.moves);
        format!(
            "{} it goes on to move {} of {}, although the value after move {moves}, {best}, has reached the bound, {bound}, where \
             {name} cuts",
            self.agreed(),
            place[ply] + 1,
            place_text(&place[..ply])
        )
    }
}

fn place_text(path: &[usize]) -> String {
    let moves: Vec<String> = path.iter().map(|mv| (mv + 1).to_string()).collect();
    match moves.as_slice() {
        [] => "the root".to_owned(),
        moves => format!("the node after {}", moves.join(" ")),
    }
}

/// Collects the leaves with the moves to them, in order.
fn collect(node: &Shape, depth: u32, path: &mut Path, all: &mut Vec<(Path, i32)>) {
    if node.moves().is_empty() || depth == 0 {
        all.push((path.clone(), node.value()));
        return;
    }
    for (index, child) in node.moves().iter().enumerate() {
        path.push(index);
        collect(child, depth - 1, path, all);
        path.pop();
    }
}

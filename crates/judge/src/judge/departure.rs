//! [`departure`]: the first decision of a program that alpha-beta wouldn't make, inferred from the order of its leaves.

use crate::judge::search::INFINITE;
use crate::judge::shape::Shape;
use std::collections::BTreeSet;
use std::fmt;

/// A decision to cut after a move of a node, or to go on. Values are from the root's point of view.
#[derive(Debug, Clone)]
pub(super) struct Decision {
    /// The moves to the node, counted from 1.
    pub(super) node: Vec<usize>,
    /// The number of searched moves, and their value.
    pub(super) moves: usize,
    best: i32,
    /// The value at which alpha-beta cuts.
    bound: i32,
    pub(super) cuts: bool,
}

/// The order of a program's leaves, compared with alpha-beta's or minimax's.
#[derive(Debug, Clone)]
pub(super) enum Reading {
    /// It's the same, and the leaves show this value.
    Usual(i32),
    /// The program makes this decision first that the other search wouldn't make.
    Departs(Decision),
    /// Several decisions may be the first, since leaves have equal values.
    Unclear,
}

/// A walk along a program's leaves.
struct Walk<'a> {
    leaves: &'a [i32],
    prunes: bool,
    /// The number of leaves passed.
    at: usize,
    node: Vec<usize>,
    /// The moves left at each node on the path, and their depth.
    left: Vec<(&'a [Shape], u32)>,
    /// `true` if an earlier decision may be another one.
    is_unclear: bool,
}

/// Reads the leaves of a search in this window, to its first decision that alpha-beta, or minimax, wouldn't make. `None` if no search from left
/// to right visits them.
pub(super) fn departure(
    (tree, depth): (&Shape, u32),
    window: [i32; 2],
    (leaves, prunes): (&[i32], bool),
) -> Option<Reading> {
    let mut walk = Walk {
        leaves,
        prunes,
        at: 0,
        node: Vec::new(),
        left: Vec::new(),
        is_unclear: false,
    };
    let root = std::slice::from_ref(tree);
    let is_walk = walk.after((root, depth), &BTreeSet::from([0]));
    is_walk.contains(&leaves.len()).then(|| {
        let read = walk.value((tree, depth), window);
        match read {
            Ok(value) => Reading::Usual(value),
            Err(_) if walk.is_unclear => Reading::Unclear,
            Err(decision) => Reading::Departs(decision),
        }
    })
}

impl<'a> Walk<'a> {
    /// Returns the value for the side to move, or the first decision that can't be the other search's.
    fn value(
        &mut self,
        (node, depth): (&'a Shape, u32),
        [mut alpha, beta]: [i32; 2],
    ) -> Result<i32, Decision> {
        let is_max = self.node.len().is_multiple_of(2);
        let side = if is_max { 1 } else { -1 };
        if node.moves().is_empty() || depth == 0 {
            self.at += 1;
            return Ok(side * node.value());
        }
        let mut best = -INFINITE;
        for (moves, child) in (1..).zip(node.moves()) {
            let left = &node.moves()[moves..];
            self.node.push(moves);
            self.left.push((left, depth - 1));
            best = best.max(-self.value((child, depth - 1), [-beta, -alpha])?);
            self.node.pop();
            alpha = alpha.max(best);
            if left.is_empty() {
                self.left.pop();
                break;
            }
            let cuts = self.prunes && alpha >= beta;
            let [is_possible, is_other] = [cuts, !cuts].map(|cuts| self.fits(cuts));
            self.left.pop();
            if !is_possible {
                return Err(Decision {
                    node: self.node.clone(),
                    moves,
                    best: side * best,
                    bound: side * beta,
                    cuts: !cuts,
                });
            }
            self.is_unclear |= is_other;
            if cuts {
                break;
            }
        }
        Ok(best)
    }

    /// Returns `true` if a search can visit the leaves that are left, if the current node is cut here or goes on.
    fn fits(&self, cuts: bool) -> bool {
        let mut at = BTreeSet::from([self.at]);
        let mut path = self.left.iter().rev();
        if let Some(own) = path.next().filter(|_| !cuts) {
            at = self.after(*own, &at);
        }
        for left in path {
            at.append(&mut self.after(*left, &at));
        }
        at.contains(&self.leaves.len())
    }

    /// Returns the numbers of leaves passed after one or more of these moves, from the first.
    fn after(&self, (moves, depth): (&[Shape], u32), from: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut at = from.clone();
        let mut all = BTreeSet::new();
        for node in moves {
            at = if node.moves().is_empty() || depth == 0 {
                let value = Some(&node.value());
                let passed = at.iter().filter(|at| self.leaves.get(**at) == value);
                passed.map(|at| at + 1).collect()
            } else {
                self.after((node.moves(), depth - 1), &at)
            };
            all.extend(&at);
        }
        all
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path: Vec<String> = self.node.iter().map(ToString::to_string).collect();
        let node = match path.as_slice() {
            [] => "the root".to_owned(),
            path => format!("the node after {}", path.join(" ")),
        };
        let (does, needed) = match (self.cuts, path.len().is_multiple_of(2)) {
            (true, true) => ("cuts", "at most"),
            (true, false) => ("cuts", "at least"),
            (false, true) => ("goes on", "above"),
            (false, false) => ("goes on", "below"),
        };
        let (best, moves, bound) = (self.best, self.moves, self.bound);
        write!(f, "{node} is worth {best} after move {moves}, ")?;
        match bound.abs() {
            INFINITE.. => f.write_str("and has no bound")?,
            _ => write!(f, "and its bound is {bound}")?,
        }
        write!(f, "; it {does} there, as if the bound were {needed} {best}")
    }
}

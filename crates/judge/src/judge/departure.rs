//! [`departures`]: the decisions of a program that alpha-beta wouldn't make, inferred from the order of its leaves.

use crate::judge::search::{INFINITE, OPEN};
use crate::judge::shape::Shape;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

/// The moves to a node, counted from 1.
type Path = Vec<usize>;

/// A decision to cut after a move of a node, or to go on. Values are from the root's point of view.
#[derive(Debug, Clone)]
pub(super) struct Decision {
    pub(super) node: Path,
    /// The number of searched moves, and their value.
    pub(super) moves: usize,
    best: i32,
    /// The value at which alpha-beta cuts.
    bound: i32,
    pub(super) cuts: bool,
    /// The number of leaves visited before.
    leaves: usize,
}

/// An alpha-beta search, or minimax, some of whose decisions are turned around.
#[derive(Default)]
struct Walk<'a> {
    prunes: bool,
    /// The places of these decisions, in order.
    turned: &'a [usize],
    node: Path,
    leaves: Vec<i32>,
    decisions: Vec<Decision>,
}

/// The most combinations of decisions to continue.
const TRIES: usize = 100;

/// Returns the leaves of a tree, in order.
fn all(shape: &Shape, depth: u32) -> Vec<i32> {
    let mut walk = Walk::default();
    walk.value((shape, depth), OPEN);
    walk.leaves
}

/// Returns `true` if a search that visits the tree's leaves once, from left to right, can visit these.
pub(super) fn is_one_pass(shape: &Shape, depth: u32, leaves: &[i32]) -> bool {
    let mut all = all(shape, depth).into_iter();
    leaves.iter().all(|leaf| all.any(|value| value == *leaf))
}

/// Returns `true` if these are all leaves of the tree, and maybe some more.
pub(super) fn has_all(shape: &Shape, depth: u32, leaves: &[i32]) -> bool {
    let mut left = leaves.to_vec();
    all(shape, depth).iter().all(|value| {
        let place = left.iter().position(|leaf| leaf == value);
        place.map(|place| left.swap_remove(place)).is_some()
    })
}

/// Finds the decisions of a search with these leaves that alpha-beta, or minimax, wouldn't make in this window, and the value that its
/// leaves show, which is the answered one if it can be; `None` if it isn't a search from left to right.
pub(super) fn departures(
    tree: (&Shape, u32),
    window: [i32; 2],
    (leaves, prunes): (&[i32], bool),
    answered: i64,
) -> Option<(Vec<Decision>, i32)> {
    let run = |turned: &[usize]| {
        let mut walk = Walk {
            prunes,
            turned,
            ..Walk::default()
        };
        let value = walk.value(tree, window);
        let pairs = walk.leaves.iter().zip(leaves);
        let agreed = pairs.take_while(|(one, other)| one == other).count();
        (agreed, walk.leaves == leaves, walk.decisions, value)
    };
    let mut found = None;
    let mut open = BinaryHeap::from([(run(&[]).0, Reverse(0), Vec::new())]);
    for _ in 0..TRIES {
        // The one with the most leaves in common is next, and the simplest of those.
        let Some((agreed, _, turned)) = open.pop() else {
            break;
        };
        let (_, is_whole, decisions, value) = run(&turned);
        if is_whole {
            let departed = turned.iter().map(|place| decisions[*place].clone());
            let explained = (departed.collect(), value);
            if i64::from(value) == answered {
                return Some(explained);
            }
            found.get_or_insert(explained);
        }
        let first = turned.last().map_or(0, |last| last + 1);
        let places = decisions.iter().enumerate().skip(first);
        for (place, decision) in places.take_while(|(_, it)| it.leaves <= agreed) {
            let before = decision.leaves;
            let more = [&turned[..], &[place]].concat();
            let (now, is_whole, ..) = run(&more);
            // Leaves with equal values can hide an earlier decision.
            if is_whole || now > before || before == agreed {
                open.push((now, Reverse(more.len()), more));
            }
        }
    }
    found
}

impl Walk<'_> {
    fn value(&mut self, (node, depth): (&Shape, u32), [mut alpha, mut beta]: [i32; 2]) -> i32 {
        if node.moves().is_empty() || depth == 0 {
            self.leaves.push(node.value());
            return node.value();
        }
        let (count, is_max) = (node.moves().len(), self.node.len().is_multiple_of(2));
        let mut best = if is_max { -INFINITE } else { INFINITE };
        for (moves, child) in (1..).zip(node.moves()) {
            self.node.push(moves);
            let value = self.value((child, depth - 1), [alpha, beta]);
            self.node.pop();
            let bound = if is_max { beta } else { alpha };
            if is_max {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if moves == count {
                break;
            }
            let is_turned = self.turned.contains(&self.decisions.len());
            let cuts = (self.prunes && alpha >= beta) != is_turned;
            self.decisions.push(Decision {
                node: self.node.clone(),
                moves,
                best,
                bound,
                cuts,
                leaves: self.leaves.len(),
            });
            if cuts {
                break;
            }
        }
        best
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<String> = self.node.iter().map(ToString::to_string).collect();
        let node = match moves.as_slice() {
            [] => "the root".to_owned(),
            moves => format!("the node after {}", moves.join(" ")),
        };
        let (does, needed) = match (self.cuts, moves.len().is_multiple_of(2)) {
            (true, true) => ("cuts", "at most"),
            (true, false) => ("cuts", "at least"),
            (false, true) => ("goes on", "above"),
            (false, false) => ("goes on", "below"),
        };
        write!(
            f,
            "{node} is worth {} after move {}, ",
            self.best, self.moves
        )?;
        match self.bound.abs() {
            INFINITE.. => f.write_str("and has no bound")?,
            _ => write!(f, "and its bound is {}", self.bound)?,
        }
        write!(
            f,
            "; it {does} there, as if the bound were {needed} {}",
            self.best
        )
    }
}

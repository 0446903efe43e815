//! [`departure`]: the first decision of a program that alpha-beta wouldn't make, inferred from the order of its leaves.

use crate::judge::search::INFINITE;
use crate::judge::shape::Shape;
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
    /// The number of leaves visited before.
    leaves: usize,
}

/// An alpha-beta search, or minimax, one of whose decisions is turned around.
#[derive(Default)]
struct Walk {
    prunes: bool,
    /// The place of this decision, in order.
    turned: Option<usize>,
    node: Vec<usize>,
    leaves: Vec<i32>,
    decisions: Vec<Decision>,
}

/// Finds the first decision of a search with these leaves that alpha-beta, or minimax, wouldn't make in this window; or the value that the leaves
/// show, if there is no such decision. `None` if no decision explains its leaves.
pub(super) fn departure(
    tree: (&Shape, u32),
    window: [i32; 2],
    (leaves, prunes): (&[i32], bool),
) -> Option<Result<i32, Decision>> {
    let run = |turned: Option<usize>| {
        let mut walk = Walk {
            prunes,
            turned,
            ..Walk::default()
        };
        let value = walk.value(tree, window);
        let pairs = walk.leaves.iter().zip(leaves);
        let agreed = pairs.take_while(|(one, other)| one == other).count();
        ((walk.leaves == leaves, agreed), walk.decisions, value)
    };
    let (own, decisions, value) = run(None);
    if own.0 {
        return Some(Ok(value));
    }
    // Leaves with equal values can hide the decision, so it's the one after which most leaves agree, and the first of those.
    let near = decisions.partition_point(|it| it.leaves <= own.1);
    let best = (0..near).rev().max_by_key(|place| run(Some(*place)).0)?;
    let (agreed, decisions, _) = run(Some(best));
    (agreed > own).then(|| Err(decisions[best].clone()))
}

impl Walk {
    /// Returns the value for the side to move.
    fn value(&mut self, (node, depth): (&Shape, u32), [mut alpha, beta]: [i32; 2]) -> i32 {
        let side = if self.node.len().is_multiple_of(2) {
            1
        } else {
            -1
        };
        if node.moves().is_empty() || depth == 0 {
            self.leaves.push(node.value());
            return side * node.value();
        }
        let mut best = -INFINITE;
        for (moves, child) in (1..).zip(node.moves()) {
            self.node.push(moves);
            best = best.max(-self.value((child, depth - 1), [-beta, -alpha]));
            self.node.pop();
            alpha = alpha.max(best);
            if moves == node.moves().len() {
                break;
            }
            let is_turned = self.turned == Some(self.decisions.len());
            let cuts = (self.prunes && alpha >= beta) != is_turned;
            self.decisions.push(Decision {
                node: self.node.clone(),
                moves,
                best: side * best,
                bound: side * beta,
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

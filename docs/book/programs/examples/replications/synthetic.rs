//! Trees in which every position has as many moves, made by chance from a seed: the game of the papers.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use plywood::search::Keyed;
use plywood::{Ending, Game, Score};

/// A tree's shape, and how its values are drawn.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) width: u8,
    pub(crate) depth: u32,
    pub(crate) values: Values,
}

/// How the values of leaves are drawn.
#[derive(Clone, Copy)]
pub(crate) enum Values {
    /// Each by itself, from this many numbers: no order of the moves is better than another.
    Independent(u32),
    /// From the root down: the best move keeps a node's value, and each other move loses something. The best move is the first one in this
    /// percentage of nodes, and in the others any of the rest.
    Ordered(u32),
}

/// A position of such a tree. Its value is known at the leaves, for the side to move.
#[derive(Clone)]
pub(crate) struct Synthetic {
    shape: Shape,
    node: u64,
    ply: u32,
    /// The value that an ordered tree gives this node.
    given: i32,
}

impl Synthetic {
    /// The root of the tree with this number.
    pub(crate) fn new(shape: Shape, seed: u64) -> Self {
        let node = mixed(seed.wrapping_mul(0x9e37_79b9) + 1);
        Self {
            shape,
            node,
            ply: 0,
            given: (mixed(node ^ 9) % 201) as i32 - 100,
        }
    }

    /// The value of a leaf.
    pub(crate) fn value(&self) -> Score {
        Score::centipawns(match self.shape.values {
            Values::Independent(count) => {
                (mixed(self.node ^ 7) % u64::from(count)) as i32 - (count / 2).cast_signed()
            }
            Values::Ordered(_) => self.given,
        })
    }

    /// The leaves that must be visited, if each best move is the first.
    pub(crate) fn minimal(shape: Shape) -> u64 {
        let width = u64::from(shape.width);
        width.pow(shape.depth.div_ceil(2)) + width.pow(shape.depth / 2) - 1
    }
}

impl Game for Synthetic {
    type Move = u8;
    type Moves = Vec<u8>;

    fn legal_moves(&self) -> Vec<u8> {
        (0..if self.ply < self.shape.depth {
            self.shape.width
        } else {
            0
        })
            .collect()
    }

    fn after(&self, mv: u8) -> Self {
        let node =
            mixed(self.node.wrapping_mul(u64::from(self.shape.width) + 1) + u64::from(mv) + 1);
        let given = match self.shape.values {
            Values::Independent(_) => 0,
            Values::Ordered(percent) => {
                let draw = mixed(self.node ^ 5);
                let is_first = draw % 100 < u64::from(percent) || self.shape.width == 1;
                let best = if is_first {
                    0
                } else {
                    1 + (draw >> 32) % (u64::from(self.shape.width) - 1)
                };
                let lost = if u64::from(mv) == best {
                    0
                } else {
                    1 + (mixed(node ^ 3) % 100) as i32
                };
                lost - self.given
            }
        };
        Self {
            shape: self.shape,
            node,
            ply: self.ply + 1,
            given,
        }
    }

    fn ending(&self, moves: &[u8]) -> Option<Ending> {
        moves.is_empty().then(|| Ending::Scored(self.value()))
    }
}

impl Keyed for Synthetic {
    fn key(&self) -> u64 {
        self.node
    }

    fn move_code(mv: u8) -> u16 {
        mv.into()
    }
}

/// A number that looks random, made from another one.
pub(crate) fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number ^ (number >> 32)
}

/// The leaves that a search visits: all visits, and the different leaves in the order of their first visits.
#[derive(Clone, Default)]
pub(crate) struct Visits(Arc<Mutex<Seen>>);

/// The different leaves, in the order of their first visits, and the number of visits.
type Seen = (HashSet<u64>, Vec<u64>, u64);

impl Visits {
    /// Adds a visit of a leaf.
    pub(crate) fn add(&self, key: u64) {
        let mut visits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        visits.2 += 1;
        if visits.0.insert(key) {
            visits.1.push(key);
        }
    }

    /// The different leaves, and the number of visits; then it begins again.
    pub(crate) fn take(&self) -> (Vec<u64>, u64) {
        let visits = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        (visits.1, visits.2)
    }
}

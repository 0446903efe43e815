//! Noisy moves first: by victim and attacker, or by what the exchange gains.

use super::{MoveOrdering, MovePriority};
use crate::tactical::Tactical;
use plywood_eval::Score;

/// Tries noisy moves first, by the rank the game gives them: for chess the most valuable victim, and for equal victims
/// the least valuable attacker.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBeta, Captures, Limits, Strategy};
///
/// let tree: Tree = "((1 2) !(8 9))".parse().unwrap();
/// let mut plain = AlphaBeta::new(Tree::estimate);
/// let mut ordered = AlphaBeta::new(Tree::estimate).ordering(Captures);
/// assert_eq!(plain.search(&tree, &Limits::none()).stats.leaves(), 4);
/// assert_eq!(ordered.search(&tree, &Limits::none()).stats.leaves(), 3);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Captures;

impl<G: Tactical> MoveOrdering<G> for Captures {
    #[inline]
    fn rank(&self, position: &G, mv: G::Move, _ply: u32) -> MovePriority {
        match position.capture_rank(mv) {
            0 => MovePriority::UNKNOWN,
            rank => MovePriority::noisy(rank),
        }
    }

    fn parts(&self) -> Vec<String> {
        vec!["captures".to_owned()]
    }
}

/// Tries noisy moves that do not lose by exchange first, then quiet ones, then losing exchanges.
///
/// Ranking a move takes longer than with [`Captures`], and fewer nodes are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Exchanges;

impl<G: Tactical> MoveOrdering<G> for Exchanges {
    fn rank(&self, position: &G, mv: G::Move, _ply: u32) -> MovePriority {
        match position.capture_rank(mv) {
            0 => MovePriority::UNKNOWN,
            rank if position.exchange(mv) >= Score::DRAW => MovePriority::noisy(rank),
            rank => MovePriority::losing(rank - 10_001),
        }
    }

    fn parts(&self) -> Vec<String> {
        vec!["exchanges".to_owned()]
    }
}

//! Killer moves: what refuted one move often refutes its siblings.

use super::{MoveOrdering, MovePriority};
use crate::game::Game;

/// Remembers, for each ply, the two moves that cut off most recently, and tries them early.
///
/// A killer is only compared with the moves of the list, so one that is not legal here does no harm. In a pair with
/// [`Captures`](super::Captures) only quiet moves are remembered; captures come early without it.
/// (Slate and Atkin, 1977.)
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, Killers, Limits, Strategy};
///
/// let nodes = |report: plywood_search::Report<_>| report.stats.explored;
/// let (board, limits) = (ConnectFour::new(), Limits::depth(7));
/// let plain = nodes(AlphaBeta::new(ConnectFour::estimate).search(&board, &limits));
/// let killers = nodes(AlphaBeta::new(ConnectFour::estimate).ordering(Killers::new()).search(&board, &limits));
/// assert!(killers < plain);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Killers<M> {
    by_ply: Vec<[Option<M>; 2]>,
}

impl<M> Killers<M> {
    /// No killers yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { by_ply: Vec::new() }
    }
}

impl<M> Default for Killers<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> MoveOrdering<G> for Killers<G::Move> {
    #[inline]
    fn rank(&self, _position: &G, mv: G::Move, ply: u32) -> MovePriority {
        match self.by_ply.get(ply as usize) {
            Some([Some(first), _]) if *first == mv => MovePriority::killer(1),
            Some([_, Some(second)]) if *second == mv => MovePriority::killer(0),
            Some(_) | None => MovePriority::UNKNOWN,
        }
    }

    fn cut(&mut self, _position: &G, mv: G::Move, _depth: u32, ply: u32) {
        let ply = ply as usize;
        if self.by_ply.len() <= ply {
            self.by_ply.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.by_ply[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    fn begin(&mut self) {
        self.by_ply.clear();
    }

    fn parts(&self) -> Vec<String> {
        vec!["killers".to_owned()]
    }
}

//! The history heuristic: moves that cut off anywhere are tried early everywhere.

use super::MoveOrdering;
use crate::keyed::Keyed;

/// Counts for each move, and for each side, how much it has cut off so far; deep cut-offs count more.
/// (Schaeffer, 1983.)
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, QuietHistory, Killers, Limits, Strategy};
///
/// let mut search = AlphaBeta::new(ConnectFour::estimate).ordering((Killers::new(), QuietHistory::new()));
/// assert!(search.search(&ConnectFour::new(), &Limits::depth(6)).is_exact);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct QuietHistory {
    counts: Vec<i32>,
}

/// Moves share a counter if their codes agree in these bits: for chess, if they agree in both squares.
const SLOTS: usize = 4_096;
/// Above this all counters are halved, so that what happened lately counts more.
const MOST: i32 = 500_000;

impl QuietHistory {
    /// Nothing counted yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            counts: vec![0; 2 * SLOTS],
        }
    }

    /// Sides alternate, so the parity of the ply tells them apart.
    fn slot(code: u16, ply: u32) -> usize {
        usize::from(code) % SLOTS + if ply.is_multiple_of(2) { 0 } else { SLOTS }
    }
}

impl Default for QuietHistory {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Keyed> MoveOrdering<G> for QuietHistory {
    #[inline]
    fn rank(&self, _position: &G, mv: G::Move, ply: u32) -> i32 {
        self.counts[Self::slot(G::move_code(mv), ply)]
    }

    fn cut(&mut self, _position: &G, mv: G::Move, depth: u32, ply: u32) {
        let depth = depth.min(200).cast_signed();
        let count = &mut self.counts[Self::slot(G::move_code(mv), ply)];
        *count += depth * depth;
        if *count > MOST {
            self.counts.iter_mut().for_each(|count| *count /= 2);
        }
    }

    fn begin(&mut self) {
        self.counts.fill(0);
    }
}

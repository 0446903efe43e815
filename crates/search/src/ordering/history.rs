//! The history heuristic: moves that often cut off are tried early everywhere.

use super::{MoveOrdering, MovePriority};
use crate::keyed::Keyed;

/// Counts for each move of each side how often it has cut off so far; deep cut-offs count more. In a pair with
/// [`Captures`](super::Captures) only quiet moves are counted. (Schaeffer, 1983.)
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, Limits, QuietHistory, Strategy};
///
/// let (board, limits) = ("ddcceb".parse()?, Limits::depth(8));
/// let plain = AlphaBeta::new(ConnectFour::estimate).search(&board, &limits);
/// let ordered = AlphaBeta::new(ConnectFour::estimate).ordering(QuietHistory::new()).search(&board, &limits);
/// assert!(ordered.stats.explored < plain.stats.explored);
/// # Ok::<(), plywood_search::games::ParseConnectFourError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct QuietHistory {
    counts: Vec<i32>,
}

/// Moves share a counter if their codes agree in these bits: for chess, if they agree in both squares.
const SLOTS: usize = 4_096;
/// Above this all counters are halved, so that recent cut-offs count more.
const MOST: i32 = 500_000;

impl QuietHistory {
    /// Nothing counted yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            counts: vec![0; 2 * SLOTS],
        }
    }

    /// Sides alternate, so the parity of the ply says whose move it is.
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
    fn rank(&self, _position: &G, mv: G::Move, ply: u32) -> MovePriority {
        MovePriority::quiet(self.counts[Self::slot(G::move_code(mv), ply)])
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

    fn parts(&self) -> Vec<String> {
        vec!["history".to_owned()]
    }
}

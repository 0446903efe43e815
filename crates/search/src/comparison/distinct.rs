//! [`distinct_positions`]: counts the different positions that a search visits.

use crate::game::Keyed;
use crate::limits::Limits;
use crate::observer::{Arrival, Event, Observer};
use crate::strategy::Strategy;
use std::collections::HashSet;

/// Searches with an observer, and returns the number of different positions among the nodes; `None` if the search doesn't report every
/// node, or passes.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{Limits, Minimax, distinct_positions};
///
/// let (mut minimax, board) = (Minimax::new(ConnectFour::estimate), ConnectFour::new());
/// let distinct = distinct_positions(&mut minimax, &board, &Limits::depth(3));
/// assert_eq!(distinct, Some(1 + 7 + 49 + 238)); // of 1 + 7 + 49 + 343
/// ```
pub fn distinct_positions<G: Keyed>(
    strategy: &mut dyn Strategy<G>,
    root: &G,
    limits: &Limits,
) -> Option<u64> {
    let (path, keys) = (vec![root.clone()], Some(HashSet::new()));
    let mut seen = Seen { path, keys };
    strategy.search_observed(root, limits, &mut seen);
    Some(seen.keys?.len() as u64).filter(|count| *count > 0)
}

/// The positions on the path, below the root itself, and the keys of all positions until one is missed.
struct Seen<G> {
    path: Vec<G>,
    keys: Option<HashSet<u64>>,
}

impl<G: Keyed> Observer<G::Move> for Seen<G> {
    fn observe(&mut self, event: Event<'_, G::Move>) {
        let (Some(keys), Some(above)) = (&mut self.keys, self.path.last()) else {
            return;
        };
        match event {
            Event::Enter { arrival, .. } => {
                let position = match arrival {
                    None => above.clone(),
                    Some(Arrival::Move(mv) | Arrival::Outcome(mv, _)) => above.after(mv),
                    Some(Arrival::Pass) => return self.keys = None,
                };
                keys.insert(position.key());
                self.path.push(position);
            }
            Event::Leave(_) | Event::Abandon => drop(self.path.pop()),
            Event::Kept(_) | Event::Unseen(_) => self.keys = None,
            _ => (),
        }
    }
}

//! [`Pondering`]: searching in the opponent's time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A search on the move that the opponent is expected to make, while the opponent still thinks. Until the move is made
/// ([`hit`](Self::hit)), no limit of time ends the search. From then on it is like any other: what it has thought already
/// counts as thought, so a search that has had its time ends at once. Clones belong to the same search.
///
/// ```
/// use plywood_search::{Budget, Limits, Pondering, StopReason, Stopped};
/// use std::time::Duration;
///
/// let pondering = Pondering::new();
/// let mut budget = Budget::new(&Limits::time(Duration::ZERO).with_pondering(&pondering));
/// assert_eq!(budget.spend(), Ok(()));
/// pondering.hit();
/// assert_eq!(budget.spend(), Err(Stopped));
/// assert_eq!(budget.stop_reason(), Some(StopReason::Time));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Pondering(Arc<AtomicBool>);

impl Pondering {
    /// The opponent has not moved yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The opponent has made the expected move.
    pub fn hit(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the opponent has made the expected move.
    #[must_use]
    pub fn is_hit(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

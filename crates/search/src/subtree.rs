//! [`Subtree`]: what a recursion with a table must know of the nodes below one. [`Mark`] says where they begin.

use crate::observer::Event;
use crate::search_state::SearchState;
use crate::table::Entry;
use plywood_eval::Score;

/// Where a subtree begins, for [`SearchState::subtree_since`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    repetitions: u64,
    horizon: u64,
}

/// What a table must know of the subtree whose score it keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subtree {
    /// It holds a draw by repetition, so its score depends on the path that led to it and must not be kept.
    pub depends_on_path: bool,
    /// No line of it ended because the depth did, so a deeper search would find the same score.
    pub is_complete: bool,
}

impl<M: Copy + Eq> SearchState<'_, M> {
    /// The table answers instead of a search. Returns the score of its entry.
    #[inline]
    #[must_use]
    pub fn saved(&mut self, entry: &Entry<M>) -> Score {
        self.stats.saved += 1;
        self.guide.end_at(self.ply);
        self.unfinished += u64::from(!entry.is_complete);
        self.notify(|watch| watch.at_node(Event::TableHit(entry.score)));
        entry.score
    }

    /// Marks where a subtree begins.
    #[must_use]
    #[inline]
    pub fn mark(&self) -> Mark {
        Mark {
            repetitions: self.repetitions,
            horizon: self.stats.evaluated + self.unfinished,
        }
    }

    /// What was met since a mark.
    #[must_use]
    #[inline]
    pub fn subtree_since(&self, mark: Mark) -> Subtree {
        let now = self.mark();
        Subtree {
            depends_on_path: now.repetitions != mark.repetitions,
            is_complete: now.horizon == mark.horizon,
        }
    }
}

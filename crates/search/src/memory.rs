//! [`Memory`]: the part of a strategy that keeps what was found, so that a position reached twice is searched once.
//!
//! [`NoTable`] keeps nothing. [`Transpositions`] keeps it in a [`Table`] and reuses an entry either only at the same
//! depth, so that every value stays what minimax returns, or at the same depth and more, which is stronger and no
//! longer exact.

use crate::game::Game;
use crate::keyed::Keyed;
use crate::table::{Entry, Table};
use crate::window::{Bound, Window};
use plywood_eval::Score;
use std::sync::Arc;

/// What was found at a node, with wins and losses counted from the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finding<M> {
    /// The score, or a bound of it.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// The best move, or the one that cut off the others.
    pub best: Option<M>,
}

/// What is known of a node from before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known<M> {
    /// A score that may be used in place of a search to this depth, and what it says.
    pub score: Option<(Score, Bound)>,
    /// A move that was good before, to try first.
    pub best: Option<M>,
}

impl<M> Known<M> {
    /// Nothing is known.
    pub const NOTHING: Self = Self {
        score: None,
        best: None,
    };

    /// The known score, if it answers what the window asks. The root is always searched, since it needs a move.
    #[inline]
    pub fn answer(&self, window: Window, ply: u32) -> Option<Score> {
        match self.score {
            Some((score, bound)) if ply > 0 && window.is_answered_by(score, bound) => Some(score),
            Some(_) | None => None,
        }
    }
}

/// Keeps what was found at nodes, and finds it again.
pub trait Memory<G: Game> {
    /// What is known of a node whose legal moves are `moves`, for a search of this depth.
    fn recall(&self, position: &G, moves: &[G::Move], depth: u32, ply: u32) -> Known<G::Move>;

    /// Keeps what was found. It must not depend on how the node was reached.
    fn keep(&mut self, position: &G, depth: u32, ply: u32, finding: Finding<G::Move>);

    /// Whether values are still what minimax returns.
    fn is_exact(&self) -> bool {
        true
    }

    /// A new search begins: what is known is older now.
    fn begin(&mut self) {}
}

/// Keeps nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct NoTable;

impl<G: Game> Memory<G> for NoTable {
    #[inline]
    fn recall(&self, _position: &G, _moves: &[G::Move], _depth: u32, _ply: u32) -> Known<G::Move> {
        Known::NOTHING
    }

    #[inline]
    fn keep(&mut self, _position: &G, _depth: u32, _ply: u32, _finding: Finding<G::Move>) {}
}

/// A memory that may be absent, for those who decide it when the program runs.
impl<G: Game, T: Memory<G>> Memory<G> for Option<T> {
    #[inline]
    fn recall(&self, position: &G, moves: &[G::Move], depth: u32, ply: u32) -> Known<G::Move> {
        self.as_ref().map_or(Known::NOTHING, |inner| {
            inner.recall(position, moves, depth, ply)
        })
    }

    #[inline]
    fn keep(&mut self, position: &G, depth: u32, ply: u32, finding: Finding<G::Move>) {
        if let Some(inner) = self {
            inner.keep(position, depth, ply, finding);
        }
    }

    fn is_exact(&self) -> bool {
        self.as_ref().is_none_or(Memory::is_exact)
    }

    fn begin(&mut self) {
        if let Some(inner) = self {
            inner.begin();
        }
    }
}

/// Keeps what was found in a table, which other searches and threads may share.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, Limits, Strategy, Transpositions};
///
/// let (board, limits) = (ConnectFour::new(), Limits::depth(8));
/// let plain = AlphaBeta::new(ConnectFour::estimate).search(&board, &limits);
/// let saved = AlphaBeta::new(ConnectFour::estimate).table(Transpositions::exact(4)).search(&board, &limits);
/// assert_eq!(saved.score, plain.score);
/// assert!(saved.stats.explored < plain.stats.explored);
/// ```
#[derive(Debug, Clone)]
pub struct Transpositions {
    table: Arc<Table>,
    reuse: Reuse,
    min_depth: u32,
}

/// Which entries may answer for a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reuse {
    /// Those of the same depth: every value stays what minimax returns.
    SameDepth,
    /// Those of the same depth or more: stronger, since a deeper value is a better one, and no longer exact.
    SameDepthOrDeeper,
}

impl Transpositions {
    /// A table of its own of so many megabytes, of which every value stays what minimax returns.
    #[must_use]
    pub fn exact(megabytes: usize) -> Self {
        Self::sharing(Arc::new(Table::with_megabytes(megabytes)), Reuse::SameDepth)
    }

    /// A table of its own of so many megabytes, which also reuses deeper entries.
    #[must_use]
    pub fn practical(megabytes: usize) -> Self {
        Self::sharing(
            Arc::new(Table::with_megabytes(megabytes)),
            Reuse::SameDepthOrDeeper,
        )
    }

    /// A table that is shared with other searches, which must judge positions alike.
    #[must_use]
    pub const fn sharing(table: Arc<Table>, reuse: Reuse) -> Self {
        Self {
            table,
            reuse,
            min_depth: 0,
        }
    }

    /// The same, leaving nodes of less depth than this alone: where a node is cheaper to search than main memory is to
    /// reach, as in connect four near the horizon, that is faster.
    #[must_use]
    pub fn from_depth(self, depth: u32) -> Self {
        Self {
            min_depth: depth,
            ..self
        }
    }

    /// The table.
    #[must_use]
    pub const fn shared(&self) -> &Arc<Table> {
        &self.table
    }
}

impl<G: Keyed> Memory<G> for Transpositions {
    #[inline]
    fn recall(&self, position: &G, moves: &[G::Move], depth: u32, ply: u32) -> Known<G::Move> {
        if depth < self.min_depth {
            return Known::NOTHING;
        }
        let Some(entry) = self.table.get(position.key()) else {
            return Known::NOTHING;
        };
        let is_usable = match self.reuse {
            Reuse::SameDepth => u32::from(entry.depth) == depth,
            Reuse::SameDepthOrDeeper => u32::from(entry.depth) >= depth,
        };
        Known {
            score: is_usable.then(|| (entry.score.relative_to_root(ply), entry.bound)),
            // Only a move of the list is taken, so an entry of another position with the same key cannot mislead.
            best: entry
                .best
                .and_then(|code| moves.iter().copied().find(|mv| G::move_code(*mv) == code)),
        }
    }

    #[inline]
    fn keep(&mut self, position: &G, depth: u32, ply: u32, finding: Finding<G::Move>) {
        if depth < self.min_depth {
            return;
        }
        let entry = Entry {
            score: finding.score.relative_to_node(ply),
            bound: finding.bound,
            depth: u8::try_from(depth).unwrap_or(u8::MAX),
            best: finding.best.map(G::move_code),
            extra: 0,
        };
        self.table.put(position.key(), entry);
    }

    fn is_exact(&self) -> bool {
        match self.reuse {
            Reuse::SameDepth => !G::DEPENDS_ON_HISTORY,
            Reuse::SameDepthOrDeeper => false,
        }
    }

    fn begin(&mut self) {
        self.table.begin_search();
    }
}

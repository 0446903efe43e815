//! [`TranspositionTable`]: the part of a strategy that remembers positions, so that a transposition is searched once.
//!
//! [`NoTable`] remembers nothing. [`Transpositions`] keeps entries in a [`Table`]. [`Reuse`] chooses the entries that answer: only those
//! that a search of the same depth would find, so that every value stays minimax's, or also deeper entries, which is stronger but no longer
//! exact.

use crate::game::{Game, Keyed};
use crate::table::{Table, TableEntry};
use crate::window::Window;
use std::sync::Arc;

/// Remembers the results of nodes. Wins and losses in the entries are counted from the root; a table that keeps them for other searches
/// counts them from the node.
///
/// A strategy calls [`find`](TranspositionTable::find) at every node, tries the entry's move first, and returns the entry's score if it
/// [`answers`](TranspositionTable::answers) the search. It never returns early at the root, which needs a move.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table for `{G}`",
    note = "a table of 16 megabytes is `Transpositions::exact(16)`, or `Transpositions::reusing_deeper(16)`; it needs `{G}: Keyed`"
)]
pub trait TranspositionTable<G: Game> {
    /// Returns the entry of a position whose legal moves are `moves`, before it is searched to this depth.
    fn find(
        &self,
        position: &G,
        moves: &[G::Move],
        depth: u32,
        ply: u32,
    ) -> Option<TableEntry<G::Move>>;

    /// Returns `true` if the entry makes a search to this depth, with this window, unnecessary.
    fn answers(&self, entry: &TableEntry<G::Move>, depth: u32, window: Window) -> bool;

    /// Stores the result of a position. It must not depend on how the position was reached.
    fn store(&mut self, position: &G, ply: u32, entry: TableEntry<G::Move>);

    /// Returns `true` if the value of a search stays minimax's.
    fn is_exact(&self) -> bool;

    /// Returns `true` if there is no table, as in `None` and [`NoTable`].
    #[inline]
    fn is_absent(&self) -> bool {
        false
    }

    /// Begins a new search: the entries are one search older now.
    fn begin(&mut self) {}

    /// Begins a new game: forgets everything.
    fn clear(&mut self) {}

    /// Returns the table's parts in the name of a strategy, such as `table=16`; empty if it is absent.
    fn parts(&self) -> Vec<String> {
        vec!["own-table".to_owned()]
    }
}

/// A table that several threads can use at once.
#[diagnostic::on_unimplemented(
    message = "the threads of a parallel search share a table, which this search lacks",
    note = "add one: `.table(Transpositions::exact(16))`"
)]
pub trait SharedTable: Send {
    /// Returns the table for another thread of the same search.
    #[must_use]
    fn share(&self) -> Self;
}

/// Remembers nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct NoTable;

impl<G: Game> TranspositionTable<G> for NoTable {
    #[inline]
    fn find(&self, _: &G, _: &[G::Move], _: u32, _: u32) -> Option<TableEntry<G::Move>> {
        None
    }

    #[inline]
    fn answers(&self, _: &TableEntry<G::Move>, _: u32, _: Window) -> bool {
        false
    }

    #[inline]
    fn store(&mut self, _: &G, _: u32, _: TableEntry<G::Move>) {}

    fn is_exact(&self) -> bool {
        true
    }

    #[inline]
    fn is_absent(&self) -> bool {
        true
    }

    fn parts(&self) -> Vec<String> {
        Vec::new()
    }
}

/// An optional table, for programs that decide at run time.
impl<G: Game, T: TranspositionTable<G>> TranspositionTable<G> for Option<T> {
    if_present! { self
        get find(position: &G, moves: &[G::Move], depth: u32, ply: u32) -> Option<TableEntry<G::Move>> = None;
        get answers(entry: &TableEntry<G::Move>, depth: u32, window: Window) -> bool = false;
        get is_exact() -> bool = true;
        get is_absent() -> bool = true;
        get parts() -> Vec<String> = Vec::new();
        set store(position: &G, ply: u32, entry: TableEntry<G::Move>);
        set begin();
        set clear();
    }
}

/// Keeps entries in a [`Table`], which other searches and threads may share.
///
/// **Idea.** Many orders of moves lead to the same position. The result of its first search is kept, and answers the next.
///
/// **Invariant.** An entry answers only a window that its bound decides, and only if [`Reuse`] accepts its depth. Its move is a hint, and
/// never played unless it is legal.
///
/// **Cost.** A memory access at each node. The saving depends on how often paths meet: hardly anything in sharp positions, nearly
/// everything in a blocked endgame (chapter 7 of the book).
///
/// **Source.** Greenblatt, Eastlake and Crocker, "The Greenblatt chess program", 1967; the keys are those of Zobrist, "A new hashing
/// method with application for game playing", 1970.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, Limits, Strategy, Transpositions};
///
/// let (board, limits) = (ConnectFour::new(), Limits::depth(8));
/// let plain = AlphaBeta::new(ConnectFour::estimate).search(&board, &limits);
/// let saved = AlphaBeta::new(ConnectFour::estimate)
///     .table(Transpositions::exact(4))
///     .search(&board, &limits);
/// assert_eq!(saved.score, plain.score);
/// assert!(saved.stats.nodes < plain.stats.nodes);
/// ```
///
/// A clone copies the table, so that one search doesn't profit from another's later results. Only a table given to
/// [`sharing`](Self::sharing) is shared by its clones.
#[derive(Debug)]
pub struct Transpositions {
    table: Arc<Table>,
    /// The size of a table that no other search shares.
    own_megabytes: Option<usize>,
    reuse: Reuse,
    min_depth: u32,
    may_repeat: bool,
}

/// The entries that may answer a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reuse {
    /// Those of the same depth, and shallower ones whose subtree was complete, since a deeper search of that subtree would find the same:
    /// every value stays minimax's.
    SameDepth,
    /// Those and deeper ones: stronger, since a deeper value is a better one, but no longer exact.
    SameDepthOrDeeper,
}

impl Transpositions {
    /// Makes a table of this size that leaves every value equal to minimax's.
    #[must_use]
    pub fn exact(megabytes: usize) -> Self {
        Self::owning(megabytes, Reuse::SameDepth)
    }

    /// Makes a table of this size that also answers with deeper entries.
    #[must_use]
    pub fn reusing_deeper(megabytes: usize) -> Self {
        Self::owning(megabytes, Reuse::SameDepthOrDeeper)
    }

    /// Makes a table of this many megabytes that reuses these entries.
    #[must_use]
    pub fn owning(megabytes: usize, reuse: Reuse) -> Self {
        Self {
            own_megabytes: Some(megabytes),
            ..Self::sharing(Arc::new(Table::with_megabytes(megabytes)), reuse)
        }
    }

    /// Uses a table that is shared with other searches. They must evaluate positions alike.
    #[must_use]
    pub const fn sharing(table: Arc<Table>, reuse: Reuse) -> Self {
        Self {
            table,
            own_megabytes: None,
            reuse,
            min_depth: 0,
            may_repeat: true,
        }
    }

    /// Declares that this table is only used where repetition doesn't count, as with [`WithHistory::alone`](crate::WithHistory::alone), so
    /// that an exact table stays exact there.
    #[must_use]
    pub fn without_repetition(self) -> Self {
        Self {
            may_repeat: false,
            ..self
        }
    }

    /// Neither stores nor looks up nodes with less depth left than this. That's faster where searching a node costs less than a read from
    /// main memory, as in connect four near the horizon.
    #[must_use]
    pub fn min_depth(self, depth: u32) -> Self {
        Self {
            min_depth: depth,
            ..self
        }
    }

    /// Returns the table.
    #[must_use]
    pub const fn shared(&self) -> &Arc<Table> {
        &self.table
    }
}

impl SharedTable for Transpositions {
    fn share(&self) -> Self {
        Self {
            table: Arc::clone(&self.table),
            own_megabytes: None,
            ..*self
        }
    }
}

impl Clone for Transpositions {
    fn clone(&self) -> Self {
        match self.own_megabytes {
            Some(megabytes) => Self {
                table: Arc::new(Table::clone(&self.table)),
                own_megabytes: Some(megabytes),
                ..*self
            },
            None => self.share(),
        }
    }
}

impl<G: Keyed> TranspositionTable<G> for Transpositions {
    #[inline]
    fn find(
        &self,
        position: &G,
        moves: &[G::Move],
        depth: u32,
        ply: u32,
    ) -> Option<TableEntry<G::Move>> {
        if depth < self.min_depth {
            return None;
        }
        let entry = self.table.get(position.key())?;
        // The move is looked up in the list, so an entry of another position with the same key does no harm.
        let best = entry
            .best
            .and_then(|code| moves.iter().copied().find(|mv| G::move_code(*mv) == code));
        Some(TableEntry {
            score: entry.score.relative_to_root(ply),
            ..entry.with_move(best)
        })
    }

    #[inline]
    fn answers(&self, entry: &TableEntry<G::Move>, depth: u32, window: Window) -> bool {
        let found = u32::from(entry.depth);
        let is_usable = match self.reuse {
            _ if entry.flag && found <= depth => true,
            Reuse::SameDepth => found == depth,
            Reuse::SameDepthOrDeeper => found >= depth,
        };
        is_usable && window.is_answered_by(entry.score, entry.bound)
    }

    #[inline]
    fn store(&mut self, position: &G, ply: u32, entry: TableEntry<G::Move>) {
        if u32::from(entry.depth) < self.min_depth {
            return;
        }
        let kept = TableEntry {
            score: entry.score.relative_to_node(ply),
            ..entry.with_move(entry.best.map(G::move_code))
        };
        self.table.put(position.key(), kept);
    }

    fn is_exact(&self) -> bool {
        match self.reuse {
            Reuse::SameDepth => !(G::DEPENDS_ON_HISTORY && self.may_repeat),
            Reuse::SameDepthOrDeeper => false,
        }
    }

    fn begin(&mut self) {
        self.table.begin_search();
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn parts(&self) -> Vec<String> {
        let word = match self.reuse {
            Reuse::SameDepth => "table",
            Reuse::SameDepthOrDeeper => "deep-table",
        };
        let megabytes = self.own_megabytes.unwrap_or(self.table.megabytes());
        vec![format!("{word}={megabytes}")]
    }
}

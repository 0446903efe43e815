//! [`Parts`]: what alpha-beta and its relatives are made of.

use crate::game::Game;
use crate::horizon::{Horizon, StaticEvaluation};
use crate::ordering::{GenerationOrder, MoveOrdering};
use crate::quiescence::Quiescence;
use crate::search_state::SearchState;
use crate::strategy::name_with_parts;
use crate::subtree::Mark;
use crate::table::Entry;
use crate::transpositions::{NoTable, TranspositionTable};

/// A horizon that scores the nodes where the depth ends, an ordering that decides which moves are tried first, and a table
/// that remembers scores and best moves. A part that is absent is a type without data, and costs nothing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parts<H, O = GenerationOrder, T = NoTable> {
    pub(crate) horizon: H,
    pub(crate) ordering: O,
    pub(crate) table: T,
}

impl<H> Parts<H> {
    /// A horizon alone.
    pub(crate) const fn new(horizon: H) -> Self {
        Self {
            horizon,
            ordering: GenerationOrder,
            table: NoTable,
        }
    }
}

impl<E, O, T> Parts<StaticEvaluation<E>, O, T> {
    /// The same with quiescence in front of the evaluator.
    pub(crate) fn quiescence(self) -> Parts<Quiescence<E>, O, T> {
        let StaticEvaluation(evaluator) = self.horizon;
        Parts {
            horizon: Quiescence::new(evaluator),
            ordering: self.ordering,
            table: self.table,
        }
    }
}

impl<H, O, T> Parts<H, O, T> {
    /// The same with another ordering of moves.
    pub(crate) fn ordering<O2>(self, ordering: O2) -> Parts<H, O2, T> {
        Parts {
            horizon: self.horizon,
            ordering,
            table: self.table,
        }
    }

    /// The same with another table.
    pub(crate) fn table<T2>(self, table: T2) -> Parts<H, O, T2> {
        Parts {
            horizon: self.horizon,
            ordering: self.ordering,
            table,
        }
    }

    /// Forgets what must not outlive a search.
    pub(crate) fn begin<G: Game>(&mut self)
    where
        O: MoveOrdering<G>,
        T: TranspositionTable<G>,
    {
        self.ordering.begin();
        self.table.begin();
    }

    /// Forgets what must not outlive a game.
    pub(crate) fn new_game<G: Game>(&mut self)
    where
        O: MoveOrdering<G>,
        T: TranspositionTable<G>,
    {
        self.ordering.begin();
        self.table.clear();
    }

    /// Whether the value of a search with these parts is that of minimax over the same horizon.
    pub(crate) fn are_exact<G: Game>(&self) -> bool
    where
        H: Horizon<G>,
        T: TranspositionTable<G>,
    {
        self.horizon.is_exact() && self.table.is_exact()
    }

    /// The name of a strategy with these parts.
    pub(crate) fn name<G: Game>(&self, strategy: &str) -> String
    where
        H: Horizon<G>,
        O: MoveOrdering<G>,
        T: TranspositionTable<G>,
    {
        let parts = [
            self.horizon.parts(),
            self.ordering.parts(),
            self.table.parts(),
        ];
        name_with_parts(strategy, &parts.concat())
    }

    /// Keeps what was found at the node the search is at, whose subtree began at the mark, unless it depends on the path.
    #[inline]
    pub(crate) fn store<G: Game>(
        &mut self,
        position: &G,
        entry: Entry<G::Move>,
        start: Mark,
        state: &SearchState<'_, G::Move>,
    ) where
        T: TranspositionTable<G>,
    {
        let subtree = state.subtree_since(start);
        if !subtree.depends_on_path {
            let is_complete = subtree.is_complete;
            let entry = Entry {
                is_complete,
                ..entry
            };
            self.table.store(position, state.ply(), entry);
        }
    }
}

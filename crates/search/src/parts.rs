//! [`Assembled`]: a search that is made of parts. Its [`Recursion`] stands on the page of each strategy.

use crate::budget::Stopped;
use crate::game::Game;
use crate::horizon::{Horizon, StaticEvaluation};
use crate::ordering::{GenerationOrder, MoveOrdering};
use crate::quiescence::Quiescence;
use crate::search_state::{Mark, SearchState};
use crate::strategy::{FixedDepth, Strategy};
use crate::strategy_names::name_with_parts;
use crate::table::Entry;
use crate::transpositions::{NoTable, TranspositionTable};
use crate::window::Window;
use plywood_eval::Score;
use std::marker::PhantomData;

/// A recursive search with a horizon that scores the nodes where the depth ends, an ordering that decides which moves are tried
/// first, and a table that remembers scores and best moves. A part that is absent is a type without data, and costs nothing.
///
/// [`AlphaBeta`](crate::AlphaBeta) and [`PrincipalVariationSearch`](crate::PrincipalVariationSearch) are such searches.
#[derive(Debug, Clone, Copy)]
pub struct Assembled<R, H, O = GenerationOrder, T = NoTable> {
    pub(crate) horizon: H,
    pub(crate) ordering: O,
    pub(crate) table: T,
    recursion: PhantomData<R>,
}

/// What an [`Assembled`] search does at a node.
pub trait Recursion {
    /// The name of the strategy without its parts.
    const NAME: &'static str;

    /// The value of a node, or a bound of it if it lies outside the window, as [`FixedDepth::value`] promises.
    ///
    /// # Errors
    /// When the budget is used up.
    fn value<G: Game, H: Horizon<G>, O: MoveOrdering<G>, T: TranspositionTable<G>>(
        search: &mut Assembled<Self, H, O, T>,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped>
    where
        Self: Sized;
}

impl<R, E> Assembled<R, StaticEvaluation<E>> {
    /// The plain search, with this evaluator at the horizon.
    pub const fn new(evaluator: E) -> Self {
        Self::with_horizon(StaticEvaluation::new(evaluator))
    }
}

impl<R, H> Assembled<R, H> {
    /// The plain search with any horizon, such as quiescence.
    pub const fn with_horizon(horizon: H) -> Self {
        Self::of(horizon, GenerationOrder, NoTable)
    }
}

impl<R, E, O, T> Assembled<R, StaticEvaluation<E>, O, T> {
    /// The same with noisy moves played out at the horizon, unless they lose by exchange, before the evaluator scores the
    /// position.
    pub fn quiescence(self) -> Assembled<R, Quiescence<E>, O, T> {
        let horizon = Quiescence::new(self.horizon.0);
        Assembled::of(horizon, self.ordering, self.table)
    }
}

impl<R, H, O, T> Assembled<R, H, O, T> {
    pub(crate) const fn of(horizon: H, ordering: O, table: T) -> Self {
        Self {
            horizon,
            ordering,
            table,
            recursion: PhantomData,
        }
    }

    /// The same with another ordering of moves.
    pub fn ordering<O2>(self, ordering: O2) -> Assembled<R, H, O2, T> {
        Assembled::of(self.horizon, ordering, self.table)
    }

    /// The same with a table.
    pub fn table<T2>(self, table: T2) -> Assembled<R, H, O, T2> {
        Assembled::of(self.horizon, self.ordering, table)
    }

    /// What the table knows of a node: its score, if that makes the search superfluous, and the move to try first. The root
    /// needs a move, so a table never answers there.
    #[inline]
    pub(crate) fn look_up<G: Game>(
        &self,
        position: &G,
        moves: &[G::Move],
        (depth, window): (u32, Window),
        state: &mut SearchState<'_, G::Move>,
    ) -> (Option<Score>, Option<G::Move>)
    where
        T: TranspositionTable<G>,
    {
        let Some(known) = self.table.find(position, moves, depth, state.ply()) else {
            return (None, None);
        };
        let answers = state.ply() > 0 && self.table.answers(&known, depth, window);
        let score = answers.then(|| state.saved(known.score, known.flag));
        (score, known.best)
    }

    /// Tells the ordering and the report which of the moves cut off the rest.
    #[inline]
    pub(crate) fn note_cutoff<G: Game>(
        &mut self,
        position: &G,
        (index, moves): (usize, &[G::Move]),
        depth: u32,
        state: &mut SearchState<'_, G::Move>,
    ) where
        O: MoveOrdering<G>,
    {
        state.cutoff(index, moves.len());
        self.ordering
            .cut(position, moves[index], depth, state.ply());
    }

    /// Keeps in the table what was found at a node since it was entered, unless that depends on the path.
    #[inline]
    pub(crate) fn remember<G: Game>(
        &mut self,
        position: &G,
        mut found: Entry<G::Move>,
        entered: Mark,
        state: &SearchState<'_, G::Move>,
    ) where
        T: TranspositionTable<G>,
    {
        let end = state.mark();
        if !entered.depends_on_path_until(end) {
            found.flag = entered.is_complete_until(end);
            self.table.store(position, state.ply(), found);
        }
    }
}

impl<R, G, H, O, T> FixedDepth<G> for Assembled<R, H, O, T>
where
    R: Recursion,
    G: Game,
    H: Horizon<G>,
    O: MoveOrdering<G>,
    T: TranspositionTable<G>,
{
    fn begin(&mut self) {
        self.ordering.begin();
        self.table.begin();
    }

    fn is_exact(&self) -> bool {
        self.horizon.is_exact() && self.table.is_exact()
    }

    #[inline]
    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        R::value(self, position, depth, window, state)
    }
}

impl<R, G, H, O, T> Strategy<G> for Assembled<R, H, O, T>
where
    R: Recursion,
    G: Game,
    H: Horizon<G>,
    O: MoveOrdering<G>,
    T: TranspositionTable<G>,
{
    fn name(&self) -> String {
        let ordering = self.ordering.parts();
        let parts = [self.horizon.parts(), ordering, self.table.parts()].concat();
        name_with_parts(R::NAME, &parts)
    }

    searches_once!(G);

    fn new_game(&mut self) {
        self.ordering.begin();
        self.table.clear();
    }
}

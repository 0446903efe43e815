//! [`Assembled`]: a search made of a [`Recursion`], shown on each strategy's page, and of [`Parts`].

mod trials;

use crate::budget::Stopped;
use crate::game::Game;
use crate::horizon::{Horizon, StaticEvaluation};
use crate::node::Node;
use crate::ordering::{GenerationOrder, MoveOrdering, arrange};
use crate::quiescence::Quiescence;
use crate::search_state::SearchState;
use crate::selectivity::{FullWidth, Selectivity};
use crate::strategy::{Claims, FixedDepth, Strategy};
use crate::strategy_names::name_with_parts;
use crate::table::TableEntry;
use crate::transpositions::{NoTable, SharedTable, TranspositionTable};
use crate::window::Window;
use plywood_eval::Score;

/// A recursive search and its parts.
///
/// [`AlphaBeta`](crate::AlphaBeta), [`PrincipalVariationSearch`](crate::PrincipalVariationSearch), [`Minimax`](crate::Minimax) and this
/// crate's other recursions are such searches. To make your own, implement [`Recursion`]; every part works with it.
#[derive(Debug, Clone, Copy)]
pub struct Assembled<R, P> {
    recursion: R,
    parts: P,
}

/// The recursion of a search: the search of one node, with recursive calls for its children.
///
/// The operations of a node are methods of [`Assembled`], named as in the textbook: [`horizon`](Assembled::horizon) where the depth is used
/// up, [`probe`](Assembled::probe) and [`store`](Assembled::store) for the table, [`order`](Assembled::order) and
/// [`cutoff`](Assembled::cutoff) for the move ordering, [`prune`](Assembled::prune) and [`depths`](Assembled::depths) for selective
/// searches. They do nothing for an absent part, so the recursion is written once for all compositions. The source of
/// [`AlphaBeta`](crate::AlphaBeta) uses all of them, and compiles unchanged in another crate. Settings of the recursion, such as a width,
/// are its fields: [`with_recursion`](Assembled::with_recursion) sets them and [`recursion`](Assembled::recursion) reads them.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{
///     Assembled, Captures, Game, IterativeDeepening, Killers, Limits, Node, Parts, Recursion,
///     Score, SearchState, Stopped, FixedDepth, Transpositions, Window,
/// };
///
/// /// Knuth and Moore's F1, alpha-beta without deep cutoffs: a node passes down what it has found, and not what it was told.
/// type Shallow<P> = Assembled<ShallowRecursion, P>;
///
/// #[derive(Debug, Clone, Default)]
/// struct ShallowRecursion;
///
/// impl Recursion for ShallowRecursion {
///     const NAME: &'static str = "shallow";
///     const IS_EXACT: bool = true;
///
///     fn value<G: Game, P: Parts<G>>(
///         search: &mut Shallow<P>,
///         position: &G,
///         depth: u32,
///         window: Window,
///         state: &mut SearchState<'_, G::Move>,
///     ) -> Result<Score, Stopped> {
///         state.visit(depth, window)?;
///         if depth == 0 {
///             return search.horizon(position, window, state);
///         }
///         let mut moves = position.legal_moves();
///         if let Some(ending) = position.ending(&moves) {
///             return Ok(state.ended(ending));
///         }
///         let mut node = Node::new(position, depth, window, state);
///         if let Some(score) = search.probe(&mut node, &moves, state) {
///             return Ok(score);
///         }
///         search.order(&node, &mut moves, state);
///         let (mut best, mut best_move) = (Score::LOWEST, None);
///         for (index, &mv) in moves.iter().enumerate() {
///             let below = Window::between(best, Score::HIGHEST);
///             state.down(mv);
///             let score = -search.value(&position.after(mv), depth - 1, -below, state)?;
///             state.up(score);
///             if score > best {
///                 (best, best_move) = (score, Some(mv));
///                 state.improved(mv, score);
///             }
///             if best >= window.beta() {
///                 search.cutoff(&node, &moves, index, state);
///                 break;
///             }
///         }
///         search.store(&node, best, best_move, state);
///         Ok(best)
///     }
/// }
///
/// let shallow = Shallow::new(ConnectFour::estimate)
///     .quiescence()
///     .ordering((Captures, Killers::new()))
///     .table(Transpositions::exact(1));
/// let report = IterativeDeepening::new(shallow).search(&ConnectFour::new(), &Limits::depth(5));
/// assert_eq!(report.depth, 5);
/// ```
pub trait Recursion: Default {
    /// The name of the strategy without its parts.
    const NAME: &'static str;

    /// `true` if the value is minimax's when every part is exact. If in doubt, leave it out.
    const IS_EXACT: bool = false;

    /// `true` if it takes a table and a selectivity. The compiler refuses them otherwise.
    const TAKES_PARTS: bool = true;

    /// `true` if it takes a move ordering. That makes no difference to a recursion that searches every move to its full depth, such as
    /// minimax, so the compiler refuses it there.
    const TAKES_ORDERING: bool = Self::TAKES_PARTS;

    /// `true` if it takes a selectivity.
    const TAKES_SELECTIVITY: bool = Self::TAKES_PARTS;

    /// `true` if it searches positions that [wait for chance](Game::waits_for_chance). The compiler refuses games with chance otherwise.
    const HANDLES_CHANCE: bool = false;

    /// Declares that [`Parallel`](crate::Parallel) may search a node's later moves on several threads, and with which window. Leave it out if
    /// a move's search depends on more than the bounds found so far, such as the number of moves searched before it.
    const YOUNGER_BROTHERS: Option<YoungerBrothers> = None;

    /// Returns the value of a node, or a bound if it is outside the window, under the contract of [`FixedDepth::value`].
    ///
    /// # Errors
    /// If the budget has run out.
    fn value<G: Game, P: Parts<G>>(
        search: &mut Assembled<Self, P>,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped>
    where
        Self: Sized;
}

/// The window of the moves after a node's first one, where [`Parallel`](crate::Parallel) shares a node among threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum YoungerBrothers {
    /// The node's window, as in alpha-beta.
    WholeWindow,
    /// A null window, and the node's after a score inside it, as in principal variation search.
    NullWindow,
}

/// The parts of a search, ready for one game. Use it as a bound, as [`Recursion::value`] does; the underlying type is a [`PartList`], which
/// grows when a new kind of part is added.
pub trait Parts<G: Game>: private::Sealed {
    /// Scores the nodes where the depth ends.
    type Horizon: Horizon<G>;
    /// Decides which moves are tried first.
    type Ordering: MoveOrdering<G>;
    /// Remembers scores and best moves.
    type Table: TranspositionTable<G>;
    /// Decides where to search less deeply.
    type Selectivity: Selectivity<G>;

    /// Returns the parts.
    fn list(&self) -> &PartList<Self::Horizon, Self::Ordering, Self::Table, Self::Selectivity>;

    /// Returns the parts, mutable.
    fn list_mut(
        &mut self,
    ) -> &mut PartList<Self::Horizon, Self::Ordering, Self::Table, Self::Selectivity>;
}

/// The parts of an [`Assembled`] search. An absent part is a type without data and costs nothing.
#[derive(Debug, Clone, Copy)]
pub struct PartList<H, O = GenerationOrder, T = NoTable, S = FullWidth> {
    horizon: H,
    ordering: O,
    table: T,
    selectivity: S,
}

mod private {
    pub trait Sealed {}
    impl<H, O, T, S> Sealed for super::PartList<H, O, T, S> {}
}

impl<G, H, O, T, S> Parts<G> for PartList<H, O, T, S>
where
    G: Game,
    H: Horizon<G>,
    O: MoveOrdering<G>,
    T: TranspositionTable<G>,
    S: Selectivity<G>,
{
    type Horizon = H;
    type Ordering = O;
    type Table = T;
    type Selectivity = S;

    #[inline]
    fn list(&self) -> &Self {
        self
    }

    #[inline]
    fn list_mut(&mut self) -> &mut Self {
        self
    }
}

/// Parts that several threads can use at once: each thread has a copy, and all share the table.
pub trait SharedParts: Send + private::Sealed {
    /// Returns the parts for another thread of the same search.
    #[must_use]
    fn share(&self) -> Self;
}

impl<H: Clone + Send, O: Clone + Send, T: SharedTable, S: Clone + Send> SharedParts
    for PartList<H, O, T, S>
{
    fn share(&self) -> Self {
        Self {
            horizon: self.horizon.clone(),
            ordering: self.ordering.clone(),
            table: self.table.share(),
            selectivity: self.selectivity.clone(),
        }
    }
}

impl<R: Default, E> Assembled<R, PartList<StaticEvaluation<E>>> {
    /// Makes the plain search, with this evaluator at the horizon.
    pub fn new(evaluator: E) -> Self {
        Self::with_horizon(StaticEvaluation::new(evaluator))
    }
}

impl<R: Default, H> Assembled<R, PartList<H>> {
    /// Makes the plain search with any horizon, such as quiescence.
    pub fn with_horizon(horizon: H) -> Self {
        let parts = PartList {
            horizon,
            ordering: GenerationOrder,
            table: NoTable,
            selectivity: FullWidth,
        };
        Self {
            recursion: R::default(),
            parts,
        }
    }
}

impl<R, E, O, T, S> Assembled<R, PartList<StaticEvaluation<E>, O, T, S>> {
    /// Adds quiescence: plays out noisy moves at the horizon, unless they lose by exchange, before the evaluator scores the position.
    pub fn quiescence(self) -> Assembled<R, PartList<Quiescence<E>, O, T, S>> {
        self.with_parts(|parts| PartList {
            horizon: Quiescence::new(parts.horizon.0),
            ordering: parts.ordering,
            table: parts.table,
            selectivity: parts.selectivity,
        })
    }
}

/// The compiler's message for a game with chance.
pub(crate) const NO_CHANCE: &str = "this search would choose the outcomes of chance as if they were its moves: use \
                                    `Expectiminimax`, `Star1`, `Star2` or `BestFirst`";

/// The compiler's messages for parts that a recursion doesn't take.
const NO_PARTS: &str = "this search takes no table and no selectivity, since its page shows the plain algorithm: use \
                        `AlphaBeta` or `PrincipalVariationSearch`";
const NO_ORDERING: &str = "this search takes no move ordering, since it visits every node, or chooses the next one by itself as \
                           SSS* does: use `AlphaBeta` or `PrincipalVariationSearch`";

impl<R: Recursion, H, O, T, S> Assembled<R, PartList<H, O, T, S>> {
    /// Replaces the move ordering. Combine several in parentheses: `(Captures, Killers::new())`.
    #[doc(alias("captures", "killers", "history"))]
    pub fn ordering<O2>(self, ordering: O2) -> Assembled<R, PartList<H, O2, T, S>> {
        const { assert!(R::TAKES_ORDERING, "{}", NO_ORDERING) };
        self.with_parts(|parts| PartList {
            horizon: parts.horizon,
            ordering,
            table: parts.table,
            selectivity: parts.selectivity,
        })
    }

    /// Replaces the table. For example, [`Transpositions::exact(16)`](crate::Transpositions::exact) has 16 megabytes.
    #[doc(alias("transposition_table", "hash"))]
    pub fn table<T2>(self, table: T2) -> Assembled<R, PartList<H, O, T2, S>> {
        const { assert!(R::TAKES_PARTS, "{}", NO_PARTS) };
        self.with_parts(|parts| PartList {
            horizon: parts.horizon,
            ordering: parts.ordering,
            table,
            selectivity: parts.selectivity,
        })
    }

    /// Replaces the selectivity, such as [`NullMove`](crate::NullMove) or your own. Combine several in parentheses:
    /// `(NullMove::new(), LateMoves::new())`.
    #[doc(alias("null_move", "late_moves", "futility"))]
    pub fn selectivity<S2>(self, selectivity: S2) -> Assembled<R, PartList<H, O, T, S2>> {
        const { assert!(R::TAKES_SELECTIVITY, "{}", NO_PARTS) };
        self.with_parts(|parts| PartList {
            horizon: parts.horizon,
            ordering: parts.ordering,
            table: parts.table,
            selectivity,
        })
    }
}

impl<R: Clone, P: SharedParts> Assembled<R, P> {
    /// Returns the search for another thread, with the same table.
    pub(crate) fn share(&self) -> Self {
        Self {
            recursion: self.recursion.clone(),
            parts: self.parts.share(),
        }
    }
}

impl<R, P> Assembled<R, P> {
    fn with_parts<P2>(self, change: impl FnOnce(P) -> P2) -> Assembled<R, P2> {
        Assembled {
            recursion: self.recursion,
            parts: change(self.parts),
        }
    }

    /// Replaces the recursion, for one with settings.
    #[must_use]
    pub fn with_recursion(self, recursion: R) -> Self {
        Self { recursion, ..self }
    }

    /// Returns the recursion, whose fields are its settings.
    pub const fn recursion(&self) -> &R {
        &self.recursion
    }

    search_methods!();

    /// Returns the value of a node where the depth is used up.
    ///
    /// # Errors
    /// If the budget has run out.
    #[inline]
    pub fn horizon<G: Game>(
        &self,
        position: &G,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped>
    where
        P: Parts<G>,
    {
        self.parts.list().horizon.value(position, window, state)
    }

    /// Returns the table's score of the node, if it makes the search unnecessary; `moves` are its legal moves. The node keeps the table's
    /// best move for [`order`](Self::order). The root needs a move, so a table never answers there.
    #[inline]
    pub fn probe<G: Game>(
        &self,
        node: &mut Node<'_, G>,
        moves: &[G::Move],
        state: &mut SearchState<'_, G::Move>,
    ) -> Option<Score>
    where
        P: Parts<G>,
    {
        let table = &self.parts.list().table;
        let known = table.find(node.position, moves, node.depth, state.ply())?;
        node.table_move = known.best;
        let answers = state.ply() > 0 && table.answers(&known, node.depth, node.window);
        answers.then(|| state.saved(known.score, known.flag))
    }

    /// Sorts the moves for the search: first the table's move or that of the last iteration's line, then by the move ordering.
    #[inline]
    pub fn order<G: Game>(
        &self,
        node: &Node<'_, G>,
        moves: &mut [G::Move],
        state: &mut SearchState<'_, G::Move>,
    ) where
        P: Parts<G>,
    {
        let ordering = &self.parts.list().ordering;
        arrange(ordering, node.position, moves, node.table_move, state);
    }

    /// Reports to the ordering and the statistics that the move with this index cut off the rest of the `moves`.
    #[inline]
    pub fn cutoff<G: Game>(
        &mut self,
        node: &Node<'_, G>,
        moves: &[G::Move],
        index: usize,
        state: &mut SearchState<'_, G::Move>,
    ) where
        P: Parts<G>,
    {
        state.cutoff(index, moves.len());
        let parts = self.parts.list_mut();
        let ply = state.ply();
        parts
            .ordering
            .cut(node.position, moves[index], node.depth, ply);
        parts.selectivity.learn(node, &moves[..=index]);
    }

    /// Stores the best score and move of the node in the table, unless [they depend](SearchState::may_keep) on the path or on skipped
    /// moves.
    #[inline]
    pub fn store<G: Game>(
        &mut self,
        node: &Node<'_, G>,
        best: Score,
        best_move: Option<G::Move>,
        state: &SearchState<'_, G::Move>,
    ) where
        P: Parts<G>,
    {
        if state.may_keep(best, node.entered) {
            let bound = node.window.bound_of(best);
            let mut found = TableEntry::new(best, bound, node.depth, best_move);
            found.flag = node.entered.is_complete_until(state.checkpoint());
            let table = &mut self.parts.list_mut().table;
            table.store(node.position, state.ply(), found);
        }
    }
}

impl<R: Recursion, G: Game, P: Parts<G>> FixedDepth<G> for Assembled<R, P> {
    fn begin(&mut self) {
        let parts = self.parts.list_mut();
        parts.ordering.begin();
        parts.selectivity.begin();
        parts.table.begin();
    }

    fn is_exact(&self) -> bool {
        let parts = self.parts.list();
        R::IS_EXACT
            && parts.horizon.is_exact()
            && parts.table.is_exact()
            && parts.selectivity.is_exact()
    }

    fn claims(&self) -> Claims {
        let parts = self.parts.list();
        Claims {
            table: !parts.table.parts().is_empty(),
            selectivity: !parts.selectivity.is_exact(),
            threads: false,
        }
    }

    #[inline]
    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        const { assert!(R::HANDLES_CHANCE || G::STAKES.is_none(), "{}", NO_CHANCE) };
        R::value(self, position, depth, window, state)
    }
}

impl<R: Recursion, G: Game, P: Parts<G>> Strategy<G> for Assembled<R, P> {
    fn name(&self) -> String {
        let parts = self.parts.list();
        let words = [
            parts.horizon.parts(),
            parts.ordering.parts(),
            parts.table.parts(),
            parts.selectivity.parts(),
        ];
        name_with_parts(R::NAME, &words.concat())
    }

    searches_once!(G);

    fn new_game(&mut self) {
        let parts = self.parts.list_mut();
        parts.ordering.begin();
        parts.selectivity.begin();
        parts.table.clear();
    }
}

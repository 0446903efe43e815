//! [`Parts`]: what alpha-beta and its relatives are made of; and [`Node`], what each of them does at a node.

use crate::game::Game;
use crate::horizon::{Horizon, StaticEvaluation};
use crate::ordering::{GenerationOrder, MoveOrdering, arrange};
use crate::quiescence::Quiescence;
use crate::search_state::{Mark, SearchState};
use crate::strategy::name_with_parts;
use crate::table::Entry;
use crate::transpositions::{NoTable, TranspositionTable};
use crate::window::Window;
use plywood_eval::Score;

/// A horizon that scores the nodes where the depth ends, an ordering that decides which moves are tried first, and a table
/// that remembers scores and best moves. A part that is absent is a type without data, and costs nothing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parts<H, O = GenerationOrder, T = NoTable> {
    pub(crate) horizon: H,
    pub(crate) ordering: O,
    pub(crate) table: T,
}

/// A node whose moves are searched one after the other.
#[derive(Debug, Clone)]
pub(crate) struct Node<M> {
    depth: u32,
    window: Window,
    /// The window that is left, with alpha raised by the best move.
    pub(crate) rest: Window,
    pub(crate) best: Score,
    best_move: Option<M>,
    start: Mark,
}

/// What is known of a node before any of its moves is searched.
pub(crate) enum Opened<M> {
    /// The table has its score.
    Known(Score),
    /// Its moves must be searched.
    Node(Node<M>),
}

impl<M: Copy + Eq> Node<M> {
    /// Learns the score of a move, and says whether it cuts off the rest.
    #[inline]
    pub(crate) fn learn(&mut self, mv: M, score: Score, state: &mut SearchState<'_, M>) -> bool {
        if score <= self.best {
            return false;
        }
        self.best = score;
        if score > self.rest.alpha() {
            self.best_move = Some(mv);
            state.improved(mv, score);
        }
        let is_cut = self.rest.is_cut_by(score);
        if !is_cut {
            self.rest.raise_alpha(score);
        }
        is_cut
    }
}

impl<H, O, T> Parts<H, O, T> {
    /// Asks the table about a node that was visited and is not over. If it has no answer, puts the moves into the order in
    /// which to try them.
    #[inline]
    pub(crate) fn open<G: Game>(
        &self,
        position: &G,
        moves: &mut [G::Move],
        (depth, window): (u32, Window),
        state: &mut SearchState<'_, G::Move>,
    ) -> Opened<G::Move>
    where
        O: MoveOrdering<G>,
        T: TranspositionTable<G>,
    {
        let ply = state.ply();
        let known = self.table.find(position, moves, depth, ply);
        if let Some(entry) = &known
            && ply > 0
            && self.table.answers(entry, depth, window)
        {
            return Opened::Known(state.saved(entry.score, entry.flag));
        }
        let known_move = known.and_then(|entry| entry.best);
        arrange(&self.ordering, position, moves, known_move, state);
        Opened::Node(Node {
            depth,
            window,
            rest: window,
            best: Score::LOWEST,
            best_move: None,
            start: state.mark(),
        })
    }

    /// Reports to the ordering which move cut off the rest.
    #[inline]
    pub(crate) fn cut<G: Game>(
        &mut self,
        position: &G,
        node: &Node<G::Move>,
        (index, moves): (usize, &[G::Move]),
        state: &mut SearchState<'_, G::Move>,
    ) where
        O: MoveOrdering<G>,
    {
        state.cutoff(index, moves.len());
        self.ordering
            .cut(position, moves[index], node.depth, state.ply());
    }

    /// Keeps what was found at a node in the table, unless it depends on the path, and returns its score.
    #[inline]
    pub(crate) fn close<G: Game>(
        &mut self,
        position: &G,
        node: &Node<G::Move>,
        state: &SearchState<'_, G::Move>,
    ) -> Score
    where
        T: TranspositionTable<G>,
    {
        let end = state.mark();
        if !node.start.depends_on_path_until(end) {
            let bound = node.window.bound_of(node.best);
            let entry = Entry {
                flag: node.start.is_complete_until(end),
                ..Entry::new(node.best, bound, node.depth, node.best_move)
            };
            self.table.store(position, state.ply(), entry);
        }
        node.best
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

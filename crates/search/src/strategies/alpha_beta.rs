//! Alpha-beta, fail-soft, made of parts.
//!
//! **Idea.** Like fail-hard alpha-beta, but it returns the best score found even if that lies outside the window. A
//! bound is then as tight as the search allows, which tables and drivers such as MTD(f) profit from.
//!
//! **Invariant.** For a window (alpha, beta) and a result r of a node of value v: r ≤ alpha implies v ≤ r, r ≥ beta
//! implies v ≥ r, and otherwise r = v.
//!
//! **Parts.** A horizon scores the nodes where the depth ends, an ordering decides which moves are tried first, and a
//! table remembers scores and best moves. Without them this is the plain algorithm; a part that is absent costs nothing.
//!
//! **Cost.** Between b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves, with the best move always first, and the b^d of minimax.
//!
//! **Source.** Fishburn, "Another optimization of alpha-beta search", 1983; Knuth and Moore 1975.

use crate::budget::Stopped;
use crate::game::Game;
use crate::horizon::{Horizon, StaticEvaluation};
use crate::limits::Limits;
use crate::observer::Observer;
use crate::ordering::{GenerationOrder, MoveOrdering, arrange};
use crate::parts::Parts;
use crate::quiescence::Quiescence;
use crate::report::Report;
use crate::search_state::SearchState;
use crate::strategy::{FixedDepth, Strategy, search_once};
use crate::table::Entry;
use crate::transpositions::{NoTable, TranspositionTable};
use crate::window::Window;
use plywood_eval::Score;

/// Fail-soft alpha-beta with exchangeable parts.
///
/// ```
/// use plywood_search::games::{ConnectFour, Tree};
/// use plywood_search::{AlphaBeta, Captures, Limits, Score, Strategy, Transpositions};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let report = AlphaBeta::new(Tree::estimate).search(&tree, &Limits::depth(2));
/// assert_eq!(report.score, Some(Score::centipawns(3)));
/// assert_eq!(report.stats.leaves(), 7, "4 and 6 are not visited");
///
/// let with_parts: &dyn Strategy<ConnectFour> =
///     &AlphaBeta::new(ConnectFour::estimate).quiescence().ordering(Captures).table(Transpositions::exact(1));
/// assert_eq!(with_parts.name(), "alpha-beta with quiescence, captures and an exact table");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct AlphaBeta<H, O = GenerationOrder, T = NoTable> {
    parts: Parts<H, O, T>,
}

impl<E> AlphaBeta<StaticEvaluation<E>> {
    /// Plain alpha-beta with this evaluator at the horizon.
    pub const fn new(evaluator: E) -> Self {
        Self::with_horizon(StaticEvaluation(evaluator))
    }
}

impl<H> AlphaBeta<H> {
    /// Plain alpha-beta with any horizon, such as quiescence.
    pub const fn with_horizon(horizon: H) -> Self {
        Self {
            parts: Parts::new(horizon),
        }
    }
}

impl<E, O, T> AlphaBeta<StaticEvaluation<E>, O, T> {
    /// The same with noisy moves played out at the horizon, unless they lose by exchange, before the evaluator scores
    /// the position.
    pub fn quiescence(self) -> AlphaBeta<Quiescence<E>, O, T> {
        AlphaBeta {
            parts: self.parts.quiescence(),
        }
    }
}

impl<H, O, T> AlphaBeta<H, O, T> {
    /// The same with another ordering of moves.
    pub fn ordering<O2>(self, ordering: O2) -> AlphaBeta<H, O2, T> {
        AlphaBeta {
            parts: self.parts.ordering(ordering),
        }
    }

    /// The same with a table.
    pub fn table<T2>(self, table: T2) -> AlphaBeta<H, O, T2> {
        AlphaBeta {
            parts: self.parts.table(table),
        }
    }

    fn alpha_beta<G: Game>(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped>
    where
        H: Horizon<G>,
        O: MoveOrdering<G>,
        T: TranspositionTable<G>,
    {
        state.visit(depth, window)?;
        if depth == 0 {
            return self.parts.horizon.value(position, window, state);
        }
        let mut moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Ok(state.ended(ending));
        }
        let ply = state.ply();
        let known = self.parts.table.find(position, &moves, depth, ply);
        if let Some(entry) = &known
            && ply > 0
            && self.parts.table.answers(entry, depth, window)
        {
            return Ok(state.saved(entry));
        }
        let known_move = known.and_then(|entry| entry.best);
        arrange(
            &self.parts.ordering,
            position,
            &mut moves,
            known_move,
            state,
        );

        let start = state.mark();
        let (mut best, mut best_move, mut rest) = (Score::LOWEST, None, window);
        for (index, &mv) in moves.iter().enumerate() {
            state.down(mv);
            let score = -self.alpha_beta(&position.after(mv), depth - 1, -rest, state)?;
            state.up(score);
            if score <= best {
                continue;
            }
            best = score;
            if score > rest.alpha() {
                best_move = Some(mv);
                state.improved(mv, score);
            }
            if rest.is_cut_by(score) {
                state.cutoff(index, moves.len());
                self.parts.ordering.cut(position, mv, depth, ply);
                break;
            }
            rest.raise_alpha(score);
        }
        let entry = Entry::new(best, window.bound_of(best), depth, best_move);
        self.parts.store(position, entry, start, state);
        Ok(best)
    }
}

impl<G: Game, H: Horizon<G>, O: MoveOrdering<G>, T: TranspositionTable<G>> FixedDepth<G>
    for AlphaBeta<H, O, T>
{
    fn begin(&mut self) {
        self.parts.begin();
    }

    fn is_exact(&self) -> bool {
        self.parts.are_exact()
    }

    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        self.alpha_beta(position, depth, window, state)
    }
}

impl<G: Game, H: Horizon<G>, O: MoveOrdering<G>, T: TranspositionTable<G>> Strategy<G>
    for AlphaBeta<H, O, T>
{
    fn name(&self) -> String {
        self.parts.name("alpha-beta")
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        search_once(self, position, limits, observer)
    }

    fn new_game(&mut self) {
        self.parts.new_game();
    }
}

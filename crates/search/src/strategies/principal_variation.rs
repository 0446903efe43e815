//! Principal variation search (NegaScout), made of parts.
//!
//! **Idea.** If the moves are well ordered, the first one is the best. So only the first is searched with the whole
//! window. The others are searched with a null window, which only finds out whether they are better and costs less. A
//! move that is better is searched again with the whole window.
//!
//! **Invariant.** That of fail-soft alpha-beta: a result within the window is the value, one outside is a bound.
//!
//! **Parts.** A horizon, an ordering and a table, as in alpha-beta. Without a good ordering the repeated searches cost
//! more than the null windows save.
//!
//! **Cost.** No more leaves than alpha-beta if no search is repeated; with good ordering about a tenth fewer.
//!
//! **Source.** Marsland and Campbell, "Parallel search of strongly ordered game trees", 1982; Reinefeld, "An
//! improvement to the Scout tree-search algorithm", 1983.

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

/// Principal variation search with exchangeable parts.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, Captures, Killers, Limits, PrincipalVariationSearch, QuietHistory, Strategy};
///
/// let (board, limits) = ("dcbdadgef".parse()?, Limits::depth(8));
/// let ordering = (Captures, (Killers::new(), QuietHistory::new()));
/// let alpha_beta = AlphaBeta::new(ConnectFour::estimate).ordering(ordering.clone()).search(&board, &limits);
/// let report = PrincipalVariationSearch::new(ConnectFour::estimate).ordering(ordering).search(&board, &limits);
/// assert_eq!(report.score, alpha_beta.score);
/// assert!(report.stats.explored < alpha_beta.stats.explored);
/// # Ok::<(), plywood_search::games::ParseConnectFourError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct PrincipalVariationSearch<H, O = GenerationOrder, T = NoTable> {
    pub(crate) parts: Parts<H, O, T>,
}

impl<E> PrincipalVariationSearch<StaticEvaluation<E>> {
    /// Plain principal variation search with this evaluator at the horizon.
    pub const fn new(evaluator: E) -> Self {
        Self::with_horizon(StaticEvaluation(evaluator))
    }
}

impl<H> PrincipalVariationSearch<H> {
    /// Plain principal variation search with any horizon, such as quiescence.
    pub const fn with_horizon(horizon: H) -> Self {
        Self {
            parts: Parts::new(horizon),
        }
    }
}

impl<E, O, T> PrincipalVariationSearch<StaticEvaluation<E>, O, T> {
    /// The same with noisy moves played out at the horizon, unless they lose by exchange, before the evaluator scores
    /// the position.
    pub fn quiescence(self) -> PrincipalVariationSearch<Quiescence<E>, O, T> {
        PrincipalVariationSearch {
            parts: self.parts.quiescence(),
        }
    }
}

impl<H, O, T> PrincipalVariationSearch<H, O, T> {
    /// The same with another ordering of moves.
    pub fn ordering<O2>(self, ordering: O2) -> PrincipalVariationSearch<H, O2, T> {
        PrincipalVariationSearch {
            parts: self.parts.ordering(ordering),
        }
    }

    /// The same with a table.
    pub fn table<T2>(self, table: T2) -> PrincipalVariationSearch<H, O, T2> {
        PrincipalVariationSearch {
            parts: self.parts.table(table),
        }
    }

    fn principal_variation<G: Game>(
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
            let child = position.after(mv);
            state.down(mv);
            let asked = if index == 0 {
                rest
            } else {
                rest.null_at_alpha()
            };
            let mut score = -self.principal_variation(&child, depth - 1, -asked, state)?;
            if asked != rest && score > rest.alpha() && !rest.is_cut_by(score) {
                state.search_again(-score);
                score = -self.principal_variation(&child, depth - 1, -rest, state)?;
            }
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
    for PrincipalVariationSearch<H, O, T>
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
        self.principal_variation(position, depth, window, state)
    }
}

impl<G: Game, H: Horizon<G>, O: MoveOrdering<G>, T: TranspositionTable<G>> Strategy<G>
    for PrincipalVariationSearch<H, O, T>
{
    fn name(&self) -> String {
        self.parts.name("principal variation")
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

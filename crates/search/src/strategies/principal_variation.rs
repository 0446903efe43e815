//! Principal variation search (NegaScout), put together from parts.
//!
//! **Idea.** If the moves are well ordered the first one is the best. So only it is searched with the whole window; of
//! each other move a window of no width asks merely whether it is better, which is cheaper to answer. If it is, the
//! move is searched again to learn by how much.
//!
//! **Invariant.** That of fail-soft alpha-beta: a result within the window is the value, one outside is a bound.
//!
//! **Parts.** A horizon, an ordering and a table, as in alpha-beta; without a good ordering the repeated searches cost
//! more than the narrow ones save.
//!
//! **Cost.** No more leaves than alpha-beta if no search is repeated; with good ordering about a tenth fewer.
//!
//! **Source.** Marsland and Campbell, "Parallel search of strongly ordered game trees", 1982; Reinefeld, "An
//! improvement to the Scout tree-search algorithm", 1983.

use crate::budget::Stopped;
use crate::game::Game;
use crate::horizon::{Horizon, StaticEvaluation};
use crate::limits::Limits;
use crate::memory::{Finding, Memory, NoTable};
use crate::observer::Observer;
use crate::ordering::{GenerationOrder, MoveOrdering, arrange};
use crate::quiescence::Quiescence;
use crate::report::Report;
use crate::search_state::SearchState;
use crate::strategy::{FixedDepth, Strategy, search_once};
use crate::window::Window;
use plywood_eval::Score;

/// Principal variation search with exchangeable parts.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{Killers, Limits, PrincipalVariation, Strategy, Transpositions};
///
/// let mut search = PrincipalVariation::new(ConnectFour::estimate).ordering(Killers::new()).table(Transpositions::exact(1));
/// let report = search.search(&ConnectFour::new(), &Limits::depth(8));
/// assert_eq!(report.depth, 8);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct PrincipalVariation<H, O = GenerationOrder, T = NoTable> {
    horizon: H,
    pub(crate) ordering: O,
    pub(crate) table: T,
}

impl<E> PrincipalVariation<StaticEvaluation<E>> {
    /// Plain principal variation search with this evaluator at the horizon.
    pub const fn new(evaluator: E) -> Self {
        Self {
            horizon: StaticEvaluation(evaluator),
            ordering: GenerationOrder,
            table: NoTable,
        }
    }
}

impl<E, O, T> PrincipalVariation<StaticEvaluation<E>, O, T> {
    /// The same with noisy moves played out at the horizon before the evaluator judges.
    pub fn quiescence(self) -> PrincipalVariation<Quiescence<E>, O, T> {
        let StaticEvaluation(evaluator) = self.horizon;
        PrincipalVariation {
            horizon: Quiescence::new(evaluator),
            ordering: self.ordering,
            table: self.table,
        }
    }
}

impl<H, O, T> PrincipalVariation<H, O, T> {
    /// The same with another horizon.
    pub fn horizon<H2>(self, horizon: H2) -> PrincipalVariation<H2, O, T> {
        PrincipalVariation {
            horizon,
            ordering: self.ordering,
            table: self.table,
        }
    }

    /// The same with another ordering of moves.
    pub fn ordering<O2>(self, ordering: O2) -> PrincipalVariation<H, O2, T> {
        PrincipalVariation {
            horizon: self.horizon,
            ordering,
            table: self.table,
        }
    }

    /// The same with a table.
    pub fn table<T2>(self, table: T2) -> PrincipalVariation<H, O, T2> {
        PrincipalVariation {
            horizon: self.horizon,
            ordering: self.ordering,
            table,
        }
    }

    fn principal_variation<G: Game, W: Observer<G::Move> + ?Sized>(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move, W>,
    ) -> Result<Score, Stopped>
    where
        H: Horizon<G>,
        O: MoveOrdering<G>,
        T: Memory<G>,
    {
        state.visit(depth, window)?;
        if depth == 0 {
            return self.horizon.value(position, window, state);
        }
        let mut moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Ok(state.ended(ending));
        }
        let ply = state.ply();
        let known = self.table.recall(position, &moves, depth, ply);
        if let Some(score) = known.answer(window, ply) {
            return Ok(state.saved(score));
        }
        let first = known.best.or_else(|| state.guided_move());
        arrange(&self.ordering, position, &mut moves, first, ply);

        let repetitions = state.repetitions();
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
                state.down_again(mv, score);
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
                self.ordering.cut(position, mv, depth, ply);
                break;
            }
            rest.raise_alpha(score);
        }
        // A draw by repetition below depends on the path, and what depends on the path is not kept.
        if state.repetitions() == repetitions {
            let finding = Finding {
                score: best,
                bound: window.bound_of(best),
                best: best_move,
            };
            self.table.keep(position, depth, ply, finding);
        }
        Ok(best)
    }
}

impl<G: Game, H: Horizon<G>, O: MoveOrdering<G>, T: Memory<G>> FixedDepth<G>
    for PrincipalVariation<H, O, T>
{
    fn begin(&mut self) {
        self.ordering.begin();
        self.table.begin();
    }

    fn is_exact(&self) -> bool {
        self.table.is_exact()
    }

    fn value<W: Observer<G::Move> + ?Sized>(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move, W>,
    ) -> Result<Score, Stopped> {
        self.principal_variation(position, depth, window, state)
    }
}

impl<G: Game, H: Horizon<G>, O: MoveOrdering<G>, T: Memory<G>> Strategy<G>
    for PrincipalVariation<H, O, T>
{
    fn name(&self) -> String {
        "principal variation".to_owned()
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        search_once(self, position, limits, observer)
    }
}

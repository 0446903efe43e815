//! Principal variation search (NegaScout), made of parts.

use crate::budget::Stopped;
use crate::game::Game;
use crate::horizon::{Horizon, StaticEvaluation};
use crate::ordering::{GenerationOrder, MoveOrdering};
use crate::parts::{Opened, Parts};
use crate::quiescence::Quiescence;
use crate::search_state::SearchState;
use crate::strategy::{FixedDepth, Strategy};
use crate::transpositions::{NoTable, TranspositionTable};
use crate::window::Window;
use plywood_eval::Score;

/// Principal variation search with exchangeable parts.
///
/// **Idea.** If the moves are well ordered, the first one is the best. So only the first is searched with the whole
/// window. The others are searched with a null window, which only finds out whether they are better and costs less. A
/// move that is better is searched again with the whole window.
///
/// **Invariant.** That of fail-soft alpha-beta: a result within the window is the value, one outside is a bound.
///
/// **Parts.** A horizon, an ordering and a table, as in alpha-beta. The better the ordering, the fewer
/// searches are repeated.
///
/// **Cost.** No more leaves than alpha-beta if no search is repeated; with good ordering about a tenth fewer.
///
/// **Source.** Marsland and Campbell, "Parallel search of strongly ordered game trees", 1982; Reinefeld, "An
/// improvement to the Scout tree-search algorithm", 1983.
///
/// ```
/// use plywood_search::games::{ConnectFour, Tree};
/// use plywood_search::{AlphaBeta, Captures, Killers, Limits, PrincipalVariationSearch, QuietHistory, Strategy};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (12 14 15))".parse()?;
/// let report = PrincipalVariationSearch::new(Tree::estimate).search(&tree, &Limits::depth(2));
/// assert_eq!(report.stats.leaves(), 10, "4 and 6 are not visited, and the third move is better: its three leaves are searched twice");
///
/// let (board, limits) = ("dcbdadgef".parse()?, Limits::depth(8));
/// let ordering = (Captures, Killers::new(), QuietHistory::new());
/// let alpha_beta = AlphaBeta::new(ConnectFour::estimate).ordering(ordering.clone()).search(&board, &limits);
/// let report = PrincipalVariationSearch::new(ConnectFour::estimate).ordering(ordering).search(&board, &limits);
/// assert_eq!(report.score, alpha_beta.score);
/// assert!(report.stats.explored < alpha_beta.stats.explored);
/// # Ok::<(), Box<dyn std::error::Error>>(())
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
}

/// The score of the move of this index, for the side that makes it. The first is searched with the whole window. The others
/// are with a null window, and again with the whole one if they are better than alpha and do not reach beta.
#[inline]
pub(crate) fn scout<M: Copy + Eq>(
    index: usize,
    rest: Window,
    state: &mut SearchState<'_, M>,
    mut child_value: impl FnMut(Window, &mut SearchState<'_, M>) -> Result<Score, Stopped>,
) -> Result<Score, Stopped> {
    let asked = if index == 0 {
        rest
    } else {
        rest.null_at_alpha()
    };
    let score = -child_value(-asked, state)?;
    if asked == rest || score <= rest.alpha() || rest.is_cut_by(score) {
        return Ok(score);
    }
    state.search_again(-score);
    Ok(-child_value(-rest, state)?)
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
        state.visit(depth, window)?;
        if depth == 0 {
            return self.parts.horizon.value(position, window, state);
        }
        let mut moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Ok(state.ended(ending));
        }
        let opened = self
            .parts
            .open(position, &mut moves, (depth, window), state);
        let mut node = match opened {
            Opened::Known(score) => return Ok(score),
            Opened::Node(node) => node,
        };
        for (index, &mv) in moves.iter().enumerate() {
            let child = position.after(mv);
            state.down(mv);
            let score = scout(index, node.rest, state, |window, state| {
                self.value(&child, depth - 1, window, state)
            })?;
            state.up(score);
            if node.learn(mv, score, state) {
                self.parts.cut(position, &node, (index, &moves), state);
                break;
            }
        }
        Ok(self.parts.close(position, &node, state))
    }
}

impl<G: Game, H: Horizon<G>, O: MoveOrdering<G>, T: TranspositionTable<G>> Strategy<G>
    for PrincipalVariationSearch<H, O, T>
{
    fn name(&self) -> String {
        self.parts.name("pvs")
    }

    searches_once!(G);

    fn new_game(&mut self) {
        self.parts.new_game();
    }
}

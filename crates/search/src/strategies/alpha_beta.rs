//! Alpha-beta, fail-soft, made of parts.

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

/// Fail-soft alpha-beta with exchangeable parts.
///
/// **Idea.** Like fail-hard alpha-beta, but it returns the best score found even if that lies outside the window. A
/// bound is then as tight as the search allows, which tables and drivers such as MTD(f) profit from.
///
/// **Invariant.** For a window (alpha, beta) and a result r of a node of value v: r ≤ alpha implies v ≤ r, r ≥ beta
/// implies v ≥ r, and otherwise r = v.
///
/// **Parts.** A horizon scores the nodes where the depth ends, an ordering decides which moves are tried first, and a
/// table remembers scores and best moves. Without them this is the plain algorithm; a part that is absent costs nothing.
///
/// **Cost.** Between b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves, with the best move always first, and the b^d of minimax.
///
/// **Source.** Fishburn, "Another optimization of alpha-beta search", 1983; Knuth and Moore 1975.
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
/// assert_eq!(with_parts.name(), "alpha-beta+quiescence+captures+table=1");
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
            state.down(mv);
            let score = -self.value(&position.after(mv), depth - 1, -node.rest, state)?;
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
    for AlphaBeta<H, O, T>
{
    fn name(&self) -> String {
        self.parts.name("alpha-beta")
    }

    searches_once!(G);

    fn new_game(&mut self) {
        self.parts.new_game();
    }
}

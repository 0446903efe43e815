//! Alpha-beta, fail-soft, made of parts.

use crate::budget::Stopped;
use crate::game::Game;
use crate::node::{Candidate, Node};
use crate::parts::{Assembled, Parts, Recursion, YoungerBrothers};
use crate::search_state::SearchState;
use crate::strategy::FixedDepth;
use crate::window::Window;
use plywood_eval::Score;

/// Fail-soft alpha-beta with exchangeable parts.
///
/// **Idea.** Like fail-hard alpha-beta, but it returns the best score found even if that is outside the window. Bounds are then as tight as
/// the search allows, which helps tables and drivers such as MTD(f).
///
/// **Invariant.** For a window (alpha, beta) and a result r of a node of value v: r ≤ alpha implies v ≤ r, r ≥ beta
/// implies v ≥ r, and otherwise r = v.
///
/// **Parts.** A horizon scores the nodes where the depth ends, an ordering decides which moves are tried first, a table remembers scores
/// and best moves, and a selectivity searches less deeply where that seems enough. Without them this is the plain algorithm. Combine
/// several orderings in parentheses, and deepen the whole with [`IterativeDeepening`](crate::IterativeDeepening).
///
/// **Cost.** Between b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves, with the best move always first, and minimax's b^d.
///
/// **Source.** Fishburn, "Another optimization of alpha-beta search", 1983; Knuth and Moore 1975.
///
/// **Chapter.** `docs/book/src/alpha_beta.md`, in the repository.
///
/// ```
/// use plywood_search::games::{ConnectFour, Tree};
/// use plywood_search::{AlphaBeta, Captures, IterativeDeepening, Killers, Limits, Score};
/// use plywood_search::{Strategy, Transpositions};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let report = AlphaBeta::new(Tree::estimate).search(&tree, &Limits::depth(2));
/// assert_eq!(report.score, Some(Score::centipawns(3)));
/// assert_eq!(report.stats.leaves(), 7, "4 and 6 are not visited");
///
/// let with_parts = AlphaBeta::new(ConnectFour::estimate)
///     .quiescence()
///     .ordering((Captures, Killers::new()))
///     .table(Transpositions::exact(1));
/// let deepened: &dyn Strategy<ConnectFour> = &IterativeDeepening::new(with_parts);
/// assert_eq!(deepened.name(), "alpha-beta+quiescence+captures+killers+table=1+deepening");
/// ```
pub type AlphaBeta<P> = Assembled<AlphaBetaRecursion, P>;

/// The recursion of [`AlphaBeta`].
#[derive(Debug, Clone, Copy, Default)]
pub struct AlphaBetaRecursion;

impl Recursion for AlphaBetaRecursion {
    const NAME: &'static str = "alpha-beta";
    const IS_EXACT: bool = true;
    const YOUNGER_BROTHERS: Option<YoungerBrothers> = Some(YoungerBrothers::WholeWindow);

    fn value<G: Game, P: Parts<G>>(
        search: &mut AlphaBeta<P>,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, window)?;
        if depth == 0 {
            return search.horizon(position, window, state);
        }
        let mut moves = position.legal_moves();
        if let Some(ending) = position.ending_in_search(&moves) {
            return Ok(state.ended(ending));
        }
        let mut node = Node::new(position, depth, window, state);
        if let Some(score) = search.probe(&mut node, &moves, state) {
            return Ok(score);
        }
        if let Some(score) = search.prune(&mut node, &moves, state)? {
            return Ok(score);
        }
        search.order(&node, &mut moves, state);
        let (mut alpha, beta) = (window.alpha(), window.beta());
        let (mut best, mut best_move) = (Score::LOWEST, None);
        for (index, &mv) in moves.iter().enumerate() {
            let child = position.after(mv);
            let candidate = Candidate::new(index, mv, &child, best);
            let Some([first, full]) = search.depths(&node, &candidate, state) else {
                continue;
            };
            let window = Window::between(alpha, beta);
            state.down(mv);
            let mut score = -search.value(&child, first, -window, state)?;
            if first < full && score > alpha {
                state.search_again(-score);
                score = -search.value(&child, full, -window, state)?;
            }
            state.up(score);
            best = best.max(score);
            if score > alpha {
                best_move = Some(mv);
                state.improved(mv, score);
                if score >= beta {
                    search.cutoff(&node, &moves, index, state);
                    break;
                }
                alpha = score;
            }
        }
        search.store(&node, best, best_move, state);
        Ok(best)
    }
}

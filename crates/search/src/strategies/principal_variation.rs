//! Principal variation search (PVS, `NegaScout`), made of parts.

use crate::budget::Stopped;
use crate::game::Game;
use crate::node::{Candidate, Node};
use crate::parts::{Assembled, Parts, Recursion, YoungerBrothers};
use crate::search_state::SearchState;
use crate::strategy::FixedDepth;
use crate::window::Window;
use plywood_eval::Score;

/// Principal variation search with exchangeable parts.
///
/// **Idea.** If the moves are well ordered, the first one is the best. So only the first is searched with the whole window. The others are
/// searched with a null window, which costs less and only shows whether they are better. A move that is better is searched again with the
/// whole window.
///
/// **Invariant.** That of fail-soft alpha-beta: a result within the window is the value, one outside is a bound.
///
/// **Parts.** A horizon, an ordering, a table and a selectivity, as in alpha-beta. The better the ordering, the fewer searches are
/// repeated.
///
/// **Cost.** No more leaves than alpha-beta if no search is repeated; with good ordering about a tenth fewer.
///
/// **Source.** Marsland and Campbell, "Parallel search of strongly ordered game trees", 1982; Reinefeld, "An
/// improvement to the Scout tree-search algorithm", 1983.
///
/// **Chapter.** `docs/book/src/null_windows.md`, in the repository.
///
/// ```
/// use plywood_search::games::{ConnectFour, Tree};
/// use plywood_search::{AlphaBeta, Captures, Killers, Limits, QuietHistory};
/// use plywood_search::{PrincipalVariationSearch, Strategy};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (12 14 15))".parse()?;
/// let report =
///     PrincipalVariationSearch::new(Tree::estimate).search(&tree, &Limits::depth(2));
/// // 4 and 6 are not visited; the third move is better, so its three leaves are searched twice.
/// assert_eq!(report.stats.leaves(), 10);
///
/// let board: ConnectFour = "dcbdadgef".parse()?;
/// let limits = Limits::depth(8);
/// let ordering = (Captures, Killers::new(), QuietHistory::new());
/// let mut alpha_beta =
///     AlphaBeta::new(ConnectFour::estimate).ordering(ordering.clone());
/// let mut pvs =
///     PrincipalVariationSearch::new(ConnectFour::estimate).ordering(ordering);
/// let (alpha_beta, report) =
///     (alpha_beta.search(&board, &limits), pvs.search(&board, &limits));
/// assert_eq!(report.score, alpha_beta.score);
/// assert!(report.stats.nodes < alpha_beta.stats.nodes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("negascout", "pvs"))]
pub type PrincipalVariationSearch<P> = Assembled<PrincipalVariationRecursion, P>;

/// The recursion of [`PrincipalVariationSearch`].
#[derive(Debug, Clone, Copy, Default)]
pub struct PrincipalVariationRecursion;

impl Recursion for PrincipalVariationRecursion {
    const NAME: &'static str = "pvs";
    const IS_EXACT: bool = true;
    const YOUNGER_BROTHERS: Option<YoungerBrothers> = Some(YoungerBrothers::NullWindow);

    fn value<G: Game, P: Parts<G>>(
        search: &mut PrincipalVariationSearch<P>,
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
            let whole = Window::between(alpha, beta);
            let asked = if index == 0 {
                whole
            } else {
                whole.null_at_alpha()
            };
            state.down(mv);
            let mut score = -search.value(&child, first, -asked, state)?;
            if first < full && score > alpha {
                state.search_again(-score);
                score = -search.value(&child, full, -asked, state)?;
            }
            if asked != whole && alpha < score && score < beta {
                state.search_again(-score);
                score = -search.value(&child, full, -whole, state)?;
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

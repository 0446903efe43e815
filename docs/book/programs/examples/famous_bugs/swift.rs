//! The search of the Swift post of 2024: alpha-beta in which Min never lowers beta.
//!
//! Beta keeps its start value, nothing is ever cut off, and the search is minimax with two more parameters. Its value is
//! right, so no test of values finds the bug; only the number of nodes shows it.

use plywood::chess::FenError;
use plywood::eval::evaluators;
use plywood::search::searches_once;
use plywood::search::{Captures, FixedDepth, MoveOrdering, SearchState, Stopped, Tactical, Window};
use plywood::{AlphaBeta, Evaluator, Limits, Minimax, Report, Score, Strategy};

use super::case::Case;

/// Min's reaction to a better move.
#[derive(Clone, Copy, PartialEq)]
enum Min {
    /// As published: it stores the move and does not change beta.
    ForgetsBeta,
    /// As in the pseudocode of the same post.
    LowersBeta,
}

/// The order in which moves are tried.
#[derive(Clone, Copy, PartialEq)]
enum First {
    AsGenerated,
    Captures,
}

/// Max and Min in one function: each sees the window from its own side, so Min's alpha is Max's beta. The end of a game is
/// left to the evaluator, even mate.
struct SwiftPost<E> {
    evaluator: E,
    min: Min,
    first: First,
}

impl<G: Tactical, E: Evaluator<G>> FixedDepth<G> for SwiftPost<E> {
    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, window)?;
        let mut moves = position.legal_moves();
        if self.first == First::Captures {
            Captures.sort(position, &mut moves, state.ply());
        }
        if depth == 0 || position.ending(&moves).is_some() {
            // As published: a mate is worth the same however far away it is.
            let score = state.evaluate(&self.evaluator, position);
            return Ok(score.relative_to_node(state.ply()));
        }
        // At the root every move is searched with an open window.
        let raises_alpha = match state.ply() {
            0 => false,
            ply if ply % 2 == 0 => true,
            _ => self.min == Min::LowersBeta,
        };
        let (mut alpha, beta, mut best) = (window.alpha(), window.beta(), Score::LOWEST);
        for (index, &mv) in moves.iter().enumerate() {
            let (child, window) = (position.after(mv), Window::between(alpha, beta));
            state.down(mv);
            let score = -self.value(&child, depth - 1, -window, state)?;
            state.up(score);
            if score > best {
                best = score;
                state.improved(mv, score);
            }
            if raises_alpha {
                alpha = alpha.max(score);
            }
            if alpha >= beta {
                state.cutoff(index, moves.len());
                break;
            }
        }
        Ok(best)
    }
}

impl<G: Tactical, E: Evaluator<G>> Strategy<G> for SwiftPost<E> {
    searches_once!(G);
}

/// The position of the post.
const POST: &str = "8/5B2/k5p1/4rp2/8/8/PP6/1K3R2 w - - 0 1";

/// The cost of the bug, and the gain that move ordering would have added.
pub(crate) fn case() -> Result<Case, FenError> {
    let (position, limits) = (POST.parse()?, Limits::depth(5));
    let search = |min, first| {
        let evaluator = evaluators::swift();
        SwiftPost {
            evaluator,
            min,
            first,
        }
        .search(&position, &limits)
    };
    let minimax = Minimax::new(evaluators::swift()).search(&position, &limits);
    let published = search(Min::ForgetsBeta, First::AsGenerated);
    let lowered = search(Min::LowersBeta, First::AsGenerated);
    let ordered = search(Min::LowersBeta, First::Captures);
    let mut library = AlphaBeta::new(evaluators::swift()).ordering(Captures);
    let library = library.search(&position, &limits);
    let title =
        "Min never lowers beta (the Swift post, 2024): the right value, and nothing is cut off";
    let cuts = |report: &Report<_>| format!("{} cut-offs", report.stats.cutoffs);
    Ok(Case::new(title, format!("{POST}, depth 5"))
        .row("minimax", &minimax, "")
        .row("as published", &published, cuts(&published))
        .row("beta lowered", &lowered, cuts(&lowered))
        .row("and captures first", &ordered, cuts(&ordered))
        .row("the library's, captures first", &library, cuts(&library)))
}

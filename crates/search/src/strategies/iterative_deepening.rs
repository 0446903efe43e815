//! Iterative deepening: depth 1, then 2, then 3, until a limit is reached.

use crate::budget::{StopReason, Stopped};
use crate::game::Game;
use crate::limits::Limits;
use crate::line::Line;
use crate::observer::Observer;
use crate::report::Report;
use crate::root::Root;
use crate::search_state::SearchState;
use crate::stats::{Iteration, Stats};
use crate::strategy::{FixedDepth, Strategy};
use plywood_eval::{Score, ScoreKind};

/// Deepens any fixed-depth strategy step by step.
///
/// **Idea.** Each iteration costs several times the previous one, so repeating the shallow ones is cheap. Each provides a line to try first
/// and a full table for the next. The search has an answer whenever it is stopped.
///
/// **Invariant.** The report is that of the last complete iteration. A stopped iteration contributes only a root move that was found to be
/// better than the best one so far. The search ends early, as [solved](crate::StopReason::Solved), only where a deeper iteration would find
/// the same: the depth limited no line, or a win or loss was proven without moves that the strategy [skipped](crate::SearchState::skipped).
///
/// **Cost.** With good ordering often less than a single search to the last depth.
///
/// **Source.** Slate and Atkin, "Chess 4.5", 1977; Korf, "Depth-first iterative-deepening", 1985.
///
/// **Chapter.** `docs/book/src/deepening.md`, in the repository.
///
/// ```
/// use plywood_search::games::{ConnectFour, Tree};
/// use plywood_search::{AlphaBeta, IterativeDeepening, Limits, StopReason, Strategy};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let report = IterativeDeepening::new(AlphaBeta::new(Tree::estimate))
///     .search(&tree, &Limits::depth(2));
/// assert_eq!(
///     report.stats.leaves(),
///     10,
///     "3 nodes at depth 1, and then the 7 leaves of alpha-beta"
/// );
///
/// let mut search = IterativeDeepening::new(AlphaBeta::new(ConnectFour::estimate));
/// let report = search.search(&ConnectFour::new(), &Limits::nodes(50_000));
/// assert_eq!(report.reason, StopReason::Nodes);
/// assert_eq!(report.stats.nodes, 50_000);
/// assert_eq!(report.iterations.len() as u32, report.depth);
/// ```
#[derive(Debug, Clone)]
pub struct IterativeDeepening<S> {
    inner: S,
}

impl<S> IterativeDeepening<S> {
    /// Deepens this strategy.
    pub const fn new(inner: S) -> Self {
        Self { inner }
    }

    search_methods!();
}

fn deepen<G: Game>(
    inner: &mut dyn FixedDepth<G>,
    mut root: Root<'_, G>,
    limits: &Limits,
    observer: &mut dyn Observer<G::Move>,
) -> Report<G::Move> {
    let deepest = limits.depth_to_search();
    let mut state = SearchState::new(limits, observer);
    inner.begin();
    let mut done: Option<Report<G::Move>> = None;
    let mut iterations = Vec::new();
    let mut reason = StopReason::Depth;
    for depth in limits.first_depth()..=deepest {
        let (before, start) = (state.stats(), state.checkpoint());
        state.begin_iteration(depth);
        let Ok(score) = root.value(inner, depth, &mut state) else {
            reason = state.stop_reason();
            break;
        };
        let report = root.report(&state, Ok(score), depth);
        if let Some(iteration) = row(&report, before.nodes) {
            state.notify(|watch| watch.iteration(&iteration));
            iterations.push(iteration);
        }
        done = Some(report);
        let is_proven = inner.is_exact() || state.proves(score);
        if start.is_complete_until(state.checkpoint()) || is_proven && is_decided(score, depth) {
            reason = StopReason::Solved;
            break;
        }
        let soft_nodes = limits.soft_nodes().filter(|_| depth < deepest);
        if soft_nodes.is_some_and(|nodes| state.budget.spent() >= nodes) {
            reason = StopReason::Nodes;
            break;
        }
        let soft_time = limits.soft_time().filter(|_| depth < deepest);
        if soft_time.is_some_and(|time| state.budget.is_past(time)) {
            reason = StopReason::Time;
            break;
        }
    }
    let report = match done {
        // With several lines, all count or none.
        Some(report) if root.lines > 1 => report,
        Some(report) => with_better_move(report, &state),
        None => root.report(&state, Err(Stopped), 0),
    };
    let is_exact = report.is_exact && inner.is_exact();
    Report {
        reason,
        is_exact,
        iterations,
        stats: Stats {
            deepest_ply: report.stats.deepest_ply,
            ..state.stats()
        },
        elapsed: state.budget.elapsed(),
        ..report
    }
}

/// Returns the report of the last complete iteration, but with the move of the stopped one if that is better: the stopped iteration
/// searched the previous best move first, and then found one with a higher score.
fn with_better_move<M: Copy + Eq>(report: Report<M>, state: &SearchState<'_, M>) -> Report<M> {
    let is_searched = state.root.first == report.best_move;
    let better = state.root.best.filter(|_| is_searched);
    let Some((better, score)) = better.filter(|(mv, _)| Some(*mv) != report.best_move) else {
        return report;
    };
    // A loss is not proven while some moves were not searched.
    let is_lost = matches!(score.kind(), ScoreKind::LostIn(_));
    let line = state.line_from_root();
    Report {
        best_move: Some(better),
        score: if is_lost { report.score } else { Some(score) },
        line: if line.first() == Some(&better) {
            line
        } else {
            Line::from_iter([better])
        },
        is_exact: false,
        ..report
    }
}

/// Returns `true` for a win or loss within the depth, which is final: a shallower iteration would have found a nearer one.
fn is_decided(score: Score, depth: u32) -> bool {
    match score.kind() {
        ScoreKind::Centipawns(_) => false,
        ScoreKind::WonIn(plies) | ScoreKind::LostIn(plies) => plies <= depth,
    }
}

fn row<M: Copy>(report: &Report<M>, nodes_before: u64) -> Option<Iteration<M>> {
    Some(Iteration {
        deepest_ply: report.stats.deepest_ply,
        other_lines: report.other_lines.clone(),
        nodes: report.stats.nodes - nodes_before,
        elapsed: report.elapsed,
        ..Iteration::new(report.depth, report.score?, report.line.clone())?
    })
}

impl<G: Game, S: FixedDepth<G>> Strategy<G> for IterativeDeepening<S> {
    fn name(&self) -> String {
        format!("{}+deepening", self.inner.name())
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        Root::search(position, limits, |root| {
            deepen(&mut self.inner, root, limits, observer)
        })
    }

    fn fixed_depth(&mut self) -> Option<&mut dyn FixedDepth<G>> {
        Some(&mut self.inner)
    }

    passes_on!(self => self.inner, G: new_game);
}

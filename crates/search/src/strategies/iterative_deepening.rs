//! Iterative deepening: depth 1, then 2, then 3, until the limits are reached.
//!
//! **Idea.** Each iteration costs a few times the one before, so repeating the shallow ones is cheap, and each leaves
//! behind the line to try first, and a full table. A search that may be stopped at any time then always has an answer.
//!
//! **Invariant.** The report is that of the last iteration that was completed; one that was stopped is forgotten.
//!
//! **Cost.** In trees with good ordering often less than one search at the last depth.
//!
//! **Source.** Slate and Atkin, "Chess 4.5", 1977; Korf, "Depth-first iterative-deepening", 1985.

use crate::budget::{StopReason, Stopped};
use crate::game::Game;
use crate::limits::Limits;
use crate::observer::Observer;
use crate::report::Report;
use crate::search_state::SearchState;
use crate::stats::Iteration;
use crate::strategy::{FixedDepth, Strategy};
use crate::window::Window;
use plywood_eval::{Score, Verdict};

/// Deepens any fixed-depth strategy step by step.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, IterativeDeepening, Limits, StopReason, Strategy};
///
/// let mut search = IterativeDeepening::new(AlphaBeta::new(ConnectFour::estimate));
/// let report = search.search(&ConnectFour::new(), &Limits::nodes(50_000));
/// assert_eq!(report.reason, StopReason::Nodes);
/// assert_eq!(report.stats.explored, 50_000);
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

    fn deepen<G: Game, W: Observer<G::Move> + ?Sized>(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut W,
    ) -> Report<G::Move>
    where
        S: FixedDepth<G>,
    {
        let moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Report::game_over(ending.score(0));
        }
        let fallback = moves.first().copied();
        let deepest = limits.depth_to_search();
        let mut state = SearchState::new(limits, observer);
        self.inner.begin();
        let mut done: Option<Report<G::Move>> = None;
        let mut iterations = Vec::new();
        let mut reason = StopReason::Depth;
        for depth in deepest.min(1)..=deepest {
            let before = state.stats();
            state.restart(state.line());
            let Ok(score) = self.inner.value(position, depth, Window::OPEN, &mut state) else {
                reason = state.stop_reason();
                break;
            };
            state.left_root(score);
            let report = state.report(Ok(score), depth, fallback);
            let iteration = row(&report, before.explored);
            state.completed(&iteration);
            iterations.push(iteration);
            done = Some(report);
            let reached_horizon =
                state.stats().evaluated + state.stats().saved > before.evaluated + before.saved;
            if !reached_horizon || is_decided(score, depth) {
                reason = StopReason::Solved;
                break;
            }
        }
        let report = done.unwrap_or_else(|| state.report(Err(Stopped), 0, fallback));
        let is_exact = report.is_exact && self.inner.is_exact();
        Report {
            reason,
            is_exact,
            iterations,
            stats: state.stats(),
            elapsed: state.elapsed(),
            ..report
        }
    }
}

/// A win or loss within the depth searched does not change any more: nothing nearer was found on the way.
fn is_decided(score: Score, depth: u32) -> bool {
    match score.verdict() {
        Verdict::Centipawns(_) => false,
        Verdict::WonIn(plies) | Verdict::LostIn(plies) => plies <= depth,
    }
}

fn row<M: std::fmt::Display>(report: &Report<M>, explored_before: u64) -> Iteration {
    Iteration {
        depth: report.depth,
        score: report.score.unwrap_or(Score::DRAW),
        best_move: report
            .best_move
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default(),
        explored: report.stats.explored - explored_before,
        elapsed: report.elapsed,
    }
}

impl<G: Game, S: FixedDepth<G>> Strategy<G> for IterativeDeepening<S> {
    fn name(&self) -> String {
        format!("iterative deepening of {}", self.inner.name())
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        if observer.is_silent() {
            self.deepen(position, limits, &mut ())
        } else {
            self.deepen(position, limits, observer)
        }
    }
}

//! [`Run`]: one search of a comparison; and [`Compared`], all searches of one position.

use crate::checksum::Checksum;
use crate::games::LabGame;
use crate::journal::Item;
use crate::numbers::share;
use plywood_console::Failure;
use plywood_search::{ComparisonRow, Score, StopReason};
use serde::{Deserialize, Serialize};

/// All searches of one position, as a journal records them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// The number of the position, from 0.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// The text it was read from.
    pub text: String,
    /// A run for each strategy and depth, in this order.
    pub runs: Vec<Run>,
}

impl Compared {
    /// The deepest completed search of a strategy; for a strategy that never completes by itself, such as Monte Carlo tree
    /// search, the last search.
    #[must_use]
    pub fn deepest(&self, strategy: usize) -> Option<&Run> {
        let finished = self.runs_of(strategy).filter(|run| run.is_finished);
        finished.last().or_else(|| self.runs_of(strategy).last())
    }

    fn runs_of(&self, strategy: usize) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(move |run| run.strategy == strategy)
    }

    /// The position, read again.
    pub(super) fn position<G: LabGame>(&self) -> Result<G, Failure> {
        let read = G::read_line(&self.text).map(|(_, position)| position);
        read.or_else(|_| G::read(&self.text))
    }
}

impl Item for Compared {
    const NAMES: [&'static str; 2] = ["position", "positions"];

    fn number(&self) -> usize {
        self.number
    }

    fn fingerprint(&self) -> u64 {
        let start = Checksum::new().with(self.text.as_bytes());
        let add = |sum: Checksum, run: &Run| {
            let mv = run.best_move.as_deref().unwrap_or_default();
            sum.with(mv.as_bytes()).with(&run.explored.to_le_bytes())
        };
        self.runs.iter().fold(start, add).number()
    }
}

/// One search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The number of the strategy.
    pub strategy: usize,
    /// The requested depth.
    pub depth: u32,
    /// Whether the search was completed.
    pub is_finished: bool,
    /// Whether the strategy promises the score of minimax with the same evaluation at the horizon, where quiescence is part
    /// of that evaluation; see `same_value`.
    pub is_exact: bool,
    /// The best move, if the game is not over.
    pub best_move: Option<String>,
    /// Its score from the point of view of the side to move.
    pub score: Option<Score>,
    /// The score as the game writes it.
    pub score_text: Option<String>,
    /// The nodes explored, including quiescence.
    pub explored: u64,
    /// The nodes explored in quiescence.
    pub quiescence: u64,
    /// The calls of the evaluator.
    pub evaluated: u64,
    /// The nodes that were answered by the table.
    pub saved: u64,
    /// The nodes at which moves were cut off.
    pub cutoffs: u64,
    /// The nodes at which the first move caused the cut-off.
    pub first_move_cutoffs: u64,
    /// The effective branching factor: that of a full tree of this depth with as many nodes. Only for strategies with a score.
    pub branching_factor: Option<f64>,
    /// The time it took; the median, if it was measured several times.
    pub seconds: f64,
    /// The shortest and the longest measured time.
    pub seconds_range: [f64; 2],
    /// The principal variation.
    pub line: Vec<String>,
    /// How many times fewer nodes than minimax, if both searches were completed and have a score.
    pub fewer_nodes: Option<f64>,
    /// Whether the score is that of minimax, under the same condition.
    pub same_value: Option<bool>,
}

impl Run {
    pub(super) fn new<G: LabGame>(
        (strategy, depth): (usize, u32),
        position: &G,
        row: &ComparisonRow<G::Move>,
    ) -> Self {
        let report = &row.report;
        let stats = report.stats;
        // A solved game ends before the depth, and a random strategy has no score.
        let has_depth =
            report.reason == StopReason::Depth && report.score.is_some() && report.depth > 0;
        let seconds = report.elapsed.as_secs_f64();
        Self {
            strategy,
            depth,
            is_finished: report.is_complete(),
            is_exact: report.is_exact,
            best_move: report.best_move.map(|mv| position.written(mv)),
            score: report.score,
            score_text: report.score.map(G::score_text),
            explored: stats.explored,
            quiescence: stats.quiescence,
            evaluated: stats.evaluated,
            saved: stats.saved,
            cutoffs: stats.cutoffs,
            first_move_cutoffs: stats.first_move_cutoffs,
            branching_factor: has_depth.then(|| stats.branching_factor(report.depth)),
            seconds,
            seconds_range: [seconds; 2],
            line: written_line(position, &report.line),
            fewer_nodes: row.fewer_nodes,
            same_value: row.same_value,
        }
    }

    /// Sets the times that were measured, of which there is at least one.
    pub(super) fn set_times(&mut self, mut times: Vec<f64>) {
        times.sort_by(f64::total_cmp);
        self.seconds = times[times.len() / 2];
        self.seconds_range = [times[0], times[times.len() - 1]];
    }

    /// The share of nodes that the table answered.
    #[must_use]
    pub fn saved_share(&self) -> f64 {
        share(self.saved, self.explored)
    }

    /// The share of cut-offs caused by the first move, if there were any.
    #[must_use]
    pub fn first_move_share(&self) -> Option<f64> {
        (self.cutoffs > 0).then(|| share(self.first_move_cutoffs, self.cutoffs))
    }
}

fn written_line<G: LabGame>(position: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut written = Vec::with_capacity(line.len());
    for &mv in line {
        written.push(position.written(mv));
        position = position.after(mv);
    }
    written
}

//! [`Comparison`]: the moves, scores and costs of strategies on the same positions at the same depths.

mod drawn;
mod report;
mod page;

use crate::games::{LabGame, NamedStrategy};
use crate::numbers::share;
use crate::show::shown_score::ShownScore;
use drawn::{Board, DrawnTree};
use plywood_search::{self as search, ComparisonRow, Limits, StopReason};
use serde::Serialize;

/// The positions, strategies and depths to compare.
///
/// ```
/// use plywood_lab::{Comparing, LabGame};
/// use plywood_search::games::TicTacToe;
///
/// let comparing = Comparing {
///     positions: vec![("X.. .O. ...".to_owned(), TicTacToe::read("X.. .O. ...")?)],
///     strategies: vec![TicTacToe::named_strategy("minimax", None)?, TicTacToe::named_strategy("alpha-beta", None)?],
///     depth: 4,
///     most_nodes: None,
///     most_drawn: 0,
/// };
/// let comparison = comparing.run(&mut |_| ());
/// let [minimax, alpha_beta] = [0, 1].map(|strategy| comparison.deepest(0, strategy).unwrap());
/// assert_eq!(minimax.score, alpha_beta.score);
/// assert!(alpha_beta.explored < minimax.explored);
/// assert_eq!(comparison.to_csv().lines().count(), 1 + 2 * 4);
/// # Ok::<(), plywood_lab::Failure>(())
/// ```
#[derive(Debug)]
pub struct Comparing<G: LabGame> {
    /// The positions with their names.
    pub positions: Vec<(String, G)>,
    /// The strategies.
    pub strategies: Vec<NamedStrategy<G>>,
    /// Every depth from 1 to this one is searched.
    pub depth: u32,
    /// The node limit of each search; a search that reaches it is unfinished.
    pub most_nodes: Option<u64>,
    /// The trees of the first position are drawn to the greatest depth at which the full tree has at most this many nodes.
    pub most_drawn: usize,
}

/// The strategy that the others are compared with.
const REFERENCE: &str = "minimax";

/// The result of a comparison.
#[derive(Debug, Clone, Serialize)]
pub struct Comparison {
    /// The game.
    pub game: &'static str,
    /// The names of the positions.
    pub positions: Vec<String>,
    /// The names of the strategies.
    pub strategies: Vec<String>,
    /// The greatest requested depth.
    pub depth: u32,
    /// A run for each position, strategy and depth, in this order.
    pub runs: Vec<Run>,
    #[serde(skip)]
    boards: Vec<Board>,
    #[serde(skip)]
    trees: Vec<DrawnTree>,
}

/// One search.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Run {
    /// The number of the position.
    pub position: usize,
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
    pub score: Option<ShownScore>,
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
    /// The time it took.
    pub seconds: f64,
    /// The principal variation.
    pub line: Vec<String>,
    /// How many times fewer nodes than minimax, if both searches were completed and have a score.
    pub fewer_nodes: Option<f64>,
    /// Whether the score is that of minimax, under the same condition.
    pub same_value: Option<bool>,
}

impl<G: LabGame> Comparing<G> {
    /// Runs the comparison, and reports each search before it starts.
    pub fn run(&self, progress: &mut dyn FnMut(&str)) -> Comparison {
        let mut runs = Vec::new();
        for (number, (name, position)) in self.positions.iter().enumerate() {
            for depth in 1..=self.depth {
                let mut each = |strategy: &str| {
                    progress(&format!("{strategy}, depth {depth}, {name}"));
                };
                let searches = self.searches(position, depth).before_each(&mut each);
                let rows = searches.rows().enumerate();
                runs.extend(
                    rows.map(|(strategy, row)| Run::new((number, strategy, depth), position, &row)),
                );
            }
        }
        runs.sort_by_key(|run| (run.position, run.strategy, run.depth));
        let names = |named: &NamedStrategy<G>| named.name().to_owned();
        let mut comparison = Comparison {
            game: G::NAME,
            positions: self
                .positions
                .iter()
                .map(|(name, _)| name.clone())
                .collect(),
            strategies: self.strategies.iter().map(names).collect(),
            depth: self.depth,
            runs,
            boards: Vec::new(),
            trees: Vec::new(),
        };
        if self.most_drawn > 0 {
            comparison.boards = drawn::boards(self, &comparison);
            comparison.trees = drawn::trees(self, progress);
        }
        comparison
    }

    /// All strategies on one position to one depth.
    fn searches<'a>(&'a self, position: &'a G, depth: u32) -> search::Comparison<'a, G> {
        let mut searches =
            search::Comparison::new(position, Limits::depth(depth)).against(REFERENCE);
        for named in &self.strategies {
            let limits = self.limits(named, depth);
            searches = searches.strategy_within(named.name(), named.strategy(), limits);
        }
        searches
    }

    /// The limits of a search, combined with the strategy's own.
    fn limits(&self, named: &NamedStrategy<G>, depth: u32) -> Limits {
        let own = named.limits();
        let depth = own.depth.map_or(depth, |own| own.min(depth));
        let nodes = [own.nodes, self.most_nodes].into_iter().flatten().min();
        let limits = Limits::depth(depth);
        let limits = nodes.map_or(limits.clone(), |nodes| limits.with_nodes(nodes));
        own.time
            .map_or(limits.clone(), |time| limits.with_time(time))
    }
}

impl Run {
    fn new<G: LabGame>(
        (number, strategy, depth): (usize, usize, u32),
        position: &G,
        row: &ComparisonRow<G::Move>,
    ) -> Self {
        let report = &row.report;
        let stats = report.stats;
        // A solved game ends before the depth, and a random strategy has no score.
        let has_depth =
            report.reason == StopReason::Depth && report.score.is_some() && report.depth > 0;
        Self {
            position: number,
            strategy,
            depth,
            is_finished: report.is_complete(),
            is_exact: report.is_exact,
            best_move: report.best_move.map(|mv| position.written(mv)),
            score: report.score.map(ShownScore),
            explored: stats.explored,
            quiescence: stats.quiescence,
            evaluated: stats.evaluated,
            saved: stats.saved,
            cutoffs: stats.cutoffs,
            first_move_cutoffs: stats.first_move_cutoffs,
            branching_factor: has_depth.then(|| stats.branching_factor(report.depth)),
            seconds: report.elapsed.as_secs_f64(),
            line: written_line(position, &report.line),
            fewer_nodes: row.fewer_nodes,
            same_value: row.same_value,
        }
    }

    /// The share of nodes that the table answered.
    #[must_use]
    pub fn saved_share(&self) -> f64 {
        share(self.saved, self.explored)
    }

    /// Whether the value is that of minimax, in a word.
    fn agreement(&self) -> &'static str {
        match self.same_value {
            Some(true) => "same",
            Some(false) => "other",
            None => "–",
        }
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

impl Comparison {
    /// The deepest completed search of a strategy on a position; for a strategy that never completes by itself,
    /// such as Monte Carlo tree search, the last search.
    #[must_use]
    pub fn deepest(&self, position: usize, strategy: usize) -> Option<&Run> {
        let finished = self
            .runs_of(position, strategy)
            .filter(|run| run.is_finished);
        finished
            .last()
            .or_else(|| self.runs_of(position, strategy).last())
    }

    fn runs_of(&self, position: usize, strategy: usize) -> impl Iterator<Item = &Run> {
        let is_wanted = move |run: &&Run| run.position == position && run.strategy == strategy;
        self.runs.iter().filter(is_wanted)
    }
}

//! [`ComparisonRow`]: one search of a comparison as plain data; and [`Finding`], by which two searches are compared.

use crate::budget::StopReason;
use crate::game::Game;
use crate::report::Report;
use plywood_eval::Score;
use std::fmt;
use thiserror::Error;

/// One search of a [`Comparison`](crate::Comparison): what it found, and at what cost.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ComparisonRow {
    /// The number of the position, from 0. As data it is left out for the first one.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "is_first_position")
    )]
    pub position: usize,
    /// The number of the strategy, from 0.
    pub strategy: usize,
    /// The depth that was asked for, if any.
    pub depth: Option<u32>,
    /// Whether the search did all that was asked of it.
    pub is_finished: bool,
    /// Why it did not, if that is known.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub unfinished: Option<Unfinished>,
    /// Whether the strategy promises the score of minimax at this depth with the same evaluation at the horizon, where
    /// quiescence is part of that evaluation. Such a strategy with quiescence may differ from a minimax without it:
    /// see `same_value`.
    pub is_exact: bool,
    /// The best move, if the game is not over.
    pub best_move: Option<String>,
    /// Its score from the side to move's view, if the strategy has one.
    pub score: Option<Score>,
    /// The score as people write it for this game.
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
    /// That of a full tree of this depth with as many nodes; only for strategies with a score.
    pub branching_factor: Option<f64>,
    /// The time it took; the median, if it was measured several times.
    pub seconds: f64,
    /// The shortest and the longest measured time.
    pub seconds_range: [f64; 2],
    /// The principal variation.
    pub line: Vec<String>,
    /// How many times fewer nodes than the reference; below 1 if there were more. `None` without a reference, or if one
    /// of the two searches is unfinished or has no score.
    pub fewer_nodes: Option<f64>,
    /// Whether the score is the reference's. `None` in the same cases as above.
    pub same_value: Option<bool>,
}

#[cfg(feature = "serde")]
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the serializer passes a reference"
)]
fn is_first_position(number: &usize) -> bool {
    *number == 0
}

/// Why a search of a comparison is unfinished: a limit, or a fault of the strategy.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Unfinished {
    /// A limit ended it, or somebody did.
    #[error("{reason}")]
    Stopped {
        /// Which one.
        reason: StopReason,
        /// The depth that was completed.
        depth: u32,
    },
    /// The strategy panicked.
    #[error("it panicked: {0}")]
    Panicked(String),
    /// The strategy chose a move that is not legal.
    #[error("it chose {0}, which is not legal")]
    IllegalMove(String),
    /// The strategy says that it is done and chose no move, though the game is not over.
    #[error("it chose no move")]
    NoMove,
    /// The strategy searched many more nodes than it may.
    #[error("it searched {found} nodes, and its limit was {limit}")]
    Nodes {
        /// The nodes that it searched.
        found: u64,
        /// Its limit.
        limit: u64,
    },
}

impl ComparisonRow {
    /// The row of a report; `written` writes a move that is legal in a position.
    pub(super) fn new<G: Game>(
        place: (usize, usize, Option<u32>),
        position: &G,
        report: &Report<G::Move>,
        written: &dyn Fn(&G, G::Move) -> String,
    ) -> Self {
        let (number, strategy, depth) = place;
        let stats = report.stats;
        let unfinished = unfinished(position, report);
        let is_legal = !matches!(unfinished, Some(Unfinished::IllegalMove(_)));
        // A solved game ends before the depth, and a random strategy has no score.
        let has_depth =
            report.reason == StopReason::Depth && report.score.is_some() && report.depth > 0;
        let seconds = report.elapsed.as_secs_f64();
        Self {
            position: number,
            strategy,
            depth,
            is_finished: unfinished.is_none(),
            unfinished,
            is_exact: report.is_exact,
            best_move: report
                .best_move
                .filter(|_| is_legal)
                .map(|mv| written(position, mv)),
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
            line: written_line(position, &report.line, written),
            fewer_nodes: None,
            same_value: None,
        }
    }

    /// Compares the search with that of the reference.
    pub(super) fn compare(&mut self, reference: &Self) {
        let pair = self.finding().zip(reference.finding());
        self.fewer_nodes = pair.map(|(found, reference)| found.times_fewer_nodes(reference));
        self.same_value = pair.map(|(found, reference)| found.has_value_of(reference));
    }

    fn finding(&self) -> Option<Finding> {
        let score = self.score.filter(|_| self.is_finished)?;
        let nodes = self.explored;
        Some(Finding { score, nodes })
    }

    /// Counts these times of the same search, too.
    pub(super) fn add_times(&mut self, mut times: Vec<f64>) {
        times.push(self.seconds);
        times.sort_by(f64::total_cmp);
        self.seconds = times[times.len() / 2];
        self.seconds_range = [times[0], times[times.len() - 1]];
    }

    /// A strategy's last completed search among those of one position, with the depth rising; for a strategy that never
    /// completes by itself, such as Monte Carlo tree search, its last one.
    #[must_use]
    pub fn deepest(rows: &[Self], strategy: usize) -> Option<&Self> {
        let mut own = rows.iter().rev().filter(|row| row.strategy == strategy);
        let last = own.clone().next();
        own.find(|row| row.is_finished).or(last)
    }

    /// The share of nodes that the table answered.
    #[must_use]
    pub fn saved_share(&self) -> f64 {
        real(self.saved) / real(self.explored.max(1))
    }

    /// The share of cut-offs caused by the first move, if there were any.
    #[must_use]
    pub fn first_move_share(&self) -> Option<f64> {
        (self.cutoffs > 0).then(|| real(self.first_move_cutoffs) / real(self.cutoffs))
    }

    /// The names of the columns of [`csv`](Self::csv), after the first ones.
    pub const CSV_HEAD: &'static str = "depth,finished,exact,move,score,explored,quiescence,evaluated,saved,cutoffs,\
        first_move_cutoffs,branching_factor,seconds,fastest,slowest,line,fewer_nodes,same_value";

    /// The row as a line of comma-separated values, of which the first are these. What is not known is left empty.
    #[must_use]
    pub fn csv(&self, first: &[&str]) -> String {
        fn field(value: Option<impl fmt::Display>) -> String {
            csv_field(&value.map(|value| value.to_string()).unwrap_or_default())
        }
        let decimals = |value: Option<f64>| field(value.map(|value| format!("{value:.4}")));
        let [fastest, slowest] = self.seconds_range;
        let seconds = |seconds: f64| format!("{seconds:.6}");
        let values = [
            field(self.depth),
            self.is_finished.to_string(),
            self.is_exact.to_string(),
            field(self.best_move.as_ref()),
            field(self.score_text.as_ref()),
            self.explored.to_string(),
            self.quiescence.to_string(),
            self.evaluated.to_string(),
            self.saved.to_string(),
            self.cutoffs.to_string(),
            self.first_move_cutoffs.to_string(),
            decimals(self.branching_factor),
            seconds(self.seconds),
            seconds(fastest),
            seconds(slowest),
            csv_field(&self.line.join(" ")),
            decimals(self.fewer_nodes),
            field(self.same_value),
        ];
        let fields = first.iter().map(|text| csv_field(text)).chain(values);
        fields.collect::<Vec<_>>().join(",") + "\n"
    }
}

/// Why a search is unfinished, if it is.
fn unfinished<G: Game>(position: &G, report: &Report<G::Move>) -> Option<Unfinished> {
    let moves = position.legal_moves();
    match report.best_move {
        Some(mv) if !moves.contains(&mv) => Some(Unfinished::IllegalMove(mv.to_string())),
        Some(_) | None if !report.is_complete() => Some(Unfinished::Stopped {
            reason: report.reason,
            depth: report.depth,
        }),
        None if position.ending(&moves).is_none() => Some(Unfinished::NoMove),
        Some(_) | None => None,
    }
}

/// The line, as far as its moves are legal.
fn written_line<G: Game>(
    position: &G,
    line: &[G::Move],
    written: &dyn Fn(&G, G::Move) -> String,
) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::with_capacity(line.len());
    for &mv in line {
        if !position.legal_moves().contains(&mv) {
            break;
        }
        texts.push(written(&position, mv));
        position = position.after(mv);
    }
    texts
}

/// A text as a field of comma-separated values (RFC 4180): one with a comma, a quotation mark or a line break is quoted.
#[must_use]
pub fn csv_field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// A count as a real number, for a ratio or a plot.
#[expect(
    clippy::cast_precision_loss,
    reason = "read by people, to a few digits"
)]
pub(super) fn real(count: u64) -> f64 {
    count as f64
}

/// What a completed search found, and how many nodes that took.
///
/// A [`Comparison`](crate::Comparison) makes one of each report. Programs that run their searches in another way, such as a
/// server, compare by the same rule.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBeta, Finding, Limits, Minimax, Strategy};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let minimax = Minimax::new(Tree::estimate).search(&tree, &Limits::depth(2));
/// let alpha_beta = AlphaBeta::new(Tree::estimate).search(&tree, &Limits::depth(2));
/// let [reference, found] = [Finding::of(&minimax), Finding::of(&alpha_beta)]
///     .map(|finding| finding.expect("it was completed"));
/// assert!(found.has_value_of(reference));
/// assert_eq!(found.times_fewer_nodes(reference), 13.0 / 11.0);
///
/// let stopped =
///     Minimax::new(Tree::estimate).search(&tree, &Limits::depth(2).with_nodes(3));
/// assert_eq!(Finding::of(&stopped), None);
/// # Ok::<(), plywood_search::games::ParseTreeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finding {
    /// The score.
    pub score: Score,
    /// The nodes explored.
    pub nodes: u64,
}

impl Finding {
    /// `None` if the search was stopped early or has no score: then there is nothing to compare.
    #[must_use]
    pub fn of<M>(report: &Report<M>) -> Option<Self> {
        let score = report.score.filter(|_| report.is_complete())?;
        Some(Self {
            score,
            nodes: report.stats.explored,
        })
    }

    /// How many times fewer nodes it took than the reference; below 1 if it took more.
    #[must_use]
    pub fn times_fewer_nodes(self, reference: Self) -> f64 {
        real(reference.nodes) / real(self.nodes.max(1))
    }

    /// Whether the score is the reference's.
    #[must_use]
    pub fn has_value_of(self, reference: Self) -> bool {
        self.score == reference.score
    }
}

//! [`ComparisonRow`]: one search of a comparison as plain data; and [`Finding`], which compares two searches.

use crate::budget::StopReason;
use crate::fault::Fault;
use crate::game::Game;
use crate::report::Report;
use crate::stats::Stats;
use plywood_eval::Score;
use plywood_report::number::real;
use plywood_report::plot::Unit;
use plywood_report::{Cell, Columns};
use std::fmt;
use thiserror::Error;

/// The place of a search in a comparison: the numbers of its position, of its depth, and of its strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) position: usize,
    pub(super) depth: usize,
    pub(super) strategy: usize,
}

/// One search of a [`Comparison`](crate::Comparison): its result and its cost.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ComparisonRow {
    /// The number of the position, from 0. Serialization omits it for the first one.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "is_first_position")
    )]
    pub position: usize,
    /// The number of the strategy, from 0. In JSON it is `strategy`.
    #[cfg_attr(feature = "serde", serde(rename = "strategy"))]
    pub number: usize,
    /// The name of the strategy. In JSON it is `name`.
    #[cfg_attr(feature = "serde", serde(rename = "name", default))]
    pub strategy: String,
    /// The requested depth, if any; a shallower one if the strategy has that limit itself.
    pub depth: Option<u32>,
    /// `true` if the search did everything it was asked to do.
    pub is_finished: bool,
    /// The reason it didn't, if known.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub unfinished: Option<Unfinished>,
    /// `true` if the strategy promises minimax's score at this depth with the same evaluation at the horizon, where quiescence is part of
    /// that evaluation. Such a strategy with quiescence may differ from a minimax without it: see `same_value`.
    pub is_exact: bool,
    /// The best move, if the game is not over.
    pub best_move: Option<String>,
    /// Its score from the side to move's point of view, if the strategy has one.
    pub score: Option<Score>,
    /// The score in the game's notation.
    pub score_text: Option<String>,
    /// The counts of the search.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub stats: Stats,
    /// The number of different positions among the nodes, if they were counted: see [`distinct_positions`](crate::distinct_positions).
    #[cfg_attr(feature = "serde", serde(default))]
    pub distinct: Option<u64>,
    /// The branching factor of a full tree of this depth with as many nodes; only for strategies with a score.
    pub branching_factor: Option<f64>,
    /// The time it took; the median, if it was measured several times.
    pub seconds: f64,
    /// The shortest and the longest measured time.
    pub seconds_range: [f64; 2],
    /// The principal variation.
    pub line: Vec<String>,
    /// The reference's nodes divided by this row's; below 1 if this row took more. `None` without a reference, or if one of the two
    /// searches is unfinished or has no score.
    pub fewer_nodes: Option<f64>,
    /// `true` if the score is the reference's. `None` in the same cases.
    pub same_value: Option<bool>,
    /// `true` if the best move is the reference's. `None` in the same cases.
    #[cfg_attr(feature = "serde", serde(default))]
    pub same_move: Option<bool>,
}

#[cfg(feature = "serde")]
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the serializer passes a reference"
)]
fn is_first_position(number: &usize) -> bool {
    *number == 0
}

/// The reason a search is unfinished: a limit, or a fault of the strategy.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Unfinished {
    /// A limit or the user ended it.
    #[error("{reason}")]
    Stopped {
        /// The limit.
        reason: StopReason,
        /// The completed depth.
        depth: u32,
    },
    /// The strategy misbehaved.
    #[error(transparent)]
    #[cfg_attr(feature = "serde", serde(untagged))]
    Fault(#[from] Fault),
}

/// The property of the reference that the rows of a comparison should share: its value or its move.
///
/// Exact strategies with the same evaluator must find the same value; a different one is a bug. With different evaluators the values differ
/// anyway, so compare the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Agreement {
    /// The value.
    #[default]
    Value,
    /// The move.
    Move,
}

impl Agreement {
    /// Returns the property to compare for strategies with these evaluators: the value if they all share one, otherwise the move.
    #[must_use]
    pub fn with_evaluators<T: PartialEq>(names: impl IntoIterator<Item = T>) -> Self {
        let mut names = names.into_iter();
        let first = names.next();
        if names.all(|name| first.as_ref() == Some(&name)) {
            Self::Value
        } else {
            Self::Move
        }
    }

    /// Returns `true` if a row agrees with the reference; `None` unless both are complete.
    #[must_use]
    pub const fn of(self, row: &ComparisonRow) -> Option<bool> {
        match self {
            Self::Value => row.same_value,
            Self::Move => row.same_move,
        }
    }
}

/// The heading of the column: `same value` or `same move`.
impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Value => "same value",
            Self::Move => "same move",
        })
    }
}

impl ComparisonRow {
    /// Returns the row of a report; `written` writes a legal move of a position.
    pub(super) fn new<G: Game>(
        (place, strategy, depth): (Place, &str, Option<u32>),
        position: &G,
        report: &Report<G::Move>,
        written: &dyn Fn(&G, G::Move) -> String,
    ) -> Self {
        let stats = report.stats;
        let unfinished = unfinished(position, report);
        let best_move = report.legal_move(position).ok();
        // A solved game ends before the depth, and a random strategy has no score.
        let has_depth =
            report.reason == StopReason::Depth && report.score.is_some() && report.depth > 0;
        let reached = has_depth.then_some(report.depth);
        let depth = depth.map(|asked| reached.map_or(asked, |reached| asked.min(reached)));
        let seconds = report.elapsed.as_secs_f64();
        Self {
            position: place.position,
            number: place.strategy,
            strategy: strategy.to_owned(),
            depth,
            is_finished: unfinished.is_none(),
            unfinished,
            is_exact: report.is_exact,
            best_move: best_move.map(|mv| written(position, mv)),
            score: report.score,
            score_text: report.score.map(G::score_text),
            stats,
            distinct: None,
            branching_factor: has_depth.then(|| stats.branching_factor(report.depth)),
            seconds,
            seconds_range: [seconds; 2],
            line: written_line(position, &report.line, written),
            fewer_nodes: None,
            same_value: None,
            same_move: None,
        }
    }

    /// Compares the search with the reference's.
    pub(super) fn compare(&mut self, reference: &Self) {
        let compared = self.compared(reference);
        self.fewer_nodes = compared.map(|(times, ..)| times);
        self.same_value = compared.map(|(_, is_same, _)| is_same);
        self.same_move = compared.map(|(.., is_same)| is_same);
    }

    /// Returns how many times fewer nodes this search took than another one, and whether its value and its move are the same; `None` unless
    /// both are complete.
    pub(super) fn compared(&self, other: &Self) -> Option<(f64, bool, bool)> {
        let (own, others) = self.finding().zip(other.finding())?;
        let has_same_move = self.best_move == other.best_move;
        Some((
            own.times_fewer_nodes(others),
            own.has_value_of(others),
            has_same_move,
        ))
    }

    fn finding(&self) -> Option<Finding> {
        let score = self.score.filter(|_| self.is_finished)?;
        let nodes = self.stats.nodes;
        Some(Finding { score, nodes })
    }

    /// Includes these times of the same search.
    pub(super) fn add_times(&mut self, mut times: Vec<f64>) {
        times.push(self.seconds);
        times.sort_by(f64::total_cmp);
        self.seconds = times[times.len() / 2];
        self.seconds_range = [times[0], times[times.len() - 1]];
    }

    /// Returns a strategy's last completed search of one position, given its searches by rising depth. For a strategy that never completes
    /// by itself, such as Monte Carlo tree search, it's the last one.
    #[must_use]
    pub fn deepest(rows: &[Self], number: usize) -> Option<&Self> {
        let mut own = rows.iter().rev().filter(|row| row.number == number);
        let last = own.clone().next();
        own.find(|row| row.is_finished).or(last)
    }

    /// Returns the columns of a table of searches: in text the numbers to compare, on pages a few more, and in comma-separated values all
    /// of them. There `position` turns a position's number into text.
    #[must_use]
    pub fn columns<'a>(
        agreement: Agreement,
        position: impl Fn(usize) -> String + 'a,
    ) -> Columns<'a, &'a Self> {
        let measured = |unit, value: Option<f64>, decimals| {
            value.map(|value| Cell::measured(unit, value, decimals))
        };
        let seconds = |seconds| Cell::measured(Unit::Seconds, seconds, 9);
        Columns::new()
            .data("position", move |row: &&Self| position(row.position))
            .text("strategy", |row| {
                Cell::from(&row.strategy).colored(row.number)
            })
            .named("strategy")
            .data("depth", |row| row.depth)
            .data("finished", |row| row.is_finished)
            .data("exact", |row| row.is_exact)
            .number("move", |row| row.best_move.as_ref())
            .named("move")
            .number("score", |row| {
                let score = row.score.zip(row.score_text.as_deref());
                // Wins are sorted above estimates.
                score.map(|(score, text)| Cell::ordered(text, f64::from(score.packed())))
            })
            .named("score")
            .number("depth", |row| row.depth_text())
            .number("nodes", |row| row.stats.nodes)
            .named("nodes")
            .data("quiescence", |row| row.stats.quiescence)
            .number("evaluated", |row| row.stats.evaluated)
            .named("evaluated")
            .data("leaves", |row| row.stats.leaves())
            .data("distinct", |row| row.distinct)
            .number("saved", |row| row.stats.saved)
            .named("saved")
            .number("cut-offs", |row| row.stats.cutoffs)
            .named("cutoffs")
            .data("first_move_cutoffs", |row| row.stats.first_move_cutoffs)
            .number("by the first move", move |row| {
                measured(Unit::Share, row.stats.first_move_share(), 4)
            })
            .for_pages()
            .number("branching", move |row| {
                measured(Unit::Number, row.branching_factor, 4)
            })
            .for_pages()
            .named("branching_factor")
            .number("time", move |row| {
                Cell::from(time_text(row.seconds, row.seconds_range))
                    .with_data(seconds(row.seconds))
            })
            .named("seconds")
            .data("fastest", move |row| seconds(row.seconds_range[0]))
            .data("slowest", move |row| seconds(row.seconds_range[1]))
            .data("line", |row| row.line.join(" "))
            .number("fewer nodes", move |row| {
                measured(Unit::Decimals(1), row.fewer_nodes, 4)
            })
            .named("fewer_nodes")
            .data("same_value", |row| row.same_value)
            .data("same_move", |row| row.same_move)
            .number("exact", |row| row.is_exact)
            .number(agreement.to_string(), move |row| agreement.of(row))
            .text("line", |row| row.line.join(" "))
            .for_pages()
    }

    /// Returns the depth, with the reason if it was not completed; empty for a search without a score.
    fn depth_text(&self) -> Option<Cell> {
        let text = match (&self.unfinished, self.depth) {
            (None, asked) => return asked.filter(|_| self.score.is_some()).map(Cell::from),
            (Some(Unfinished::Stopped { reason, depth }), Some(asked)) => {
                format!("{depth} of {asked} ({reason})")
            }
            (Some(Unfinished::Stopped { reason, depth: 0 }), None) => reason.to_string(),
            (Some(Unfinished::Stopped { reason, depth }), None) => format!("{depth} ({reason})"),
            (Some(Unfinished::Fault(_)), asked) => {
                asked.map_or_else(|| "failed".to_owned(), |depth| format!("{depth} (failed)"))
            }
        };
        Some(text.into())
    }

    /// Returns the strategy's fault, if it failed; being stopped is not a failure.
    #[must_use]
    pub fn fault(&self) -> Option<&Fault> {
        match &self.unfinished {
            Some(Unfinished::Fault(fault)) => Some(fault),
            Some(Unfinished::Stopped { .. }) | None => None,
        }
    }
}

/// Returns why a search is unfinished, if it is.
fn unfinished<G: Game>(position: &G, report: &Report<G::Move>) -> Option<Unfinished> {
    match report.legal_move(position) {
        Err(Fault::NoMove) | Ok(_) if !report.is_complete() => Some(Unfinished::Stopped {
            reason: report.reason,
            depth: report.depth,
        }),
        // Nobody moves at the end of a game, or where chance does.
        Err(Fault::NoMove)
            if position.waits_for_chance()
                || position.ending_in_search(&position.legal_moves()).is_some() =>
        {
            None
        }
        Err(fault) => Some(fault.into()),
        Ok(_) => None,
    }
}

/// Returns the line, up to its first illegal move.
fn written_line<G: Game>(
    position: &G,
    line: &[G::Move],
    written: &dyn Fn(&G, G::Move) -> String,
) -> Vec<String> {
    let mut position = position.clone();
    let next = |&mv: &G::Move| {
        let text = position.legal_moves().contains(&mv);
        let text = text.then(|| written(&position, mv))?;
        position = position.after(mv);
        Some(text)
    };
    line.iter().map_while(next).collect()
}

/// Returns a median time with the range of its measurements, if there are several; `None` below a millisecond, where it says little.
pub(super) fn time_text(seconds: f64, [fastest, slowest]: [f64; 2]) -> Option<String> {
    let [time, low, high] = [seconds, fastest, slowest].map(|it| Unit::Seconds.text(it));
    let range = (low != high).then(|| format!(" [{low}, {high}]"));
    (seconds >= 0.001).then(|| time + &range.unwrap_or_default())
}

/// The result of a completed search and its number of nodes.
///
/// A [`Comparison`](crate::Comparison) makes one from each report. A program that runs its own searches, such as a server, can use it to
/// compare by the same rule.
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
    /// Returns the finding of a report; `None` if the search was stopped early or has no score, and so can't be compared.
    #[must_use]
    pub fn of<M>(report: &Report<M>) -> Option<Self> {
        let score = report.score.filter(|_| report.is_complete())?;
        Some(Self {
            score,
            nodes: report.stats.nodes,
        })
    }

    /// Returns the reference's nodes divided by this search's; below 1 if this one took more.
    #[must_use]
    pub fn times_fewer_nodes(self, reference: Self) -> f64 {
        real(reference.nodes) / real(self.nodes.max(1))
    }

    /// Returns `true` if the score equals the reference's.
    #[must_use]
    pub fn has_value_of(self, reference: Self) -> bool {
        self.score == reference.score
    }
}

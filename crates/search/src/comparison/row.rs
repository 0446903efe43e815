//! [`ComparisonRow`]: one search of a comparison as plain data; and [`Finding`], by which two searches are compared.

use crate::budget::StopReason;
use crate::fault::Fault;
use crate::game::Game;
use crate::report::Report;
use crate::stats::Stats;
use plywood_eval::Score;
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

/// One search of a [`Comparison`](crate::Comparison): what it found, and at what cost.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ComparisonRow {
    /// The number of the position, from 0. As data it is left out for the first one.
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
    /// What the search did.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub stats: Stats,
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
    /// Whether the best move is the reference's. `None` in the same cases as above.
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

/// The reason for which a search of a comparison is unfinished: a limit, or a fault of the strategy.
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
    /// The strategy misbehaved.
    #[error(transparent)]
    #[cfg_attr(feature = "serde", serde(untagged))]
    Fault(#[from] Fault),
}

/// What the rows of a comparison are asked: do they agree with the reference's value, or with its move?
///
/// With one evaluator, exact strategies find one value, and a different one is a fault. Different evaluators have different values, and
/// the question is the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Agreement {
    /// On the value.
    #[default]
    Value,
    /// On the move.
    Move,
}

impl Agreement {
    /// Returns the question for strategies with these evaluators: the value if they all have the same one, or else the move.
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

    /// Returns whether a row agrees with the reference, if both were completed.
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
    /// The row of a report; `written` writes a move that is legal in a position.
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
            branching_factor: has_depth.then(|| stats.branching_factor(report.depth)),
            seconds,
            seconds_range: [seconds; 2],
            line: written_line(position, &report.line, written),
            fewer_nodes: None,
            same_value: None,
            same_move: None,
        }
    }

    /// Compares the search with that of the reference.
    pub(super) fn compare(&mut self, reference: &Self) {
        let pair = self.finding().zip(reference.finding());
        self.fewer_nodes = pair.map(|(found, reference)| found.times_fewer_nodes(reference));
        self.same_value = pair.map(|(found, reference)| found.has_value_of(reference));
        self.same_move = pair.map(|_| self.best_move == reference.best_move);
    }

    fn finding(&self) -> Option<Finding> {
        let score = self.score.filter(|_| self.is_finished)?;
        let nodes = self.stats.nodes;
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
    pub fn deepest(rows: &[Self], number: usize) -> Option<&Self> {
        let mut own = rows.iter().rev().filter(|row| row.number == number);
        let last = own.clone().next();
        own.find(|row| row.is_finished).or(last)
    }

    /// The columns of a table of searches. People see the numbers that they compare, pages more of them, and comma-separated values have
    /// all; there `position` names the position with a number.
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
            .number("time", move |row| seconds(row.seconds))
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

    /// The depth, with the reason if it was not completed. A search without a score has none.
    fn depth_text(&self) -> Option<Cell> {
        let text = match (&self.unfinished, self.depth) {
            (None, asked) => return asked.filter(|_| self.score.is_some()).map(Cell::from),
            (Some(Unfinished::Stopped { reason, depth }), Some(asked)) => {
                format!("{depth} of {asked} ({reason})")
            }
            (Some(Unfinished::Stopped { reason, depth }), None) => format!("{depth} ({reason})"),
            (Some(Unfinished::Fault(_)), asked) => {
                asked.map_or_else(|| "failed".to_owned(), |depth| format!("{depth} (failed)"))
            }
        };
        Some(text.into())
    }

    /// How the strategy failed, if it did; to be stopped is no failure.
    #[must_use]
    pub fn fault(&self) -> Option<&Fault> {
        match &self.unfinished {
            Some(Unfinished::Fault(fault)) => Some(fault),
            Some(Unfinished::Stopped { .. }) | None => None,
        }
    }
}

/// Why a search is unfinished, if it is.
fn unfinished<G: Game>(position: &G, report: &Report<G::Move>) -> Option<Unfinished> {
    match report.legal_move(position) {
        Err(Fault::NoMove) | Ok(_) if !report.is_complete() => Some(Unfinished::Stopped {
            reason: report.reason,
            depth: report.depth,
        }),
        Err(Fault::NoMove) if position.ending_in_search(&position.legal_moves()).is_some() => None,
        Err(fault) => Some(fault.into()),
        Ok(_) => None,
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
            nodes: report.stats.nodes,
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

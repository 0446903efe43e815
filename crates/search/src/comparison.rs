//! [`Comparison`]: several strategies search the same position, and a table shows what each of them found at what cost.

use crate::game::Game;
use crate::limits::Limits;
use crate::report::Report;
use crate::strategy::Strategy;
use plywood_eval::Score;
use std::fmt;

/// Strategies to compare on one position.
///
/// The strategies search one after the other, each within the same limits, and each is dropped when its search is done.
/// One of them can be the reference for the others, usually minimax.
///
/// ```
/// use plywood_search::games::TicTacToe;
/// use plywood_search::{AlphaBeta, Comparison, Limits, Minimax, Score};
///
/// let board: TicTacToe = "X.. .O. ...".parse()?;
/// let draw = |_: &TicTacToe| Score::DRAW;
/// let table = Comparison::new(&board, Limits::depth(7))
///     .strategy("minimax", Minimax::new(draw))
///     .strategy("alpha-beta", AlphaBeta::new(draw))
///     .against("minimax")
///     .run();
/// println!("{table}");
/// let alpha_beta = &table.rows[1];
/// assert_eq!(alpha_beta.same_value, Some(true));
/// assert!(alpha_beta.fewer_nodes > Some(5.0));
/// # Ok::<(), plywood_search::games::ParseTicTacToeError>(())
/// ```
#[must_use = "nothing is searched before `run` or `rows`"]
pub struct Comparison<'a, G: Game> {
    position: &'a G,
    limits: Limits,
    contenders: Vec<Contender<'a, G>>,
    reference: Option<String>,
    before_each: Box<dyn FnMut(&str) + 'a>,
}

struct Contender<'a, G: Game> {
    name: String,
    strategy: Box<dyn Strategy<G> + 'a>,
    limits: Limits,
}

/// One strategy's row of a [`Comparison`].
#[derive(Debug, Clone, PartialEq)]
pub struct ComparisonRow<M> {
    /// The name under which the strategy was added.
    pub strategy: String,
    /// Whether this is the strategy that the others are compared with.
    pub is_reference: bool,
    /// What the search found. Its `is_exact` is what the strategy guarantees: the score is what minimax returns at this
    /// depth with the same evaluation at the horizon. A quiescence search is part of that evaluation, so an exact
    /// strategy with quiescence may differ from a minimax without it; `same_value` shows whether it does.
    pub report: Report<M>,
    /// The score as people write it for this game; `None` if the strategy has no score.
    pub score_text: Option<String>,
    /// How many times fewer nodes than the reference; below 1 if there were more. `None` without a reference, or if one
    /// of the two searches was stopped early or has no score.
    pub fewer_nodes: Option<f64>,
    /// Whether the score is the reference's. `None` in the same cases as above.
    pub same_value: Option<bool>,
}

impl<'a, G: Game> Comparison<'a, G> {
    /// A comparison on this position; every strategy searches within these limits.
    pub fn new(position: &'a G, limits: Limits) -> Self {
        Self {
            position,
            limits,
            contenders: Vec::new(),
            reference: None,
            before_each: Box::new(|_| ()),
        }
    }

    /// Adds a strategy under a name. It may be boxed, as those of a
    /// [`Catalog`](crate::strategies::Catalog) are.
    pub fn strategy(self, name: &str, strategy: impl Strategy<G> + 'a) -> Self {
        let limits = self.limits.clone();
        self.strategy_within(name, strategy, limits)
    }

    /// Adds a strategy with limits of its own.
    pub fn strategy_within(
        mut self,
        name: &str,
        strategy: impl Strategy<G> + 'a,
        limits: Limits,
    ) -> Self {
        self.contenders.push(Contender {
            name: name.to_owned(),
            strategy: Box::new(strategy),
            limits,
        });
        self
    }

    /// Compares all strategies with the one of this name. If there is none, the rows are not compared with anything.
    pub fn against(self, name: &str) -> Self {
        Self {
            reference: Some(name.to_owned()),
            ..self
        }
    }

    /// Calls the function with a strategy's name before its search begins, to show progress.
    pub fn before_each(self, function: impl FnMut(&str) + 'a) -> Self {
        Self {
            before_each: Box::new(function),
            ..self
        }
    }

    /// Runs all searches.
    #[must_use]
    pub fn run(self) -> ComparisonTable<G::Move> {
        self.rows().collect()
    }

    /// Runs the searches one by one, whenever the iterator is asked for a row. Drop the iterator to end the comparison.
    ///
    /// The rows come in the order in which the strategies were added. The reference is searched first, so that every row
    /// can be compared with it.
    ///
    /// ```
    /// use plywood_search::games::ConnectFour;
    /// use plywood_search::strategies::Catalog;
    /// use plywood_search::{Comparison, ComparisonTable, Limits};
    ///
    /// let catalog = Catalog::for_any_game();
    /// let start = ConnectFour::new();
    /// let mut comparison = Comparison::new(&start, Limits::depth(4).with_nodes(5_000)).against("minimax");
    /// for name in catalog.names() {
    ///     comparison = comparison.strategy(name, catalog.by_name(name, ConnectFour::estimate)?);
    /// }
    /// let rows = comparison.rows().inspect(|row| println!("{} is done", row.strategy));
    /// let table: ComparisonTable<_> = rows.collect();
    /// # Ok::<(), plywood_search::strategies::UnknownStrategy>(())
    /// ```
    pub fn rows(self) -> impl Iterator<Item = ComparisonRow<G::Move>> + use<'a, G> {
        let mut contenders: Vec<_> = self.contenders.into_iter().map(Some).collect();
        let is_reference = |contender: &&mut Option<Contender<'a, G>>| {
            let name = contender.as_ref().map(|contender| &contender.name);
            name == self.reference.as_ref()
        };
        let reference = self.reference.as_ref().and_then(|_| {
            let mut all = contenders.iter_mut();
            all.find(is_reference).and_then(Option::take)
        });
        Rows {
            position: self.position,
            waiting: contenders.into_iter(),
            reference,
            reference_row: None,
            before_each: self.before_each,
        }
    }
}

/// The searches still to be done.
struct Rows<'a, G: Game> {
    position: &'a G,
    /// The strategies in their order; `None` is the reference.
    waiting: std::vec::IntoIter<Option<Contender<'a, G>>>,
    /// The reference, until it is searched.
    reference: Option<Contender<'a, G>>,
    reference_row: Option<ComparisonRow<G::Move>>,
    before_each: Box<dyn FnMut(&str) + 'a>,
}

impl<G: Game> Rows<'_, G> {
    fn search(&mut self, mut contender: Contender<'_, G>) -> (String, Report<G::Move>) {
        (self.before_each)(&contender.name);
        let report = contender.strategy.search(self.position, &contender.limits);
        (contender.name, report)
    }
}

impl<G: Game> Iterator for Rows<'_, G> {
    type Item = ComparisonRow<G::Move>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(reference) = self.reference.take() {
            let (name, report) = self.search(reference);
            self.reference_row = Some(ComparisonRow {
                is_reference: true,
                ..ComparisonRow::new::<G>(name, report.clone(), Some(&report))
            });
        }
        let Some(contender) = self.waiting.next()? else {
            return self.reference_row.clone();
        };
        let (name, report) = self.search(contender);
        let reference = self.reference_row.as_ref().map(|row| &row.report);
        Some(ComparisonRow::new::<G>(name, report, reference))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.waiting.size_hint()
    }
}

impl<M> ComparisonRow<M> {
    fn new<G: Game<Move = M>>(
        strategy: String,
        report: Report<M>,
        reference: Option<&Report<M>>,
    ) -> Self {
        let pair = Finding::of(&report).zip(reference.and_then(Finding::of));
        Self {
            strategy,
            is_reference: false,
            score_text: report.score.map(G::score_text),
            fewer_nodes: pair.map(|(found, reference)| found.times_fewer_nodes(reference)),
            same_value: pair.map(|(found, reference)| found.has_value_of(reference)),
            report,
        }
    }
}

impl<G: Game> fmt::Debug for Comparison<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.contenders.iter().map(|contender| &contender.name);
        f.debug_struct("Comparison")
            .field("limits", &self.limits)
            .field("strategies", &names.collect::<Vec<_>>())
            .field("reference", &self.reference)
            .finish_non_exhaustive()
    }
}

/// What a completed search found, and how many nodes that took.
///
/// A [`Comparison`] makes one of each report. Programs that run their searches in another way, such as a
/// server, compare by the same rule.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBeta, Finding, Limits, Minimax, Strategy};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let minimax = Minimax::new(Tree::estimate).search(&tree, &Limits::depth(2));
/// let alpha_beta = AlphaBeta::new(Tree::estimate).search(&tree, &Limits::depth(2));
/// let [reference, found] = [Finding::of(&minimax), Finding::of(&alpha_beta)].map(|finding| finding.expect("it was completed"));
/// assert!(found.has_value_of(reference));
/// assert_eq!(found.times_fewer_nodes(reference), 13.0 / 11.0);
///
/// let stopped = Minimax::new(Tree::estimate).search(&tree, &Limits::depth(2).with_nodes(3));
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
    #[expect(
        clippy::cast_precision_loss,
        reason = "read by people, to a few digits"
    )]
    pub fn times_fewer_nodes(self, reference: Self) -> f64 {
        reference.nodes as f64 / self.nodes.max(1) as f64
    }

    /// Whether the score is the reference's.
    #[must_use]
    pub fn has_value_of(self, reference: Self) -> bool {
        self.score == reference.score
    }
}

/// The rows of a [`Comparison`], as data; its `Display` is a table for people.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBeta, Comparison, Limits, Minimax, Random};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let table = Comparison::new(&tree, Limits::depth(2))
///     .strategy("random", Random)
///     .strategy("minimax", Minimax::new(Tree::estimate))
///     .strategy("alpha-beta", AlphaBeta::new(Tree::estimate))
///     .against("minimax")
///     .run();
/// let rows: Vec<_> = table.to_string().lines().map(|line| line.chars().take(49).collect::<String>()).collect();
/// assert_eq!(rows[..4], [
///     "strategy    move  score  depth  nodes  evaluated ",
///     "random         2      –      –      1          0 ",
///     "minimax        1      3      2     13          0 ",
///     "alpha-beta     1      3      2     11          0 ",
/// ]);
/// # Ok::<(), plywood_search::games::ParseTreeError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ComparisonTable<M> {
    /// A row for each strategy, in the order in which they were added.
    pub rows: Vec<ComparisonRow<M>>,
}

impl<M> ComparisonTable<M> {
    /// The row of the strategy that the others are compared with, if there is one.
    #[must_use]
    pub fn reference(&self) -> Option<&ComparisonRow<M>> {
        self.rows.iter().find(|row| row.is_reference)
    }
}

impl<M> FromIterator<ComparisonRow<M>> for ComparisonTable<M> {
    fn from_iter<I: IntoIterator<Item = ComparisonRow<M>>>(rows: I) -> Self {
        Self {
            rows: rows.into_iter().collect(),
        }
    }
}

const HEADINGS: [&str; 12] = [
    "strategy",
    "move",
    "score",
    "depth",
    "nodes",
    "evaluated",
    "saved",
    "cut-offs",
    "seconds",
    "fewer nodes",
    "exact",
    "same value",
];

/// What a cell shows if there is nothing to say.
const NOTHING: &str = "–";

impl<M: fmt::Display> fmt::Display for ComparisonTable<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<_> = self.rows.iter().map(cells).collect();
        let mut widths = HEADINGS.map(|heading| heading.chars().count());
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        write_row(f, &widths, &HEADINGS.map(str::to_owned))?;
        for row in &rows {
            write_row(f, &widths, row)?;
        }
        if let Some(reference) = self.reference() {
            let name = &reference.strategy;
            writeln!(
                f,
                "\nfewer nodes: how many times fewer than {name}; exact: the strategy promises minimax's score with its own\n\
                 horizon evaluation; same value: as {name}'s"
            )?;
        }
        Ok(())
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, widths: &[usize], cells: &[String]) -> fmt::Result {
    for (number, (cell, &width)) in cells.iter().zip(widths).enumerate() {
        // Names to the left, numbers to the right.
        if number == 0 {
            write!(f, "{cell:<width$}")?;
        } else {
            write!(f, "  {cell:>width$}")?;
        }
    }
    writeln!(f)
}

fn cells<M: fmt::Display>(row: &ComparisonRow<M>) -> [String; HEADINGS.len()] {
    let report = &row.report;
    let stats = &report.stats;
    let yes_or_no = |answer| if answer { "yes" } else { "no" }.to_owned();
    let nothing = || NOTHING.to_owned();
    let depth = if report.is_complete() {
        report.depth.to_string()
    } else {
        format!("{} ({})", report.depth, report.reason)
    };
    [
        row.strategy.clone(),
        report
            .best_move
            .as_ref()
            .map_or_else(nothing, ToString::to_string),
        row.score_text.clone().unwrap_or_else(nothing),
        report.score.map_or_else(nothing, |_| depth),
        stats.explored.to_string(),
        stats.evaluated.to_string(),
        stats.saved.to_string(),
        stats.cutoffs.to_string(),
        format!("{:.3}", report.elapsed.as_secs_f64()),
        row.fewer_nodes
            .map_or_else(nothing, |times| format!("{times:.1}")),
        yes_or_no(report.is_exact),
        row.same_value.map_or_else(nothing, yes_or_no),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ConnectFour;
    use crate::strategies::alpha_beta::AlphaBeta;
    use crate::strategies::minimax::Minimax;
    use crate::strategies::random::Random;

    fn comparison(position: &ConnectFour, limits: Limits) -> Comparison<'_, ConnectFour> {
        Comparison::new(position, limits)
            .strategy("random", Random)
            .strategy("alpha-beta", AlphaBeta::new(ConnectFour::estimate))
            .strategy("minimax", Minimax::new(ConnectFour::estimate))
    }

    #[test]
    fn the_reference_is_searched_first_and_keeps_its_place() {
        let (board, mut order) = (ConnectFour::new(), Vec::new());
        let table = comparison(&board, Limits::depth(4))
            .against("minimax")
            .before_each(|name| order.push(name.to_owned()))
            .run();
        assert_eq!(order, ["minimax", "random", "alpha-beta"]);
        let [random, alpha_beta, minimax] = &table.rows[..] else {
            panic!("there are three rows: {table:?}");
        };
        assert_eq!((random.same_value, random.fewer_nodes), (None, None));
        assert_eq!(alpha_beta.same_value, Some(true));
        assert!(alpha_beta.fewer_nodes > Some(1.0));
        assert_eq!(
            (minimax.same_value, minimax.fewer_nodes),
            (Some(true), Some(1.0))
        );
        assert_eq!(table.reference(), Some(minimax));
    }

    #[test]
    fn what_was_stopped_is_not_compared() {
        let board = ConnectFour::new();
        let table = comparison(&board, Limits::depth(4).with_nodes(100))
            .against("minimax")
            .run();
        assert!(table.rows.iter().all(|row| row.same_value.is_none()));
        assert!(table.to_string().contains("(node limit)"), "{table}");
    }

    #[test]
    fn without_a_reference_there_are_only_reports() {
        let board = ConnectFour::new();
        for table in [
            comparison(&board, Limits::depth(2)).run(),
            comparison(&board, Limits::depth(2))
                .against("mini-max")
                .run(),
        ] {
            assert_eq!((table.rows.len(), table.reference()), (3, None));
            assert!(table.rows.iter().all(|row| row.fewer_nodes.is_none()));
        }
    }
}

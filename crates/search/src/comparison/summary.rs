//! [`ComparisonSummary`]: each strategy's results over all positions of a comparison.

use crate::comparison::conclusion::{Conclusion, Pair};
use crate::comparison::mean::Mean;
use crate::comparison::row::{Agreement, ComparisonRow, time_text};
use plywood_report::number::real;
use plywood_report::plot::{Curve, CurvePlot, CurvePoint, Picture, Unit};
use plywood_report::{Columns, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The means of a comparison over its positions.
///
/// It keeps only sums, so positions can be counted one by one and dropped.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, Comparison, Game, Limits, Minimax};
///
/// let start = ConnectFour::new();
/// let boards: Vec<_> =
///     start.legal_moves().iter().map(|&column| start.after(column)).collect();
/// let summary = Comparison::over(&boards, Limits::none())
///     .strategy("minimax", Minimax::new(ConnectFour::estimate))
///     .strategy("alpha-beta", AlphaBeta::new(ConnectFour::estimate))
///     .against("minimax")
///     .depths(1..=4)
///     .run()
///     .summary();
/// let means = summary.at(1, Some(4)).expect("it completed depth 4");
/// let saving = means.saving.expect("minimax did, too");
/// assert_eq!((saving.same, saving.compared), (7, 7));
/// let [low, high] = saving.interval.expect("there are seven positions");
/// assert!(2.0 < low && low < saving.times && saving.times < high);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ComparisonSummary {
    strategies: Vec<String>,
    count: usize,
    sums: Vec<StrategySums>,
    agreement: Agreement,
    pairs: Vec<Pair>,
    products: Vec<Product>,
}

/// The nodes of all strategies, each to its power, multiplied: a ratio, or the mean of several.
#[derive(Debug, Clone, PartialEq)]
struct Product {
    powers: Vec<f64>,
    depths: BTreeMap<Option<u32>, Mean>,
}

/// The geometric mean of a product over the positions.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ProductMean {
    /// The mean.
    pub value: f64,
    /// Its interval, which holds in 95 % of all cases for all products together; `None` for fewer than six positions.
    pub interval: Option<[f64; 2]>,
}

/// The means of one strategy, at one depth, over the positions it finished.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct DepthMeans {
    /// The number of the strategy.
    pub strategy: usize,
    /// The depth.
    pub depth: Option<u32>,
    /// The geometric mean of the nodes explored.
    pub nodes: f64,
    /// The geometric mean of the times.
    pub seconds: f64,
    /// The geometric means of the shortest and of the longest times, where times were measured several times.
    pub seconds_range: [f64; 2],
    /// The number of positions. This and the following fields are not serialized.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub positions: u64,
    /// The mean branching factor.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub branching: Option<f64>,
    /// The mean share of cutoffs by the first move.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub first_move_share: Option<f64>,
    /// The mean share of nodes that the table answered, if it answered any.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub saved_share: Option<f64>,
    /// The saving, if the reference finished on one of the positions.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub saving: Option<Saving>,
}

/// The nodes a strategy saves compared with the reference, over the positions both finished.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Saving {
    /// The geometric mean of the reference's nodes divided by the strategy's. Below 1 if it needs more.
    pub times: f64,
    /// The 95 % confidence interval of the mean over positions of this kind; `None` for fewer than three positions.
    pub interval: Option<[f64; 2]>,
    /// The number of positions both finished.
    pub compared: u64,
    /// The number of positions where the strategy found the reference's value, or its move.
    pub same: u64,
}

/// The sums over the positions of one strategy.
#[derive(Debug, Clone, PartialEq, Default)]
struct StrategySums {
    depths: BTreeMap<Option<u32>, Sums>,
    /// The sums of the deepest completed search of each position.
    deepest: Sums,
}

/// A strategy, a depth and the means there.
type Row = (usize, Option<u32>, Option<DepthMeans>);

#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Sums {
    nodes: Mean,
    leaves: Mean,
    distinct: Mean,
    seconds: Mean,
    fastest: Mean,
    slowest: Mean,
    branching: Mean,
    first_move: Mean,
    saved: Mean,
    fewer_nodes: Mean,
    same: u64,
}

impl ComparisonSummary {
    /// Makes a summary of strategies with these names, without positions.
    #[must_use]
    pub fn new(strategies: Vec<String>) -> Self {
        Self {
            sums: vec![StrategySums::default(); strategies.len()],
            count: 0,
            agreement: Agreement::default(),
            pairs: (1..strategies.len())
                .map(|row| Pair::new(row, row - 1))
                .collect(),
            products: Vec::new(),
            strategies,
        }
    }

    /// Also takes the means of products: in each, the nodes of each strategy have a power. With `[1.0, -1.0]`, the first of two strategies is
    /// divided by the second.
    #[must_use]
    pub fn multiplying(self, powers: impl IntoIterator<Item = Vec<f64>>) -> Self {
        let products = powers.into_iter().map(|powers| Product {
            powers,
            depths: BTreeMap::new(),
        });
        Self {
            products: products.collect(),
            ..self
        }
    }

    /// Concludes about each strategy and this one, instead of the one above it.
    #[must_use]
    pub fn against(self, number: usize) -> Self {
        let others = (0..self.strategies.len()).filter(|other| *other != number);
        Self {
            pairs: others.map(|other| Pair::new(other, number)).collect(),
            ..self
        }
    }

    /// Counts agreement with the reference by value (the default) or by move.
    #[must_use]
    pub fn agreeing_on(self, agreement: Agreement) -> Self {
        Self { agreement, ..self }
    }

    /// Returns the property that [`Saving::same`] counts.
    #[must_use]
    pub const fn agreement(&self) -> Agreement {
        self.agreement
    }

    /// Counts all searches of one position, sorted by rising depth.
    pub fn count(&mut self, rows: &[ComparisonRow]) {
        self.count += 1;
        for row in rows.iter().filter(|row| row.is_finished) {
            let depths = &mut self.sums[row.number].depths;
            depths
                .entry(row.depth)
                .or_default()
                .count(row, self.agreement);
        }
        for (strategy, sums) in self.sums.iter_mut().enumerate() {
            if let Some(deepest) = ComparisonRow::deepest(rows, strategy) {
                sums.deepest.count(deepest, self.agreement);
            }
        }
        for pair in &mut self.pairs {
            pair.count(rows, self.agreement);
        }
        for product in &mut self.products {
            product.count(rows);
        }
    }

    /// Returns the means of the [products](Self::multiplying) at a depth that all strategies finished on every position.
    #[must_use]
    pub fn products(&self, depth: Option<u32>) -> Option<Vec<ProductMean>> {
        let mean = |product: &Product| {
            let mean = product.depths.get(&depth)?;
            let is_whole = mean.count == self.count as u64;
            let is_enough = Conclusion::too_few(self.count).is_none();
            let interval = mean.interval(self.products.len()).filter(|_| is_enough);
            is_whole.then_some(ProductMean {
                value: mean.value()?.exp(),
                interval: interval.map(|ends| ends.map(f64::exp)),
            })
        };
        self.products.iter().map(mean).collect()
    }

    /// Returns what follows about each strategy and the one above it, or the one it's [compared against](Self::against), at the deepest
    /// depth that both finished on every position.
    ///
    /// Each compares the nodes of the same position. The intervals hold for all conclusions together.
    #[must_use]
    pub fn conclusions(&self) -> Vec<Conclusion> {
        self.pairs
            .iter()
            .filter_map(|pair| self.conclusion(pair))
            .collect()
    }

    fn conclusion(&self, pair: &Pair) -> Option<Conclusion> {
        let names = [pair.row, pair.other].map(|number| self.strategies[number].as_str());
        pair.conclusion(names, self.count, self.pairs.len(), self.agreement)
    }

    /// Returns the conclusions as sentences; for a few positions, that they're too few.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        if self.pairs.is_empty() {
            return Vec::new();
        }
        if let Some(sentence) = Conclusion::too_few(self.count) {
            return vec![sentence];
        }
        let deepest = self.depths().pop_last().flatten();
        let sentence = |pair: &Pair| {
            let [row, other] = [pair.row, pair.other].map(|number| &self.strategies[number]);
            match self.conclusion(pair) {
                None => format!(
                    "Nothing follows about {row} and {other}: there's no depth that both finished on every position."
                ),
                Some(it) if it.depth == deepest => it.to_string(),
                Some(it) => format!(
                    "At depth {}, the last that both finished: {it}",
                    it.depth.unwrap_or_default()
                ),
            }
        };
        let mut sentences: Vec<String> = self.pairs.iter().map(sentence).collect();
        if let several @ 2.. = sentences.len() {
            sentences.push(format!(
                "The intervals are 95 % for these {several} sentences together."
            ));
        }
        sentences
    }

    /// Returns the names of the strategies.
    #[must_use]
    pub fn strategies(&self) -> &[String] {
        &self.strategies
    }

    /// Returns the number of positions.
    #[must_use]
    pub const fn positions(&self) -> usize {
        self.count
    }

    /// Returns the means of each strategy at each depth that it completed on all positions in a measurable time.
    #[must_use]
    pub fn means(&self) -> Vec<DepthMeans> {
        let means = |strategy| self.means_of(strategy);
        (0..self.strategies.len()).flat_map(means).collect()
    }

    fn means_of(&self, strategy: usize) -> impl Iterator<Item = DepthMeans> {
        let depths = self.sums[strategy].depths.keys();
        let means = depths.filter_map(move |&depth| self.at(strategy, depth));
        // A time too short to measure has no geometric mean.
        let is_measured = |means: &DepthMeans| means.nodes > 0.0 && means.seconds_range[0] > 0.0;
        means
            .filter(is_measured)
            .filter(|means| means.positions == self.count as u64)
    }

    /// Returns the means of a strategy at a depth, if it completed that on any position.
    #[must_use]
    pub fn at(&self, strategy: usize, depth: Option<u32>) -> Option<DepthMeans> {
        let sums = self.sums[strategy].depths.get(&depth)?;
        Some(sums.means(strategy, depth))
    }

    /// Returns the means of a strategy's deepest completed searches, one of each position.
    #[must_use]
    pub fn deepest(&self, strategy: usize) -> DepthMeans {
        self.sums[strategy].deepest.means(strategy, None)
    }

    /// Plots the growth of the nodes with the depth.
    #[must_use]
    pub fn nodes_plot(&self) -> Picture {
        let of = |mean: &DepthMeans| (mean.nodes, [mean.nodes; 2]);
        self.plot("Nodes visited", Unit::Count, "", of)
    }

    /// Plots the growth of the time with the depth.
    #[must_use]
    pub fn seconds_plot(&self) -> Picture {
        let note = "; the median of several measurements, with their range";
        let of = |mean: &DepthMeans| (mean.seconds, mean.seconds_range);
        self.plot("Time taken", Unit::Seconds, note, of)
    }

    /// Draws a curve for each strategy, through means with the spread of their measurements.
    fn plot(
        &self,
        title: &str,
        unit: Unit,
        note: &str,
        of: fn(&DepthMeans) -> (f64, [f64; 2]),
    ) -> Picture {
        let means_of = match self.count {
            1 => String::new(),
            several => format!("; geometric mean of {several} positions"),
        };
        let plot = CurvePlot::new(title, "depth", unit)
            .note(&format!("on a logarithmic axis{means_of}{note}"));
        let point = |mean: DepthMeans| {
            let (value, range) = of(&mean);
            Some(CurvePoint {
                across: f64::from(mean.depth?),
                value,
                interval: range.into(),
            })
        };
        let strategies = self.strategies.iter().enumerate();
        strategies
            .fold(plot, |plot, (strategy, name)| {
                let points = self.means_of(strategy).filter_map(point);
                plot.curve(Curve::new(name, points))
            })
            .picture()
    }
}

impl Product {
    /// Counts all searches of one position.
    fn count(&mut self, rows: &[ComparisonRow]) {
        let finished = |number: usize| {
            let of = move |row: &&ComparisonRow| row.number == number && row.is_finished;
            rows.iter().filter(of)
        };
        for first in finished(0) {
            let powers = self.powers.iter().enumerate();
            let logarithms = powers.map(|(number, power)| {
                let row = finished(number).find(|row| row.depth == first.depth)?;
                Some(power * real(row.stats.nodes.max(1)).ln())
            });
            let sum = logarithms.sum::<Option<f64>>();
            self.depths.entry(first.depth).or_default().add(sum);
        }
    }
}

/// A row for each depth and strategy.
impl fmt::Display for ComparisonSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.table().to_text())?;
        writeln!(f, "\n{}", self.legend())?;
        for (number, sentence) in self.sentences().iter().enumerate() {
            let line = if number == 0 { "\n" } else { "" };
            writeln!(f, "{line}{sentence}")?;
        }
        Ok(())
    }
}

impl ComparisonSummary {
    /// Returns a row for each depth and strategy, grouped by depth.
    #[must_use]
    pub fn table(&self) -> Table {
        let groups = self.depths().into_iter().map(|depth| self.rows(depth));
        self.columns().grouped(groups)
    }

    /// Returns the rows of the greatest depth, with a bar for the nodes on a logarithmic axis.
    #[must_use]
    pub fn deepest_table(&self) -> Table {
        let rows: Vec<Row> = self.rows(self.depths().pop_last().flatten()).collect();
        let nodes = |row: &Row| row.2.map_or(0.0, |means| means.nodes.max(1.0).ln());
        let most = rows.iter().map(nodes).fold(1.0, f64::max);
        let bar = Columns::new().text("", move |row: &Row| bar(nodes(row) / most));
        self.columns().and(bar).table(rows)
    }

    fn depths(&self) -> BTreeSet<Option<u32>> {
        let depths = self.sums.iter().flat_map(|sums| sums.depths.keys());
        depths.copied().collect()
    }

    fn rows(&self, depth: Option<u32>) -> impl Iterator<Item = Row> {
        let row = move |strategy| (strategy, depth, self.at(strategy, depth));
        (0..self.strategies.len()).map(row)
    }

    fn columns(&self) -> Columns<'_, Row> {
        let saving = |means: Option<DepthMeans>| means.and_then(|means| means.saving);
        let is_counted = self.sums.iter().any(|sums| sums.deepest.distinct.count > 0);
        // A mean over the easy positions alone would mislead.
        let whole = |mean: &Mean| mean.count == self.count as u64;
        let counted = move |row: &Row, of: fn(&Sums) -> Mean| {
            let mean = self.sums[row.0].depths.get(&row.1).map(of);
            let logarithm = mean.filter(whole)?.value()?;
            Some(format!("{:.0}", logarithm.exp()))
        };
        let counts = is_counted.then(|| {
            Columns::new()
                .number("leaves", move |row| counted(row, |sums| sums.leaves))
                .number("distinct", move |row| counted(row, |sums| sums.distinct))
        });
        Columns::new()
            .text("strategy", |row: &Row| &self.strategies[row.0])
            .number("depth", |row| row.1)
            .number("finished", |row| row.2.map_or(0, |means| means.positions))
            .number("nodes", move |row| counted(row, |sums| sums.nodes))
            .and(counts.unwrap_or_default())
            .number("time", |row| {
                let means = row.2.filter(|it| it.positions == self.count as u64)?;
                time_text(means.seconds, means.seconds_range)
            })
            .number("fewer nodes", move |row| {
                saving(row.2).map(|saving| format!("{:.2}", saving.times))
            })
            .number("95 % interval", move |row| {
                let [low, high] = saving(row.2)?.interval?;
                Some(format!("{low:.2} to {high:.2}"))
            })
            .number(self.agreement.to_string(), move |row| {
                saving(row.2).map(|saving| format!("{} of {}", saving.same, saving.compared))
            })
    }

    /// Returns the explanation of the table's numbers.
    #[must_use]
    pub fn legend(&self) -> String {
        format!(
            "{} positions; nodes, time, fewer nodes: geometric means; fewer nodes, {}: where both finished",
            self.count, self.agreement
        )
    }
}

/// Draws a share of a bar, to half a letter.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share of a short bar"
)]
fn bar(share: f64) -> String {
    let halves = (share.clamp(0.0, 1.0) * 2.0 * BAR).round() as usize;
    "█".repeat(halves / 2) + ["", "▌"][halves % 2]
}

/// The length of the longest bar.
const BAR: f64 = 20.0;

impl Sums {
    fn count(&mut self, row: &ComparisonRow, agreement: Agreement) {
        let [fastest, slowest] = row.seconds_range;
        self.nodes.add(Some(real(row.stats.nodes).ln()));
        self.leaves.add(Some(real(row.stats.leaves().max(1)).ln()));
        self.distinct
            .add(row.distinct.map(|count| real(count).ln()));
        self.seconds.add(Some(row.seconds.ln()));
        self.fastest.add(Some(fastest.ln()));
        self.slowest.add(Some(slowest.ln()));
        self.branching.add(row.branching_factor);
        self.first_move.add(row.stats.first_move_share());
        self.saved
            .add(Some(row.stats.saved_share()).filter(|share| *share > 0.0));
        self.fewer_nodes.add(row.fewer_nodes.map(f64::ln));
        self.same += u64::from(agreement.of(row) == Some(true));
    }

    fn means(&self, strategy: usize, depth: Option<u32>) -> DepthMeans {
        let geometric = |logarithms: Mean| logarithms.value().map(f64::exp);
        let interval = self.fewer_nodes.interval(1);
        let saving = |times| Saving {
            times,
            interval: interval.map(|ends| ends.map(f64::exp)),
            compared: self.fewer_nodes.count,
            same: self.same,
        };
        DepthMeans {
            strategy,
            depth,
            nodes: geometric(self.nodes).unwrap_or_default(),
            seconds: geometric(self.seconds).unwrap_or_default(),
            seconds_range: [self.fastest, self.slowest]
                .map(|times| geometric(times).unwrap_or_default()),
            positions: self.nodes.count,
            branching: self.branching.value(),
            first_move_share: self.first_move.value(),
            saved_share: self.saved.value(),
            saving: geometric(self.fewer_nodes).map(saving),
        }
    }
}

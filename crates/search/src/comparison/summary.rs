//! [`ComparisonSummary`]: each strategy's results over all positions of a comparison.

use crate::comparison::row::{Agreement, ComparisonRow, real};
use plywood_report::plot::{Curve, CurvePlot, CurvePoint, Picture, Unit};
use plywood_report::{Cell, Columns, Table};
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

#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Sums {
    nodes: Mean,
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
            strategies,
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

/// A row for each depth and strategy.
impl fmt::Display for ComparisonSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.table().to_text())?;
        writeln!(f, "\n{}", self.legend())
    }
}

impl ComparisonSummary {
    /// Returns a row for each depth and strategy, grouped by depth.
    #[must_use]
    pub fn table(&self) -> Table {
        let depths = self.sums.iter().flat_map(|sums| sums.depths.keys());
        let depths: BTreeSet<Option<u32>> = depths.copied().collect();
        let rows = |depth| {
            let row = move |strategy| (strategy, depth, self.at(strategy, depth));
            (0..self.strategies.len()).map(row)
        };
        // A mean over the easy positions alone would mislead.
        let whole = |means: Option<DepthMeans>, of: fn(DepthMeans) -> Cell| {
            let is_whole = |means: &DepthMeans| means.positions == self.count as u64;
            means.filter(is_whole).map(of)
        };
        let saving = |means: Option<DepthMeans>| means.and_then(|means| means.saving);
        Columns::new()
            .text("strategy", |row: &(usize, _, _)| &self.strategies[row.0])
            .number("depth", |row| row.1)
            .number("finished", |row: &(_, _, Option<DepthMeans>)| {
                row.2.map_or(0, |means| means.positions)
            })
            .number("nodes", move |row| {
                whole(row.2, |means| format!("{:.0}", means.nodes).into())
            })
            .number("time", move |row| {
                whole(row.2, |means| Unit::Seconds.text(means.seconds).into())
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
            .grouped(depths.into_iter().map(rows))
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

impl Sums {
    fn count(&mut self, row: &ComparisonRow, agreement: Agreement) {
        let [fastest, slowest] = row.seconds_range;
        self.nodes.add(Some(real(row.stats.nodes).ln()));
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
        let interval = self.fewer_nodes.interval();
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

/// A running mean. The mean of logarithms is the geometric mean, which is used to compare ratios.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Mean {
    sum: f64,
    squares: f64,
    count: u64,
}

impl Mean {
    fn add(&mut self, value: Option<f64>) {
        if let Some(value) = value {
            self.sum += value;
            self.squares += value * value;
            self.count += 1;
        }
    }

    fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / real(self.count))
    }

    /// Returns the interval of 95 % around the mean, by Student's distribution.
    fn interval(self) -> Option<[f64; 2]> {
        let mean = self.value().filter(|_| self.count > 2)?;
        let freedom = real(self.count - 1);
        // Rounding can make it slightly negative.
        let variance = ((self.squares - self.sum * mean) / freedom).max(0.0);
        let margin = student(freedom) * (variance / real(self.count)).sqrt();
        Some([mean - margin, mean + margin])
    }
}

/// Returns the value that Student's distribution with two or more degrees of freedom exceeds on either side in 5 % of all cases, to 1 %:
/// the normal distribution's value, and four terms of Fisher's expansion.
fn student(freedom: f64) -> f64 {
    let terms = [1.589_9, 2.555_7, 2.822_5, 2.372_3, 1.959_964];
    terms.iter().fold(0.0, |sum, term| sum / freedom + term)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_student() {
        for (freedom, known) in [(2.0, 4.303), (3.0, 3.182), (9.0, 2.262), (199.0, 1.972)] {
            let found = student(freedom);
            assert!((found / known - 1.0_f64).abs() < 0.01, "{freedom}: {found}");
        }
        let mut mean = Mean::default();
        for value in [1.0, 2.0, 3.0] {
            mean.add(Some(value));
        }
        let [low, high] = mean.interval().expect("there are three");
        assert!(
            (low + 0.48).abs() < 0.02 && (high - 4.48).abs() < 0.02,
            "{low} {high}"
        );
    }

    #[test]
    fn means_of_nothing_are_none() {
        let mut mean = Mean::default();
        mean.add(None);
        assert_eq!((mean.value(), mean.interval()), (None, None));
    }
}

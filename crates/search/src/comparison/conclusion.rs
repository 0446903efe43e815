//! [`Conclusion`]: what follows from a comparison about two strategies.

use crate::comparison::mean::{Mean, normal};
use crate::comparison::row::{Agreement, ComparisonRow};
use plywood_report::counted;
use plywood_report::number::real;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// What follows about the nodes of two strategies, compared position by position. Its `Display` is a sentence.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, Comparison, Game, Limits, Minimax};
///
/// let start = ConnectFour::new();
/// let boards: Vec<_> =
///     start.legal_moves().iter().map(|&column| start.after(column)).collect();
/// let summary = Comparison::over(&boards, Limits::depth(4))
///     .strategy("minimax", Minimax::new(ConnectFour::estimate))
///     .strategy("alpha-beta", AlphaBeta::new(ConnectFour::estimate))
///     .run()
///     .summary();
/// assert_eq!(
///     summary.conclusions()[0].to_string(),
///     "alpha-beta visits 13 times fewer nodes than minimax (11 to 16, 7 positions)."
/// );
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Conclusion {
    /// The strategy.
    pub strategy: String,
    /// The strategy it is compared with.
    pub against: String,
    /// The depth.
    pub depth: Option<u32>,
    /// The number of positions.
    pub positions: u64,
    /// The number of independent positions that say as much: fewer, if neighboring ones are alike, as those of one game are.
    pub independent: f64,
    /// The geometric mean of the strategy's nodes divided by the other's.
    pub times: f64,
    /// The interval of the mean, which holds in 95 % of all cases for all conclusions together; `None` for fewer than six positions. Its ends
    /// are equal if the ratio is the same on every position.
    pub interval: Option<[f64; 2]>,
    /// The number of positions that would tell a difference of 3 % four times in five.
    pub positions_for_3_percent: f64,
    /// The number of positions where the two found another value, or another move if their evaluators differ.
    pub differing: u64,
    #[cfg_attr(feature = "serde", serde(skip))]
    agreement: Agreement,
}

impl Conclusion {
    /// The fewest positions from which anything follows.
    const FEWEST: usize = 6;

    /// Says that nothing follows from a number of positions, if they're too few.
    #[must_use]
    pub fn too_few(positions: usize) -> Option<String> {
        let count = counted(positions, "position");
        (positions < Self::FEWEST)
            .then(|| format!("Nothing follows from {count}; compare on six or more."))
    }
}

/// Two strategies to conclude about, by their numbers, and their ratios.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pair {
    pub(super) row: usize,
    pub(super) other: usize,
    depths: BTreeMap<Option<u32>, (Mean, u64)>,
}

impl Pair {
    pub(super) fn new(row: usize, other: usize) -> Self {
        Self {
            row,
            other,
            depths: BTreeMap::new(),
        }
    }

    /// Counts all searches of one position.
    pub(super) fn count(&mut self, rows: &[ComparisonRow], agreement: Agreement) {
        for row in rows.iter().filter(|row| row.number == self.row) {
            let is_other =
                |other: &&ComparisonRow| other.number == self.other && other.depth == row.depth;
            let other = rows.iter().find(is_other);
            let Some((fewer, same_value, same_move)) = other.and_then(|it| row.compared(it)) else {
                continue;
            };
            let is_same = match agreement {
                Agreement::Value => same_value,
                Agreement::Move => same_move,
            };
            let (ratio, differing) = self.depths.entry(row.depth).or_default();
            ratio.add(Some(-fewer.ln()));
            *differing += u64::from(!is_same);
        }
    }

    /// Returns what follows at the deepest depth that both finished on every position, if there is one; it's one of several conclusions.
    pub(super) fn conclusion(
        &self,
        [strategy, against]: [&str; 2],
        positions: usize,
        several: usize,
        agreement: Agreement,
    ) -> Option<Conclusion> {
        let mut depths = self.depths.iter().rev();
        let (depth, (ratio, differing)) =
            depths.find(|(_, (ratio, _))| ratio.count == positions as u64)?;
        let interval = ratio.interval(several);
        let deviation = ratio.variance().unwrap_or_default().sqrt();
        let alike = real(ratio.count) / ratio.independent();
        // The normal distribution exceeds 0.84 once in five times.
        let needed = ((normal(several) + 0.842) * deviation / 1.03_f64.ln()).powi(2) * alike;
        Some(Conclusion {
            strategy: strategy.to_owned(),
            against: against.to_owned(),
            depth: *depth,
            positions: ratio.count,
            independent: ratio.independent(),
            times: ratio.value()?.exp(),
            interval: interval
                .filter(|_| positions >= Conclusion::FEWEST)
                .map(|ends| ends.map(f64::exp)),
            positions_for_3_percent: needed.ceil(),
            differing: *differing,
            agreement,
        })
    }
}

impl Display for Conclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (strategy, against) = (&self.strategy, &self.against);
        let count = counted(self.positions, "position");
        let positions = if self.independent < real(self.positions) {
            let independent = self.independent.max(1.0);
            format!("{count}, which say as much as {independent:.0}, since neighbors are alike")
        } else {
            count
        };
        let (more, than) = change(self.times);
        let visits = format!("{strategy} visits {more} nodes {than} {against}");
        let said = match self.interval {
            None => format!("{visits} ({positions}, too few to tell)"),
            Some([low, high]) if low.total_cmp(&high).is_eq() => {
                format!("{visits} on each of {positions}")
            }
            Some([low, high]) if low <= 1.0 && high >= 1.0 => {
                let range = format!("{} to {}", change(low).0, change(high).0);
                let needed = self.positions_for_3_percent;
                if high.max(1.0 / low) <= 1.03 {
                    format!(
                        "{strategy} visits as many nodes as {against}, within 3 % ({range}, {positions})"
                    )
                } else {
                    let would = |needed| {
                        format!("; about {needed} would tell 3 % apart four times in five")
                    };
                    let needed = (needed > real(self.positions)).then(|| would(rounded(needed)));
                    format!(
                        "{strategy} against {against} is undecided: {range} nodes ({positions}){}",
                        needed.unwrap_or_default()
                    )
                }
            }
            Some(ends) => format!("{visits} ({}, {positions})", range(self.times, ends)),
        };
        f.write_str(&said)?;
        if self.differing > 0 {
            let what = match self.agreement {
                Agreement::Value => "value",
                Agreement::Move => "move",
            };
            write!(f, ", and finds another {what} on {}", self.differing)?;
        }
        f.write_str(".")
    }
}

/// Says by how much a number of nodes differs, `14 % more`, `21 times fewer`, `2.5 times as many`, and the word that follows.
fn change(times: f64) -> (String, &'static str) {
    let (amount, is_percent) = amount(times, times);
    match (times.total_cmp(&1.0), is_percent) {
        (Ordering::Equal, _) => ("as many".to_owned(), "as"),
        (Ordering::Less, true) => (format!("{amount} % fewer"), "than"),
        (Ordering::Less, false) => (format!("{amount} times fewer"), "than"),
        (Ordering::Greater, true) => (format!("{amount} % more"), "than"),
        (Ordering::Greater, false) => (format!("{amount} times as many"), "as"),
    }
}

/// Says the interval of a change in the change's unit: `10 to 18 %`.
fn range(times: f64, interval: [f64; 2]) -> String {
    let [one, other] = interval.map(|end| amount(end, times).0);
    let (least, most) = if times < 1.0 {
        (other, one)
    } else {
        (one, other)
    };
    let unit = if amount(times, times).1 { " %" } else { "" };
    format!("{least} to {most}{unit}")
}

/// Returns a change in the unit that fits `times`: in percent (`true`) up to twice or half as many, and otherwise as a multiple.
fn amount(change: f64, times: f64) -> (String, bool) {
    if (0.5..2.0).contains(&times) {
        let percent = (change - 1.0).abs() * 100.0;
        let decimals = usize::from(percent < 9.95);
        return (format!("{percent:.decimals$}"), true);
    }
    let multiple = if times < 1.0 { 1.0 / change } else { change };
    let decimals = usize::from(multiple < 9.95);
    (format!("{multiple:.decimals$}"), false)
}

/// Rounds a number of positions up to two digits.
fn rounded(positions: f64) -> String {
    let unit = 10_f64.powf((positions.log10().floor() - 1.0).max(0.0));
    let rounded = (positions / unit).ceil() * unit;
    if rounded > 1e6 {
        "millions".to_owned()
    } else {
        format!("{rounded:.0}")
    }
}

//! Samples: their means with intervals of 95 %, and the positions they're taken from.

use std::fmt;

use plywood::{Game, Position};

/// A mean with its interval of 95 %.
#[derive(Clone, Copy)]
pub(crate) struct Mean {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Mean {
    /// The mean of independent numbers, by Student's distribution (its quantile is near enough from ten numbers on).
    pub(crate) fn of(values: &[f64]) -> Self {
        let count = values.len() as f64;
        let value = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|x| (x - value).powi(2)).sum();
        let error = (squares / (count - 1.0) / count).sqrt() * (1.96 + 2.4 / (count - 1.0));
        Self {
            value,
            low: value - error,
            high: value + error,
        }
    }

    /// The geometric mean of ratios, each of two measurements of one thing.
    pub(crate) fn ratio(pairs: impl IntoIterator<Item = (u64, u64)>) -> Self {
        let logs = pairs
            .into_iter()
            .map(|(one, other)| (one as f64 / other as f64).ln());
        Self::of(&logs.collect::<Vec<_>>()).map(f64::exp)
    }

    /// A share, with Wilson's interval.
    pub(crate) fn share(part: u64, whole: u64) -> Self {
        let (n, z) = (whole as f64, 1.96_f64);
        let value = part as f64 / n;
        let middle = (value + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let error =
            z / (1.0 + z * z / n) * (value * (1.0 - value) / n + z * z / (4.0 * n * n)).sqrt();
        Self {
            value,
            low: (middle - error).max(0.0),
            high: (middle + error).min(1.0),
        }
    }

    /// A number that depends on all of a sample, with the middle 95 % of its values in a thousand samples drawn again from this one, with
    /// repetition (Efron's bootstrap).
    pub(crate) fn drawn_again(size: usize, number: impl Fn(&[usize]) -> f64) -> Self {
        let mut random = fastrand::Rng::with_seed(1);
        let mut again = || -> Vec<usize> { (0..size).map(|_| random.usize(..size)).collect() };
        let mut values: Vec<f64> = (0..1_000).map(|_| number(&again())).collect();
        values.sort_unstable_by(f64::total_cmp);
        Self {
            value: number(&(0..size).collect::<Vec<_>>()),
            low: values[25],
            high: values[974],
        }
    }

    pub(crate) fn map(self, change: impl Fn(f64) -> f64) -> Self {
        Self {
            value: change(self.value),
            low: change(self.low),
            high: change(self.high),
        }
    }
}

/// Writes `0.94 [0.92, 0.96]`, with two decimals or as many as are asked for.
impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(2);
        let [value, low, high] =
            [self.value, self.low, self.high].map(|it| format!("{it:.decimals$}"));
        let text = format!("{value} [{low}, {high}]");
        write!(f, "{text:>width$}", width = f.width().unwrap_or(0))
    }
}

/// The 24 positions with which the documents compare searches. They're selected: in each, a search of three plies misses the best move.
pub(crate) fn selected() -> Vec<Position> {
    read(include_str!(
        "../../../../../crates/catalog/src/standard/positions.epd"
    ))
}

/// The positions of Bratko and Kopec.
pub(crate) fn bratko_kopec() -> Vec<Position> {
    read(include_str!(
        "../../../../../crates/notation/tests/data/tactics/bratko-kopec.epd"
    ))
}

fn read(epd: &str) -> Vec<Position> {
    let lines = epd.lines().filter(|line| !line.starts_with('#'));
    let parse = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().take(4).collect();
        format!("{} 0 1", fields.join(" "))
            .parse()
            .expect("it is legal")
    };
    lines.map(parse).collect()
}

/// The plain sample: one position of each random game, 10 to 40 plies after the start. No position is selected, and none is of the same game
/// as another.
pub(crate) fn plain(count: usize) -> Vec<Position> {
    let game = |seed: u64| {
        let mut random = fastrand::Rng::with_seed(seed);
        let plies = random.u32(10..=40);
        (0..plies).try_fold(Position::default(), |position, _| {
            let mv = random.choice(position.legal_moves().iter().copied())?;
            Some(position.after(mv))
        })
    };
    let goes_on = |position: &Position| position.ending_at_leaf().is_none();
    (1..).filter_map(game).filter(goes_on).take(count).collect()
}

pub(crate) fn print_positions(_: bool) {
    println!("# One position of each of 150 random games, 10 to 40 plies after the start.");
    println!("# Made by: cargo run --release --example replications -- positions");
    for position in plain(150) {
        let fen = position.to_string();
        let fields: Vec<&str> = fen.split_whitespace().take(4).collect();
        println!("{}", fields.join(" "));
    }
}

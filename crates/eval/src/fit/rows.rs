//! [`Rows`]: the counts of each weight in each position, as a sparse matrix.

use crate::fit::{GameResult, Sample};
use crate::linear::Linear;
use crate::score::Score;

/// One row of counts per position. The rows of a game are contiguous.
pub(super) struct Rows {
    /// The start of each row, and the end of the last one.
    starts: Vec<usize>,
    columns: Vec<u32>,
    /// The positions of a large fit are read hundreds of times; half the memory is half the time.
    values: Vec<f32>,
    /// The game, result and score of each position.
    known: Vec<Sample<()>>,
}

impl Rows {
    pub(super) fn new<'a, P: 'a>(
        evaluator: &impl Linear<P>,
        samples: impl Iterator<Item = &'a Sample<P>>,
        weights: usize,
    ) -> Self {
        let is_known = |sample: &&Sample<P>| sample.result.is_some() || sample.score.is_some();
        let mut samples: Vec<&Sample<P>> = samples.filter(is_known).collect();
        samples.sort_by_key(|sample| sample.game);
        let mut rows = Self {
            starts: vec![0],
            columns: Vec::new(),
            values: Vec::new(),
            known: Vec::new(),
        };
        let mut leads = vec![0.0; weights];
        let mut touched = Vec::new();
        for sample in samples {
            evaluator.counts(&sample.position, &mut |index, [first, second]| {
                if let Some(lead) = leads.get_mut(index) {
                    *lead += first - second;
                    touched.push(index);
                }
            });
            rows.add(&mut leads, &mut touched);
            rows.known.push(Sample {
                position: (),
                game: sample.game,
                result: sample.result,
                score: sample.score,
            });
        }
        rows
    }

    /// Adds a row, and clears the leads and the list of touched ones.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are fewer than 2^32 weights, and counts need no more than 24 bits"
    )]
    fn add(&mut self, leads: &mut [f64], touched: &mut Vec<usize>) {
        touched.sort_unstable();
        for index in touched.drain(..) {
            let lead = std::mem::take(&mut leads[index]) as f32;
            // A weight listed twice is cleared at its first entry.
            if lead != 0.0 {
                self.columns.push(index as u32);
                self.values.push(lead);
            }
        }
        self.starts.push(self.columns.len());
    }

    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// Returns the numbers of the rows of each game.
    pub(super) fn by_game(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let mut end = 0;
        let games = self.known.chunk_by(|one, other| one.game == other.game);
        games.map(move |game| {
            let start = end;
            end += game.len();
            start..end
        })
    }

    pub(super) fn games(&self) -> usize {
        self.by_game().count()
    }

    pub(super) fn results(&self) -> Vec<Option<GameResult>> {
        self.known.iter().map(|known| known.result).collect()
    }

    /// Returns the expected result to predict for each position.
    pub(super) fn targets(
        &self,
        target: impl Fn(Option<GameResult>, Option<Score>) -> f64,
    ) -> Vec<f64> {
        let known = self.known.iter();
        known
            .map(|known| target(known.result, known.score))
            .collect()
    }

    /// Returns the entries of a row by ascending columns.
    pub(super) fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> {
        let place = self.starts[row]..self.starts[row + 1];
        let columns = self.columns[place.clone()].iter();
        let entries = columns.zip(&self.values[place]);
        entries.map(|(&column, &value)| (column as usize, f64::from(value)))
    }

    /// Returns the number of rows in which each column has an entry.
    pub(super) fn seen(&self, weights: usize) -> Vec<usize> {
        let mut seen = vec![0; weights];
        for &column in &self.columns {
            seen[column as usize] += 1;
        }
        seen
    }

    /// Returns the sum of each row with these weights.
    pub(super) fn times(&self, weights: &[f64]) -> Vec<f64> {
        let sum = |row| {
            let entries = self.row(row);
            entries.map(|(column, value)| value * weights[column]).sum()
        };
        (0..self.len()).map(sum).collect()
    }

    /// Calls `add` with each entry: its column, its row's factor times its value.
    pub(super) fn for_each(&self, factors: &[f64], mut add: impl FnMut(usize, f64, f64)) {
        for (row, &factor) in factors.iter().enumerate() {
            for (column, value) in self.row(row) {
                add(column, factor, value);
            }
        }
    }
}

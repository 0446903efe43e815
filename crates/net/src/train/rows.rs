//! [`Rows`]: positions as a trainer needs them.

use crate::checksum::Checksum;
use crate::inputs::{Inputs, pairs};
use plywood_eval::Score;
use std::marker::PhantomData;

/// Positions as a trainer needs them: the inputs that are active, a score, and the points in the end. A position of chess takes
/// some 90 bytes.
#[derive(Debug)]
pub struct Rows<I> {
    all: Vec<Row>,
    /// The inputs of all rows, as the side to move sees them and as the other side does.
    pairs: Vec<[u16; 2]>,
    buckets: usize,
    inputs: PhantomData<fn() -> I>,
}

/// So many positions are enough to fit one number.
const MOST_TO_FIT: usize = 200_000;

/// The points that are expected at an output.
#[inline(always)]
pub(super) fn expected(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    start: u64,
    pub(super) score: i16,
    /// Twice the points of the side to move.
    steps: u8,
    count: u8,
    /// The output that judges the position.
    pub(super) bucket: u8,
}

impl<I: Inputs> Rows<I> {
    /// No positions yet, for networks with this number of outputs.
    ///
    /// # Panics
    /// If there are no outputs.
    #[must_use]
    pub fn new(buckets: usize) -> Self {
        assert!(buckets > 0, "a network has at least one output");
        Self {
            all: Vec::new(),
            pairs: Vec::new(),
            buckets,
            inputs: PhantomData,
        }
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The centipawns at which the points of the games are best predicted by the scores: a lead of so many is expected to score
    /// 73 %.
    #[must_use]
    pub fn fitted_scale(&self) -> u16 {
        let every = self.all.len().div_ceil(MOST_TO_FIT).max(1);
        let error = |scale: u16| -> f64 {
            let rows = self.all.iter().step_by(every);
            let losses = rows.filter_map(|row| {
                let expected = expected(f32::from(row.score) / f32::from(scale));
                let miss = f64::from(expected - row.points()?);
                Some(miss * miss)
            });
            losses.sum()
        };
        // The error has one minimum, around which the range is halved.
        let (mut low, mut high) = (10, 4_000);
        while low < high {
            let middle = u16::midpoint(low, high);
            if error(middle) <= error(middle + 1) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }

    /// A checksum of all positions, scores and points.
    #[must_use]
    pub fn checksum(&self) -> String {
        let pairs = self
            .pairs
            .iter()
            .flatten()
            .flat_map(|input| input.to_le_bytes());
        let mut sum = Checksum::new();
        for byte in pairs {
            sum = sum.with(&[byte]);
        }
        for row in &self.all {
            let [low, high] = row.score.to_le_bytes();
            sum = sum.with(&[low, high, row.steps, row.count, row.bucket]);
        }
        sum.text()
    }

    pub(super) const fn buckets(&self) -> usize {
        self.buckets
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.all
    }

    /// The inputs of a row, as the side to move sees them and as the other side does.
    #[inline(always)]
    pub(super) fn pairs(&self, row: &Row) -> &[[u16; 2]] {
        &self.pairs[row.start as usize..][..usize::from(row.count)]
    }

    /// Adds a position, with the score of a search and the points in the end for the side to move.
    pub fn push(&mut self, position: &I::Position, score: Score, points: f32) {
        self.add(position, score, (2.0 * points).round() as u8);
    }

    /// Adds a position whose game has not been played: only the score counts.
    pub fn push_unplayed(&mut self, position: &I::Position, score: Score) {
        self.add(position, score, UNPLAYED);
    }

    fn add(&mut self, position: &I::Position, score: Score, steps: u8) {
        let start = self.pairs.len() as u64;
        let narrow = |inputs: [usize; 2]| inputs.map(|input| input as u16);
        self.pairs.extend(pairs::<I>(position).map(narrow));
        let bucket = I::bucket(&I::facts(position), self.buckets);
        self.all.push(Row {
            start,
            score: score.packed(),
            steps,
            count: (self.pairs.len() as u64 - start) as u8,
            bucket: bucket.min(self.buckets - 1) as u8,
        });
    }
}

impl Row {
    /// The points of the side to move in the end, if the game was played.
    #[inline(always)]
    pub(super) fn points(&self) -> Option<f32> {
        (self.steps != UNPLAYED).then(|| f32::from(self.steps) / 2.0)
    }
}

/// Instead of twice the points.
const UNPLAYED: u8 = u8::MAX;

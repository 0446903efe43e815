//! The error of a model on positions, and its gradient by each weight.
//!
//! An output of 1 is worth the centipawns of the scale, and the logistic function turns the value into points between 0 and 1. The target
//! is a mean of the score's value in these points and of the final points, and the error is the square of the difference.

use crate::arithmetic::{MOST_HIDDEN, STEP};
use crate::inputs::Inputs;
use crate::model::{Model, Shape};
use crate::train::block::{Block, Row, expected};
use plywood_core::cpu::{Cpu, Multiversion, dispatch};
use std::ops::Range;

/// The target that a model predicts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Target {
    /// The centipawns of an output of 1.
    pub(super) scale: f32,
    /// The weight of the final points; the rest is that of the score.
    pub(super) result_share: f32,
}

impl Target {
    #[inline(always)]
    pub(super) fn of(self, row: Row) -> f32 {
        let by_score = expected(f32::from(row.score) / self.scale);
        match row.points() {
            Some(points) => self.result_share * points + (1.0 - self.result_share) * by_score,
            None => by_score,
        }
    }
}

/// The sums of a model's errors on positions.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Sums {
    pub(super) error: f64,
    pub(super) positions: u64,
    /// The number of positions whose score is not 0, and of those in which the output has the same sign.
    pub(super) decided: u64,
    pub(super) agreed: u64,
}

impl Sums {
    pub(super) fn add(&mut self, other: Self) {
        self.error += other.error;
        self.positions += other.positions;
        self.decided += other.decided;
        self.agreed += other.agreed;
    }
}

/// Adds the gradient of these rows to a sum.
pub(super) struct Learn<'a, I> {
    pub(super) model: &'a Model<I>,
    pub(super) block: &'a Block,
    /// The numbers of the rows.
    pub(super) chosen: &'a [u32],
    pub(super) target: Target,
    pub(super) gradient: &'a mut [f32],
}

/// Sums up the errors of each output, without a gradient.
pub(super) struct Test<'a, I> {
    pub(super) model: &'a Model<I>,
    pub(super) block: &'a Block,
    pub(super) chosen: Range<u32>,
    pub(super) target: Target,
}

impl<I: Inputs> Learn<'_, I> {
    pub(super) fn run(self) -> Sums {
        dispatch(self)
    }
}

impl<I: Inputs> Test<'_, I> {
    /// Returns the sums of each output.
    pub(super) fn run(self) -> Vec<Sums> {
        dispatch(self)
    }
}

/// The number of lanes of floating-point sums, fixed for all processors, so that the results are equal.
const LANES: usize = STEP;
/// The units of the hidden layer, for each view, that fit in the registers of a processor at a time.
const WIDE: usize = 2 * LANES;

/// The data computed for a position: the active inputs, and the sums of both views.
struct Scratch {
    pairs: Vec<[u16; 2]>,
    sums: [[f32; MOST_HIDDEN]; 2],
}

impl Scratch {
    const fn new() -> Self {
        Self {
            pairs: Vec::new(),
            sums: [[0.0; MOST_HIDDEN]; 2],
        }
    }
}

#[inline(always)]
fn add<const N: usize>(sums: &mut [f32; N], more: &[f32; N]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}

/// Returns the units of a row from one on, as many as fit into the registers.
#[inline(always)]
fn units<const N: usize>(rows: &[f32], start: usize) -> &[f32; N] {
    rows[start..]
        .first_chunk()
        .expect("layers have a multiple of as many units")
}

#[inline(always)]
fn units_mut<const N: usize>(rows: &mut [f32], start: usize) -> &mut [f32; N] {
    rows[start..]
        .first_chunk_mut()
        .expect("layers have a multiple of as many units")
}

#[inline(always)]
fn dot(activations: &[f32], weights: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    let pairs = activations
        .chunks_exact(LANES)
        .zip(weights.chunks_exact(LANES));
    for (activations, weights) in pairs {
        for lane in 0..LANES {
            let activation = activations[lane].clamp(0.0, 1.0);
            lanes[lane] += activation * activation * weights[lane];
        }
    }
    lanes.iter().sum()
}

/// A model as its weights.
#[derive(Clone, Copy)]
struct Layers<'a> {
    shape: Shape,
    weights: &'a [f32],
}

impl<'a> Layers<'a> {
    const fn of<I>(model: &'a Model<I>) -> Self {
        Self {
            shape: model.shape,
            weights: model.weights.as_slice(),
        }
    }

    /// Computes the output for a row; the sums are then those of its two views.
    #[inline(always)]
    fn forward(self, bucket: usize, scratch: &mut Scratch) -> f32 {
        let Self { shape, weights } = self;
        let hidden = shape.hidden;
        let mut at = 0;
        while at + WIDE <= hidden {
            self.sum::<WIDE>(at, scratch);
            at += WIDE;
        }
        if at < hidden {
            self.sum::<STEP>(at, scratch);
        }
        let second = &weights[shape.second()][bucket * 2 * hidden..][..2 * hidden];
        let (of_own, of_other) = second.split_at(hidden);
        let [own, other] = &scratch.sums;
        let output = dot(&own[..hidden], of_own) + dot(&other[..hidden], of_other);
        output + weights[shape.second_biases()][bucket]
    }

    /// Sums up some units of the hidden layer.
    #[inline(always)]
    fn sum<const N: usize>(self, at: usize, scratch: &mut Scratch) {
        let Self { shape, weights } = self;
        let first = &weights[shape.first()];
        let biases = *units::<N>(weights, at);
        let (mut own, mut other) = (biases, biases);
        for [one, two] in &scratch.pairs {
            add(
                &mut own,
                units(first, usize::from(*one) * shape.hidden + at),
            );
            add(
                &mut other,
                units(first, usize::from(*two) * shape.hidden + at),
            );
        }
        let [of_own, of_other] = &mut scratch.sums;
        *units_mut(of_own, at) = own;
        *units_mut(of_other, at) = other;
    }

    /// Adds the gradient of a row, whose error has this slope at the output. The sums of the views become their slopes.
    #[inline(always)]
    fn back(self, bucket: usize, slope: f32, scratch: &mut Scratch, gradient: &mut [f32]) {
        let Self { shape, weights } = self;
        let hidden = shape.hidden;
        let place = shape.second().start + bucket * 2 * hidden;
        gradient[shape.second_biases().start + bucket] += slope;
        let second = &weights[place..][..2 * hidden];
        let of_second = &mut gradient[place..][..2 * hidden];
        let views = second
            .chunks_exact(hidden)
            .zip(of_second.chunks_exact_mut(hidden));
        for (sums, (second, of_second)) in scratch.sums.iter_mut().zip(views) {
            let sums = &mut sums[..hidden];
            for unit in 0..hidden {
                let sum = sums[unit];
                let activation = sum.clamp(0.0, 1.0);
                of_second[unit] += slope * activation * activation;
                let is_active = sum > 0.0 && sum < 1.0;
                sums[unit] = if is_active {
                    slope * second[unit] * 2.0 * activation
                } else {
                    0.0
                };
            }
        }
        let mut at = 0;
        while at + WIDE <= hidden {
            self.spread::<WIDE>(at, scratch, gradient);
            at += WIDE;
        }
        if at < hidden {
            self.spread::<STEP>(at, scratch, gradient);
        }
    }

    /// Adds the slopes of some units of the hidden layer to those of all weights that led there.
    #[inline(always)]
    fn spread<const N: usize>(self, at: usize, scratch: &Scratch, gradient: &mut [f32]) {
        let hidden = self.shape.hidden;
        let [own, other] = &scratch.sums;
        let (own, other) = (*units::<N>(own, at), *units::<N>(other, at));
        let (biases, first) = gradient.split_at_mut(hidden);
        let biases = units_mut(biases, at);
        add(biases, &own);
        add(biases, &other);
        for [one, two] in &scratch.pairs {
            add(units_mut(first, usize::from(*one) * hidden + at), &own);
            add(units_mut(first, usize::from(*two) * hidden + at), &other);
        }
    }
}

#[inline(always)]
fn judged(target: Target, row: Row, output: f32) -> (f32, f32, Sums) {
    let points = expected(output);
    let wanted = target.of(row);
    let miss = points - wanted;
    let sums = Sums {
        error: f64::from(miss * miss),
        positions: 1,
        decided: u64::from(row.score != 0),
        agreed: u64::from(output * f32::from(row.score) > 0.0),
    };
    (points, miss, sums)
}

impl<I: Inputs> Multiversion for Test<'_, I> {
    type Output = Vec<Sums>;

    #[inline(always)]
    fn run<M: Cpu>(self) -> Vec<Sums> {
        let layers = Layers::of(self.model);
        let mut all = vec![Sums::default(); layers.shape.buckets];
        let mut scratch = Scratch::new();
        for number in self.chosen {
            let row = self.block.row::<I>(number, &mut scratch.pairs);
            let bucket = usize::from(row.bucket);
            let output = layers.forward(bucket, &mut scratch);
            all[bucket].add(judged(self.target, row, output).2);
        }
        all
    }
}

impl<I: Inputs> Multiversion for Learn<'_, I> {
    type Output = Sums;

    #[inline(always)]
    fn run<M: Cpu>(self) -> Sums {
        let layers = Layers::of(self.model);
        let mut total = Sums::default();
        let mut scratch = Scratch::new();
        for &number in self.chosen {
            let row = self.block.row::<I>(number, &mut scratch.pairs);
            let bucket = usize::from(row.bucket);
            let output = layers.forward(bucket, &mut scratch);
            let (points, miss, of_row) = judged(self.target, row, output);
            total.add(of_row);
            let slope = 2.0 * miss * points * (1.0 - points);
            layers.back(bucket, slope, &mut scratch, self.gradient);
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::ChessInputs;
    use crate::train::rows::Rows;
    use plywood_core::Position;
    use plywood_eval::Score;

    const FENS: [&str; 4] = [
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    ];

    /// The gradient predicts how the mean error changes with each weight.
    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let mut model: Model<ChessInputs> = Model::random(48, 2, 4);
        let mut rows = Rows::<ChessInputs>::new(2);
        for (number, fen) in (0..).zip(FENS) {
            let position: Position = fen.parse().unwrap();
            let score = Score::centipawns(150 * number - 200);
            rows.push(&position, score, number as f32 / 3.0).unwrap();
        }
        let block = rows
            .block(0, Block::of_inputs::<ChessInputs>(ChessInputs::COUNT))
            .unwrap();
        let target = Target {
            scale: 300.0,
            result_share: 0.4,
        };
        let mut gradient = vec![0.0; model.weights.len()];
        Learn {
            model: &model,
            block: &block,
            chosen: &[0, 1, 2, 3],
            target,
            gradient: &mut gradient,
        }
        .run();
        let error = |model: &Model<ChessInputs>| -> f64 {
            let sums = Test {
                model,
                block: &block,
                chosen: 0..4,
                target,
            }
            .run();
            sums.iter().map(|sums| sums.error).sum()
        };
        let mut used = 0;
        for place in (0..gradient.len()).filter(|place| gradient[*place] != 0.0) {
            const STEP: f32 = 1e-3;
            let weight = model.weights[place];
            let mut at = |step: f32| {
                model.weights[place] = weight + step;
                let found = error(&model);
                model.weights[place] = weight;
                found
            };
            let slope = (at(STEP) - at(-STEP)) / f64::from(2.0 * STEP);
            let found = f64::from(gradient[place]);
            assert!(
                (slope - found).abs() < 2e-4 + 0.02 * found.abs(),
                "{place}: {slope} and {found}"
            );
            used += 1;
        }
        assert!(used > 500, "{used} weights have a gradient");
    }
}

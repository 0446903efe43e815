//! [`Model`]: a network in floating point, which is trained and then rounded to a [`Network`] of whole numbers.

use crate::arithmetic::{FIRST_UNIT, MOST_HIDDEN, SECOND_UNIT, STEP, is_width};
use crate::inputs::{Inputs, pairs};
use crate::network::{MOST_BUCKETS, Network, Weights};
use plywood_eval::Evaluator;
use std::marker::PhantomData;
use std::ops::Range;

/// A network in floating point.
#[derive(Debug)]
pub struct Model<I> {
    pub(crate) shape: Shape,
    /// All weights, in the order of a network's file.
    pub(crate) weights: Vec<f32>,
    inputs: PhantomData<fn() -> I>,
}

/// The numbers of inputs, hidden units and outputs, and the place of each part's weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) inputs: usize,
    pub(crate) hidden: usize,
    pub(crate) buckets: usize,
}

impl Shape {
    pub(crate) const fn first_biases(self) -> Range<usize> {
        0..self.hidden
    }

    pub(crate) const fn first(self) -> Range<usize> {
        self.hidden..self.hidden * (1 + self.inputs)
    }

    pub(crate) const fn second(self) -> Range<usize> {
        let start = self.first().end;
        start..start + 2 * self.hidden * self.buckets
    }

    pub(crate) const fn second_biases(self) -> Range<usize> {
        let start = self.second().end;
        start..start + self.buckets
    }

    pub(crate) const fn len(self) -> usize {
        self.second_biases().end
    }
}

/// The largest weight. It fits in the file, and the sums of 64 pieces fit in 16 bits.
pub(crate) const MOST_WEIGHT: f32 = 1.9;

/// The difference between the scores of a network and those of the model it was made from, in centipawns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rounding {
    /// The mean.
    pub mean: f32,
    /// The maximum.
    pub most: f32,
}

impl<I: Inputs> Model<I> {
    /// Makes a network of small random weights.
    ///
    /// # Panics
    /// If the number of hidden units is not a multiple of 16 up to 512, or the number of outputs is not from 1 to 32.
    #[must_use]
    pub fn random(hidden: usize, buckets: usize, seed: u64) -> Self {
        assert!(
            is_width(hidden),
            "expected a multiple of {STEP} up to {MOST_HIDDEN}, found {hidden} hidden units"
        );
        assert!(
            (1..=MOST_BUCKETS).contains(&buckets),
            "expected 1 to {MOST_BUCKETS} outputs, found {buckets}"
        );
        let shape = Shape {
            inputs: I::COUNT,
            hidden,
            buckets,
        };
        let mut random = fastrand::Rng::with_seed(seed);
        let mut weights = vec![0.0; shape.len()];
        // About 32 inputs are active, and the units begin about half active.
        let mut fill = |range: Range<usize>, spread: f32, middle: f32| {
            for weight in &mut weights[range] {
                *weight = middle + spread * (2.0 * random.f32() - 1.0);
            }
        };
        fill(shape.first_biases(), 0.1, 0.3);
        fill(shape.first(), 0.1, 0.0);
        fill(shape.second(), (1.0 / hidden as f32).sqrt(), 0.0);
        Self::of(shape, weights)
    }

    /// Replaces this model's weights with those of a network, to continue training. Hidden units that the network does not have are random
    /// and have no effect yet, so the model scores like the network. An output of 1 is this many centipawns.
    ///
    /// # Panics
    /// If the network has more hidden units, or another number of outputs.
    #[must_use]
    pub fn starting_from(mut self, network: &Network<I>, scale: u16) -> Self {
        let (shape, known) = (self.shape, network.hidden());
        assert!(
            known <= shape.hidden && network.buckets() == shape.buckets,
            "expected a network of up to {} hidden units and {} outputs",
            shape.hidden,
            shape.buckets
        );
        let weights = network.weights();
        let first = 1.0 / FIRST_UNIT as f32;
        let second = f32::from(weights.scale) / f32::from(scale) / SECOND_UNIT as f32;
        self.weights[shape.second()].fill(0.0);
        let mut take = |range: Range<usize>, numbers: &[i16], unit: f32| {
            let rows = self.weights[range].chunks_exact_mut(shape.hidden);
            for (row, numbers) in rows.zip(numbers.chunks_exact(known)) {
                for (weight, number) in row.iter_mut().zip(numbers) {
                    *weight = f32::from(*number) * unit;
                }
            }
        };
        take(shape.first_biases(), &weights.first_biases, first);
        take(shape.first(), &weights.first, first);
        take(shape.second(), &weights.second, second);
        let biases = self.weights[shape.second_biases()].iter_mut();
        for (bias, number) in biases.zip(&weights.second_biases) {
            *bias = f32::from(*number) * first * second;
        }
        self
    }

    pub(crate) const fn of(shape: Shape, weights: Vec<f32>) -> Self {
        Self {
            shape,
            weights,
            inputs: PhantomData,
        }
    }

    /// Returns the output for a position; 1 is a lead that scores 73 %.
    #[must_use]
    pub fn output(&self, position: &I::Position) -> f32 {
        let Shape {
            hidden, buckets, ..
        } = self.shape;
        let bucket = I::bucket(&I::facts(position), buckets).min(buckets - 1);
        let mut sums = [&self.weights[self.shape.first_biases()]; 2].map(<[f32]>::to_vec);
        for pair in pairs::<I>(position) {
            for (sums, input) in sums.iter_mut().zip(pair) {
                let row = &self.weights[self.shape.first()][input * hidden..][..hidden];
                sums.iter_mut()
                    .zip(row)
                    .for_each(|(sum, weight)| *sum += weight);
            }
        }
        let second = &self.weights[self.shape.second()][bucket * 2 * hidden..];
        let terms = sums.iter().flatten().zip(second);
        let terms = terms.map(|(sum, weight)| sum.clamp(0.0, 1.0).powi(2) * weight);
        terms.sum::<f32>() + self.weights[self.shape.second_biases()][bucket]
    }

    /// Rounds to a network of whole numbers. An output of 1 is this many centipawns.
    ///
    /// # Panics
    /// Never: weights are kept so small that no sum overflows.
    #[must_use]
    pub fn to_network(&self, scale: u16) -> Network<I> {
        let rounded = |range: Range<usize>, unit: i32| -> Vec<i16> {
            let weights = self.weights[range].iter();
            weights
                .map(|weight| {
                    (weight.clamp(-MOST_WEIGHT, MOST_WEIGHT) * unit as f32).round() as i16
                })
                .collect()
        };
        let shape = self.shape;
        let weights = Weights {
            scale,
            first_biases: rounded(shape.first_biases(), FIRST_UNIT),
            first: rounded(shape.first(), FIRST_UNIT),
            second: rounded(shape.second(), SECOND_UNIT),
            second_biases: rounded(shape.second_biases(), FIRST_UNIT * SECOND_UNIT),
        };
        Network::new(weights).expect("no weight is so large that a sum could overflow")
    }

    /// Returns the cost of rounding to the network's whole numbers on these positions; `None` if there are none.
    #[must_use]
    pub fn rounding(&self, network: &Network<I>, positions: &[I::Position]) -> Option<Rounding> {
        let scale = f32::from(network.weights().scale);
        let differences = positions.iter().map(|position| {
            let rounded = f32::from(I::learned(network.evaluate(position)).packed());
            (self.output(position) * scale - rounded).abs()
        });
        let (sum, most) = differences.fold((0.0, 0.0_f32), |(sum, most), difference| {
            (sum + difference, most.max(difference))
        });
        (!positions.is_empty()).then(|| Rounding {
            mean: sum / positions.len() as f32,
            most,
        })
    }
}

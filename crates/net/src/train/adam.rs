//! [`Adam`]: `AdamW`, steps along the mean of recent gradients, each weight by a measure of its own, with weight decay.

use plywood_core::cpu::{Cpu, Multiversion, dispatch};

/// The means of recent gradients and of their squares.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Adam {
    pub(super) means: Vec<f32>,
    pub(super) squares: Vec<f32>,
    pub(super) steps: u32,
}

/// The share of the old mean in the new one, and the same of the squares.
const KEPT: [f32; 2] = [0.9, 0.999];
/// Keeps a step finite where gradients are 0.
const LEAST: f32 = 1e-8;

impl Adam {
    pub(super) fn new(weights: usize) -> Self {
        Self {
            means: vec![0.0; weights],
            squares: vec![0.0; weights],
            steps: 0,
        }
    }

    /// Changes the weights by a gradient.
    pub(super) fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32, decay: f32) {
        self.steps += 1;
        // The means begin at 0 and are too small at first.
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let [mean, square] = KEPT.map(|kept| 1.0 / (1.0 - kept.powi(steps)));
        dispatch(Step {
            adam: self,
            weights,
            gradient,
            rates: [rate * mean, square, 1.0 - rate * decay],
        });
    }
}

struct Step<'a> {
    adam: &'a mut Adam,
    weights: &'a mut [f32],
    gradient: &'a [f32],
    /// Of the mean, of the square, and what weight decay leaves.
    rates: [f32; 3],
}

impl Multiversion for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run<M: Cpu>(self) {
        let [rate, of_square, left] = self.rates;
        let moments = self.adam.means.iter_mut().zip(&mut self.adam.squares);
        let all = self.weights.iter_mut().zip(self.gradient).zip(moments);
        for ((weight, &slope), (mean, square)) in all {
            *mean = KEPT[0] * *mean + (1.0 - KEPT[0]) * slope;
            *square = KEPT[1] * *square + (1.0 - KEPT[1]) * slope * slope;
            *weight = *weight * left - rate * *mean / ((*square * of_square).sqrt() + LEAST);
        }
    }
}

//! [`Adam`]: `AdamW`, steps along the mean of recent gradients, scaled separately for each weight, with weight decay.

use crate::model::MOST_WEIGHT;
use plywood_core::cpu::{Cpu, Multiversion, dispatch};

/// The means of recent gradients and of their squares.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Adam {
    pub(super) means: Vec<f32>,
    pub(super) squares: Vec<f32>,
    pub(super) steps: u32,
}

/// The share of the old mean in the new one, for the gradients and for their squares.
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

    /// Begins the next step, of this size.
    pub(super) fn next(&mut self, rate: f32, decay: f32) -> Rates {
        self.steps += 1;
        // The means begin at 0 and are too small at first.
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let [mean, square] = KEPT.map(|kept| 1.0 / (1.0 - kept.powi(steps)));
        Rates {
            step: rate * mean,
            of_square: square,
            left: 1.0 - rate * decay,
        }
    }
}

/// The sizes of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rates {
    step: f32,
    of_square: f32,
    /// The share of a weight that weight decay leaves.
    left: f32,
}

/// Changes some weights by their gradient. Each has a separate gradient, so the result does not depend on which are changed together.
pub(super) struct Step<'a> {
    pub(super) weights: &'a mut [f32],
    pub(super) means: &'a mut [f32],
    pub(super) squares: &'a mut [f32],
    /// The gradient is the sum of these, times a factor.
    pub(super) gradients: Vec<&'a mut [f32]>,
    pub(super) factor: f32,
    pub(super) rates: Rates,
}

impl Step<'_> {
    pub(super) fn run(self) {
        dispatch(self);
    }
}

impl Multiversion for Step<'_> {
    type Output = ();

    /// Resets the gradients to 0 at the end.
    #[inline(always)]
    fn run<M: Cpu>(mut self) {
        let Rates {
            step,
            of_square,
            left,
        } = self.rates;
        let [first, rest @ ..] = self.gradients.as_mut_slice() else {
            return;
        };
        for part in rest {
            for (sum, slope) in first.iter_mut().zip(&mut **part) {
                *sum += *slope;
                *slope = 0.0;
            }
        }
        let moments = self.means.iter_mut().zip(self.squares);
        let all = self.weights.iter_mut().zip(&mut **first).zip(moments);
        for ((weight, slope), (mean, square)) in all {
            let gradient = *slope * self.factor;
            *slope = 0.0;
            *mean = KEPT[0] * *mean + (1.0 - KEPT[0]) * gradient;
            *square = KEPT[1] * *square + (1.0 - KEPT[1]) * gradient * gradient;
            let changed = *weight * left - step * *mean / ((*square * of_square).sqrt() + LEAST);
            *weight = changed.clamp(-MOST_WEIGHT, MOST_WEIGHT);
        }
    }
}

//! [`FeatureSink`]: receives what the themes count. [`Sum`] weighs it at once, [`Counts`] stores it.

use crate::features::Feature;
use crate::tapered::{PackedTapered, Tapered};
use crate::weights::PackedWeights;

/// Receives how often a feature was seen for one side. The themes are written once and compiled for each kind of sink.
pub(crate) trait FeatureSink {
    /// A feature with several weights was seen so many times at this index.
    fn add_at(&mut self, feature: Feature, index: usize, times: i32);

    /// A feature with one weight was seen so many times.
    #[inline(always)]
    fn add(&mut self, feature: Feature, times: i32) {
        self.add_at(feature, 0, times);
    }

    /// A feature with several weights was seen once at this index.
    #[inline(always)]
    fn see(&mut self, feature: Feature, index: usize) {
        self.add_at(feature, index, 1);
    }
}

/// The weighted sum of what was seen.
pub(crate) struct Sum<'a> {
    weights: &'a PackedWeights,
    total: PackedTapered,
}

impl<'a> Sum<'a> {
    #[inline(always)]
    pub(crate) const fn new(weights: &'a PackedWeights) -> Self {
        Self {
            weights,
            total: PackedTapered::ZERO,
        }
    }

    #[inline(always)]
    pub(crate) const fn total(&self) -> Tapered {
        self.total.unpack()
    }
}

impl FeatureSink for Sum<'_> {
    #[inline(always)]
    fn add_at(&mut self, feature: Feature, index: usize, times: i32) {
        self.total.add(self.weights.at(feature, index), times);
    }
}

/// How often each weight was used.
pub(crate) struct Counts(pub(crate) Vec<i32>);

impl Counts {
    pub(crate) fn new() -> Self {
        Self(vec![0; Feature::WEIGHTS])
    }
}

impl FeatureSink for Counts {
    fn add_at(&mut self, feature: Feature, index: usize, times: i32) {
        debug_assert!(index < feature.size(), "{feature} has no weight {index}");
        if let Some(count) = self.0.get_mut(feature.offset() + index) {
            *count += times;
        }
    }
}

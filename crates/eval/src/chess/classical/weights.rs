//! [`Weights`]: the value of each feature, as data; and [`FeatureSink`], which receives the counts of the themes: [`Sum`] weighs them at
//! once, [`Counts`] stores them.

use crate::chess::classical::features::{Feature, Theme};
use crate::chess::classical::tapered::{PackedTapered, Tapered};

/// The weights of the classical evaluator: one or more for every [`Feature`].
///
/// ```
/// use plywood_eval::{Feature, Tapered, Theme, Weights};
///
/// let mut weights = Weights::default();
/// weights.of_mut(Feature::BishopPair)[0] = Tapered::new(30, 50);
/// assert_eq!(weights.of(Feature::BishopPair), [Tapered::new(30, 50)]);
/// assert_eq!(
///     weights.only(Theme::Space).of(Feature::BishopPair),
///     [Tapered::ZERO]
/// );
/// ```
///
/// With the feature `serde`, they are serialized by the name of each feature: `{"piece":[[85,105],…],…}`. A feature that is missing when
/// they are read has weight zero, so weights written before a feature existed keep their meaning.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Weights([Tapered; Feature::WEIGHTS]);

impl Weights {
    /// The default weights, set by hand.
    pub const DEFAULT: Self = {
        let mut all = [Tapered::ZERO; Feature::WEIGHTS];
        let mut feature = 0;
        while feature < Feature::ALL.len() {
            let weights = Feature::ALL[feature].default_weights();
            let mut index = 0;
            while index < weights.len() {
                all[Feature::ALL[feature].offset() + index] = weights[index];
                index += 1;
            }
            feature += 1;
        }
        Self(all)
    };

    /// Makes weights from all values, in the order of [`Feature::ALL`].
    #[must_use]
    pub const fn new(all: [Tapered; Feature::WEIGHTS]) -> Self {
        Self(all)
    }

    /// Returns all weights, in the order of [`Feature::ALL`].
    #[inline]
    #[must_use]
    pub const fn all(&self) -> &[Tapered; Feature::WEIGHTS] {
        &self.0
    }

    /// Returns the weights of a feature.
    #[must_use]
    pub fn of(&self, feature: Feature) -> &[Tapered] {
        &self.0[feature.offset()..][..feature.size()]
    }

    /// Returns the weights of a feature, mutable.
    #[must_use]
    pub fn of_mut(&mut self, feature: Feature) -> &mut [Tapered] {
        &mut self.0[feature.offset()..][..feature.size()]
    }

    /// Sets the weights of all other themes to zero.
    #[must_use]
    pub fn only(mut self, theme: Theme) -> Self {
        for feature in Feature::ALL {
            if feature.theme() != theme {
                self.of_mut(feature).fill(Tapered::ZERO);
            }
        }
        self
    }

    /// Packs the weights for summing.
    pub(crate) const fn packed(&self) -> PackedWeights {
        let mut packed = [PackedTapered::ZERO; Feature::WEIGHTS];
        let mut index = 0;
        while index < Feature::WEIGHTS {
            packed[index] = PackedTapered::new(self.0[index]);
            index += 1;
        }
        PackedWeights(packed)
    }
}

/// The weights, packed for summing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct PackedWeights([PackedTapered; Feature::WEIGHTS]);

impl PackedWeights {
    /// Returns one weight, or zero beyond the end.
    #[inline(always)]
    pub(crate) fn at(&self, feature: Feature, index: usize) -> PackedTapered {
        self.0
            .get(feature.offset() + index)
            .copied()
            .unwrap_or(PackedTapered::ZERO)
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Receives the number of times a feature was seen for one side. The themes are written once and compiled for each kind of sink.
pub(crate) trait FeatureSink {
    /// Records that a feature with several weights was seen this many times at this index.
    fn add_at(&mut self, feature: Feature, index: usize, times: i32);

    /// Records that a feature with one weight was seen this many times.
    #[inline(always)]
    fn add(&mut self, feature: Feature, times: i32) {
        self.add_at(feature, 0, times);
    }

    /// Records that a feature with several weights was seen once at this index.
    #[inline(always)]
    fn see(&mut self, feature: Feature, index: usize) {
        self.add_at(feature, index, 1);
    }
}

/// The weighted sum of the features seen.
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

/// The number of times each weight was used.
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

#[cfg(feature = "serde")]
mod data {
    use super::{Feature, Tapered, Weights};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::collections::BTreeMap;

    impl Serialize for Feature {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(self.name())
        }
    }

    impl<'de> Deserialize<'de> for Feature {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let name = String::deserialize(deserializer)?;
            let mut all = Self::ALL.into_iter();
            let found = all.find(|feature| feature.name() == name);
            found.ok_or_else(|| D::Error::custom(format_args!("there is no feature {name:?}")))
        }
    }

    impl Serialize for Weights {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map(
                Feature::ALL
                    .into_iter()
                    .map(|feature| (feature, self.of(feature))),
            )
        }
    }

    impl<'de> Deserialize<'de> for Weights {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let mut all = Self::new([Tapered::ZERO; Feature::WEIGHTS]);
            for (feature, weights) in BTreeMap::<Feature, Vec<Tapered>>::deserialize(deserializer)?
            {
                let (place, found) = (all.of_mut(feature), weights.len());
                if found != place.len() {
                    return Err(D::Error::custom(format_args!(
                        "the feature {feature} has {} weights, found {found}",
                        place.len()
                    )));
                }
                place.copy_from_slice(&weights);
            }
            Ok(all)
        }
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;

    #[test]
    fn weights_are_data() {
        let text = serde_json::to_string(&Weights::DEFAULT).unwrap();
        assert!(text.starts_with(r#"{"piece":[[85,105],"#), "{text}");
        assert_eq!(
            serde_json::from_str::<Weights>(&text).unwrap(),
            Weights::DEFAULT
        );
        let pair: Weights = serde_json::from_str(r#"{"bishop pair":[[26,44]]}"#).unwrap();
        assert_eq!(pair.of(Feature::BishopPair), [Tapered::new(26, 44)]);
        assert_eq!(pair.of(Feature::Tempo), [Tapered::ZERO]);
        for (wrong, reason) in [
            (r#"{"bishop":[[1,1]]}"#, "there is no feature \"bishop\""),
            (
                r#"{"tempo":[[1,1],[2,2]]}"#,
                "the feature tempo has 1 weights, found 2",
            ),
        ] {
            let error = serde_json::from_str::<Weights>(wrong).unwrap_err();
            assert!(error.to_string().starts_with(reason), "{error}");
        }
    }
}

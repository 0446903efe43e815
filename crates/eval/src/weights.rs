//! [`Weights`]: the value of each feature, as data.

use crate::features::Feature;
use crate::tapered::{PackedTapered, Tapered};
use crate::theme::Theme;

/// The weights of the classical evaluator: one or more for every [`Feature`].
///
/// ```
/// use plywood_eval::{Feature, Tapered, Theme, Weights};
///
/// let mut weights = Weights::default();
/// weights.of_mut(Feature::BishopPair)[0] = Tapered::new(30, 50);
/// assert_eq!(weights.of(Feature::BishopPair), [Tapered::new(30, 50)]);
/// assert_eq!(weights.without(Theme::Placement).of(Feature::BishopPair), [Tapered::ZERO]);
/// ```
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

    /// All weights, in the order of [`Feature::ALL`].
    #[must_use]
    pub const fn new(all: [Tapered; Feature::WEIGHTS]) -> Self {
        Self(all)
    }

    /// All weights, in the order of [`Feature::ALL`].
    #[inline]
    #[must_use]
    pub const fn all(&self) -> &[Tapered; Feature::WEIGHTS] {
        &self.0
    }

    /// The weights of a feature.
    #[must_use]
    pub fn of(&self, feature: Feature) -> &[Tapered] {
        &self.0[feature.offset()..][..feature.size()]
    }

    /// The weights of a feature, to change them.
    #[must_use]
    pub fn of_mut(&mut self, feature: Feature) -> &mut [Tapered] {
        &mut self.0[feature.offset()..][..feature.size()]
    }

    /// The same weights with those of a theme set to zero, to measure what the theme is worth.
    #[must_use]
    pub fn without(mut self, theme: Theme) -> Self {
        for feature in Feature::ALL {
            if feature.theme() == theme {
                self.of_mut(feature).fill(Tapered::ZERO);
            }
        }
        self
    }

    /// The same weights for adding up.
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

/// The weights in the form in which they are added up.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct PackedWeights([PackedTapered; Feature::WEIGHTS]);

impl PackedWeights {
    /// One weight, or zero beyond the end.
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

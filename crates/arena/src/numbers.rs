//! Counts as real numbers, shares and means.

pub use plywood_report::number::real;

/// Returns the share of a whole, from 0 to 1.
#[must_use]
pub fn share(part: u64, whole: u64) -> f64 {
    real(part) / real(whole.max(1))
}

/// A running arithmetic mean.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Mean {
    pub(crate) sum: f64,
    pub(crate) squares: f64,
    pub(crate) count: u64,
}

impl FromIterator<f64> for Mean {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut mean = Self::default();
        for value in values {
            mean.add(value);
        }
        mean
    }
}

impl Mean {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.sum += value;
        self.squares += value * value;
        self.count += 1;
    }

    /// Returns the mean, unless there are no values.
    #[must_use]
    pub fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / real(self.count))
    }
}

/// The geometric mean, for values compared by their ratios; all must be above zero.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct GeometricMean(Mean);

impl GeometricMean {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.0.add(value.ln());
    }

    /// Returns the mean, unless there are no values or one of them is zero.
    pub fn value(self) -> Option<f64> {
        self.0.value().map(f64::exp).filter(|mean| *mean > 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_of_nothing_are_none() {
        let mean = |values: &[f64]| values.iter().copied().collect::<Mean>().value();
        assert_eq!((mean(&[]), mean(&[1.0, 4.0])), (None, Some(2.5)));
        let geometric = |values: &[f64]| {
            let mut mean = GeometricMean::default();
            for value in values {
                mean.add(*value);
            }
            mean.value()
        };
        assert_eq!((geometric(&[]), geometric(&[0.0, 2.0])), (None, None));
        assert!(geometric(&[1.0, 100.0]).is_some_and(|mean| (mean - 10.0).abs() < 1e-9));
        assert_eq!((share(1, 4), share(0, 0)), (0.25, 0.0));
    }
}

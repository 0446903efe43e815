//! Counts as real numbers, shares and means.

/// A count as a real number, for a ratio or a plot.
#[expect(
    clippy::cast_precision_loss,
    reason = "results are shown with a few digits"
)]
pub(crate) fn real(count: u64) -> f64 {
    count as f64
}

/// The share of a whole, from 0 to 1.
pub(crate) fn share(part: u64, whole: u64) -> f64 {
    real(part) / real(whole.max(1))
}

/// The arithmetic mean, unless there are no values.
pub(crate) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / real(values.len() as u64))
}

/// The geometric mean, for values that are compared by their ratios; all must be above zero.
pub(crate) fn geometric_mean(values: &[f64]) -> Option<f64> {
    let logarithms: Vec<f64> = values.iter().map(|value| value.ln()).collect();
    mean(&logarithms).map(f64::exp).filter(|mean| *mean > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_of_nothing_are_none() {
        assert_eq!((mean(&[]), mean(&[1.0, 4.0])), (None, Some(2.5)));
        assert_eq!(
            (geometric_mean(&[]), geometric_mean(&[0.0, 2.0])),
            (None, None)
        );
        assert!(geometric_mean(&[1.0, 100.0]).is_some_and(|mean| (mean - 10.0).abs() < 1e-9));
        assert_eq!((share(1, 4), share(0, 0)), (0.25, 0.0));
    }
}

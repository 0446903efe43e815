//! Counts as real numbers, and what is told of many of them by one.

/// A count, for a ratio or a plot.
#[expect(
    clippy::cast_precision_loss,
    reason = "what becomes of it is read to a few digits"
)]
pub(crate) fn real(count: u64) -> f64 {
    count as f64
}

/// The part of a whole, from 0 to 1.
pub(crate) fn share(part: u64, whole: u64) -> f64 {
    real(part) / real(whole.max(1))
}

/// The mean, if there is something to take it of.
pub(crate) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / real(values.len() as u64))
}

/// The mean of values that are compared by how many times as great they are; all must be above zero.
pub(crate) fn geometric_mean(values: &[f64]) -> Option<f64> {
    let logarithms: Vec<f64> = values.iter().map(|value| value.ln()).collect();
    mean(&logarithms).map(f64::exp).filter(|mean| *mean > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_of_something() {
        assert_eq!((mean(&[]), mean(&[1.0, 4.0])), (None, Some(2.5)));
        assert_eq!(
            (geometric_mean(&[]), geometric_mean(&[0.0, 2.0])),
            (None, None)
        );
        assert!(geometric_mean(&[1.0, 100.0]).is_some_and(|mean| (mean - 10.0).abs() < 1e-9));
        assert_eq!((share(1, 4), share(0, 0)), (0.25, 0.0));
    }
}

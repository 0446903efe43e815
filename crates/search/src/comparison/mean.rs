//! [`Mean`]: a running mean with its interval.

use plywood_report::number::real;

/// A running mean. The mean of logarithms is the geometric mean, which is used to compare ratios.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Mean {
    /// The first value. The sums are of differences from it, so that rounding finds no variance in equal values.
    first: Option<f64>,
    last: f64,
    sum: f64,
    squares: f64,
    /// The sum of the products of neighbors.
    products: f64,
    pub(super) count: u64,
}

impl Mean {
    pub(super) fn add(&mut self, value: Option<f64>) {
        let Some(value) = value else { return };
        let value = value - *self.first.get_or_insert(value);
        self.products += self.last * value;
        self.last = value;
        self.sum += value;
        self.squares += value * value;
        self.count += 1;
    }

    pub(super) fn value(self) -> Option<f64> {
        Some(self.first? + self.sum / real(self.count))
    }

    /// Returns the variance of the values. Rounding could make it slightly negative.
    pub(super) fn variance(self) -> Option<f64> {
        let squares = self.squares - self.sum * self.sum / real(self.count);
        (self.count > 2).then(|| (squares / real(self.count - 1)).max(0.0))
    }

    /// Returns how many independent values say as much: fewer, if neighbors are alike by more than chance.
    pub(super) fn independent(self) -> f64 {
        let count = real(self.count);
        let Some(variance) = self.variance() else {
            return count;
        };
        let mean = self.sum / count;
        let sums = 2.0 * self.sum - self.last;
        let covariance = self.products - mean * sums + (count - 1.0) * mean * mean;
        let correlation = covariance / (variance * (count - 1.0));
        if correlation > 1.96 / count.sqrt() {
            count * (1.0 - correlation) / (1.0 + correlation)
        } else {
            count
        }
    }

    /// Returns the interval around the mean, by Student's distribution. It's one of several that hold together in 95 % of all cases.
    pub(super) fn interval(self, several: usize) -> Option<[f64; 2]> {
        let (mean, variance) = (self.value()?, self.variance()?);
        let count = self.independent().max(3.0);
        let margin = student(count - 1.0, normal(several)) * (variance / count).sqrt();
        Some([mean - margin, mean + margin])
    }
}

/// Returns the value that the normal distribution exceeds on either side in 5 % of all cases, divided by a number of conclusions
/// (Bonferroni), to 0.0005: Hastings' approximation.
pub(super) fn normal(several: usize) -> f64 {
    let t = (-2.0 * (0.025 / real(several.max(1) as u64)).ln()).sqrt();
    let above = (0.010_328 * t + 0.802_853) * t + 2.515_517;
    let below = ((0.001_308 * t + 0.189_269) * t + 1.432_788) * t + 1.0;
    t - above / below
}

/// Returns the value of Student's distribution with two or more degrees of freedom for this value of the normal one, to 1 % for 1.96: four
/// terms of Fisher's expansion.
fn student(freedom: f64, normal: f64) -> f64 {
    let square = normal * normal;
    // The coefficients of the odd powers, from the highest one.
    let term = |over: f64, odd: &[f64]| {
        odd.iter().fold(0.0, |sum, odd| sum * square + odd) * normal / over
    };
    let terms = [
        term(92_160.0, &[79.0, 776.0, 1_482.0, -1_920.0, -945.0]),
        term(384.0, &[3.0, 19.0, 17.0, -15.0]),
        term(96.0, &[5.0, 16.0, 3.0]),
        term(4.0, &[1.0, 1.0]),
        normal,
    ];
    terms.iter().fold(0.0, |sum, term| sum / freedom + term)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Dice;

    #[test]
    fn intervals_are_those_of_student() {
        for (freedom, known) in [(2.0, 4.303), (3.0, 3.182), (9.0, 2.262), (199.0, 1.972)] {
            let found = student(freedom, normal(1));
            assert!((found / known - 1.0_f64).abs() < 0.01, "{freedom}: {found}");
        }
        // A tenth of 5 %.
        for (freedom, known) in [(9.0, 3.690), (23.0, 3.104), (149.0, 2.849)] {
            let found = student(freedom, normal(10));
            assert!((found / known - 1.0_f64).abs() < 0.01, "{freedom}: {found}");
        }
        let mut mean = Mean::default();
        for value in [1.0, 2.0, 3.0] {
            mean.add(Some(value));
        }
        let [low, high] = mean.interval(1).expect("there are three");
        assert!(
            (low + 0.48).abs() < 0.02 && (high - 4.48).abs() < 0.02,
            "{low} {high}"
        );
    }

    /// Ten true hypotheses at once: in 5 % of all comparisons, an interval misses one of them.
    #[test]
    fn intervals_hold_together() {
        let mut dice = Dice::new(1);
        let comparisons = 2_000;
        let mut misses = 0;
        for _ in 0..comparisons {
            let mut normal = || (0..12).map(|_| dice.share()).sum::<f64>() - 6.0;
            let mut means = [Mean::default(); 10];
            for mean in &mut means {
                (0..12).for_each(|_| mean.add(Some(normal())));
            }
            let is_miss = |mean: &Mean| {
                let [low, high] = mean.interval(10).expect("there are twelve");
                low > 0.0 || high < 0.0
            };
            misses += u32::from(means.iter().any(is_miss));
        }
        let share = f64::from(misses) / f64::from(comparisons);
        assert!((0.03..0.06).contains(&share), "{share}");
    }

    #[test]
    fn means_of_nothing_are_none() {
        let mut mean = Mean::default();
        mean.add(None);
        assert_eq!((mean.value(), mean.interval(1)), (None, None));
    }

    #[test]
    fn neighbors_that_are_alike_count_less() {
        let [mut pairs, mut mixed] = [Mean::default(); 2];
        for number in 0..40_u32 {
            pairs.add(Some(f64::from(number / 8 % 2)));
            mixed.add(Some(f64::from(number % 2)));
        }
        assert!(pairs.independent() < 10.0, "{}", pairs.independent());
        assert!((mixed.independent() - 40.0).abs() < 1e-9);
    }
}

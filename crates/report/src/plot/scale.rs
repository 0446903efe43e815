//! [`Scale`]: maps values to places on an axis, and chooses the marked values.

/// An axis from a lowest to a highest value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    is_logarithmic: bool,
    low: f64,
    high: f64,
}

/// The approximate number of marks on an axis.
const MARKS: f64 = 4.0;

impl Scale {
    /// Makes a linear axis that shows all the values, and ends at marks.
    pub(super) fn linear(values: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) = span(values).unwrap_or((0.0, 1.0));
        let step = round_step(high - low);
        Self {
            is_logarithmic: false,
            low: (low / step).floor() * step,
            high: ((high / step).ceil() * step).max((low / step).floor() * step + step),
        }
    }

    /// Makes a linear axis from one value to another.
    pub(super) fn between(low: f64, high: f64) -> Self {
        Self {
            is_logarithmic: false,
            low,
            high: if high > low { high } else { low + 1.0 },
        }
    }

    /// Makes a logarithmic axis that shows all the values above zero.
    pub(super) fn logarithmic(values: impl IntoIterator<Item = f64>) -> Self {
        let positive = values.into_iter().filter(|value| *value > 0.0);
        let (low, high) = span(positive).unwrap_or((1.0, 10.0));
        // A little margin, so that nothing is on the edge and the range is never empty.
        let room = ((high / low).log10() * 0.03).max(0.02);
        Self {
            is_logarithmic: true,
            low: low * 10_f64.powf(-room),
            high: high * 10_f64.powf(room),
        }
    }

    /// Returns the place of a value, from 0 at the lowest to 1 at the highest.
    pub(super) fn place(self, value: f64) -> f64 {
        let place = if self.is_logarithmic {
            (value.max(self.low) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        place.clamp(0.0, 1.0)
    }

    /// Returns the marked values.
    pub(super) fn marks(self) -> Vec<f64> {
        if self.is_logarithmic {
            return self.powers();
        }
        let step = round_step(self.high - self.low);
        multiples(step, self.low, self.high)
    }

    /// Powers of ten; over a short range also 2 and 5 times powers of ten.
    fn powers(self) -> Vec<f64> {
        let (low, high) = (self.low.log10(), self.high.log10());
        let is_short = high - low < 1.5;
        let step = if is_short {
            1.0
        } else {
            ((high - low) / (1.6 * MARKS)).ceil()
        };
        let powers = multiples(step, low.floor(), high);
        let powers = powers.into_iter().map(|power| 10_f64.powf(power));
        let between: &[f64] = if is_short { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let marks = powers.flat_map(|power| between.iter().map(move |times| power * times));
        let slack = 1.0 + 1e-9;
        marks
            .filter(|mark| (self.low / slack..=self.high * slack).contains(mark))
            .collect()
    }
}

fn span(values: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    values
        .into_iter()
        .filter(|value| value.is_finite())
        .fold(None, |span, value| {
            let (low, high) = span.unwrap_or((value, value));
            Some((low.min(value), high.max(value)))
        })
}

/// Returns the distance of marks: 1, 2 or 5 times a power of ten, so that there are about [`MARKS`] of them.
fn round_step(length: f64) -> f64 {
    if length <= 0.0 {
        return 1.0;
    }
    let power = 10_f64.powf((length / MARKS).log10().floor());
    let times = length / MARKS / power;
    let round = [1.0, 2.0, 5.0].into_iter().find(|round| times <= *round);
    power * round.unwrap_or(10.0)
}

fn multiples(step: f64, low: f64, high: f64) -> Vec<f64> {
    // A mark may miss the end by a rounding error.
    let slack = step * 1e-9;
    let first = ((low - slack) / step).ceil();
    std::iter::successors(Some(first), |number| Some(number + 1.0))
        // Zero has no sign.
        .map(|number| number * step + 0.0)
        .take_while(|value| *value <= high + slack)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_enclose_the_values() {
        assert_eq!(Scale::linear([3.0, 97.0]).marks(), [0.0, 50.0, 100.0]);
        assert_eq!(
            Scale::linear([-35.0, 12.0]).marks(),
            [-40.0, -20.0, 0.0, 20.0]
        );
        assert_eq!(
            Scale::logarithmic([20.0, 40_000.0]).marks(),
            [100.0, 1_000.0, 10_000.0]
        );
        assert_eq!(Scale::logarithmic([0.9, 7.2]).marks(), [1.0, 2.0, 5.0]);
    }

    #[test]
    fn nothing_is_drawn_off_the_axis() {
        let scales = [
            Scale::linear([]),
            Scale::linear([5.0]),
            Scale::linear([f64::NAN, 2.0]),
            Scale::logarithmic([]),
            Scale::logarithmic([7.0]),
            Scale::logarithmic([0.0, -3.0]),
            Scale::between(0.0, 0.0),
        ];
        for scale in scales {
            for value in [-1.0, 0.0, 1.0, 5.0, 7.0, 1e12] {
                assert!(
                    (0.0..=1.0).contains(&scale.place(value)),
                    "{scale:?} at {value}"
                );
            }
            assert!(scale.marks().len() < 20, "{scale:?}");
        }
    }
}

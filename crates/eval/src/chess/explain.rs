//! [`Explanation`]: a classical score broken down by theme, feature and side.

use crate::chess::classical::features::{Feature, Theme};
use crate::chess::classical::tapered::{Blend, Tapered};
use crate::chess::classical::{Classical, Trace};
use crate::linear::{Breakdown, BreakdownRow};
use crate::score::Score;
use plywood_core::{ByColor, Position};
use std::fmt;

/// The terms of a classical score, from White's point of view. `Display` writes a table of the themes; `{:#}` adds the features.
///
/// ```
/// use plywood_eval::{Classical, Theme};
/// use plywood_core::Position;
///
/// let position: Position = "4k3/8/8/8/8/8/PP6/2BBK3 w - - 0 1".parse()?;
/// let explanation = Classical::default().explain(&position);
/// assert!(explanation.theme(Theme::Placement).white.endgame > 0);
/// assert!(
///     explanation
///         .to_string()
///         .starts_with("theme                   White     Black     total\n")
/// );
/// assert!(format!("{explanation:#}").contains("  bishop pair"));
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Explanation {
    /// The features that were found, in the order of [`Feature::ALL`].
    pub features: Vec<ExplainedFeature>,
    /// The blend of middlegame and endgame values.
    pub blend: Blend,
}

/// The contribution of one feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ExplainedFeature {
    /// The feature.
    pub feature: Feature,
    /// The number of times it counted, for each color.
    pub times: ByColor<i32>,
    /// Its value for each color.
    pub worth: ByColor<Tapered>,
}

impl Classical {
    /// Breaks down the score of a position.
    #[must_use]
    pub fn explain(&self, position: &Position) -> Explanation {
        let trace = Trace::new(position);
        let explain = |feature| {
            let seen = trace.of(feature);
            let weights = self.weights().of(feature);
            ExplainedFeature {
                feature,
                times: ByColor::from_fn(|color| seen[color].iter().sum()),
                worth: ByColor::from_fn(|color| weigh(seen[color], weights)),
            }
        };
        let was_seen = |feature: &Feature| {
            let seen = trace.of(*feature);
            seen.white.iter().chain(seen.black).any(|&times| times != 0)
        };
        Explanation {
            features: Feature::ALL
                .into_iter()
                .filter(was_seen)
                .map(explain)
                .collect(),
            blend: trace.blend,
        }
    }
}

impl Explanation {
    /// Returns the value of a theme for each color.
    #[must_use]
    pub fn theme(&self, theme: Theme) -> ByColor<Tapered> {
        sum(self
            .features
            .iter()
            .filter(|row| row.feature.theme() == theme))
    }

    /// Returns the themes as a [`Breakdown`] in whole centipawns, to compare with other evaluators.
    #[must_use]
    pub fn breakdown(&self) -> Breakdown {
        let row = |theme: Theme| {
            let ByColor { white, black } = self.theme(theme);
            BreakdownRow {
                name: theme.name().to_owned(),
                weight: 1.0,
                counts: [white, black].map(|worth| self.blend.centipawns(worth).into()),
            }
        };
        Breakdown {
            rows: Theme::ALL.into_iter().map(row).collect(),
        }
    }

    /// Returns the score from White's point of view.
    #[must_use]
    pub fn total(&self) -> Score {
        let ByColor { white, black } = sum(self.features.iter());
        Score::centipawns(self.blend.centipawns(white - black))
    }

    fn write_row(
        &self,
        f: &mut fmt::Formatter<'_>,
        name: &str,
        worth: ByColor<Tapered>,
    ) -> fmt::Result {
        let [white, black, lead] = [worth.white, worth.black, worth.white - worth.black]
            .map(|value| Score::centipawns(self.blend.centipawns(value)));
        writeln!(f, "{name:<22}{white:>7}{black:>10}{lead:>10}")
    }
}

/// Returns the sum of weights, each as often as it counted.
fn weigh(counts: &[i32], weights: &[Tapered]) -> Tapered {
    let parts = counts.iter().zip(weights);
    parts.fold(Tapered::ZERO, |sum, (&times, &weight)| sum + weight * times)
}

fn sum<'a>(rows: impl Iterator<Item = &'a ExplainedFeature>) -> ByColor<Tapered> {
    rows.fold(ByColor::default(), |sum, row| ByColor {
        white: sum.white + row.worth.white,
        black: sum.black + row.worth.black,
    })
}

/// Each row is blended and rounded separately, so the total may differ from the sum of the rows by a few hundredths.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<22}{:>7}{:>10}{:>10}",
            "theme", "White", "Black", "total"
        )?;
        let is_full = f.alternate();
        for theme in Theme::ALL {
            self.write_row(f, theme.name(), self.theme(theme))?;
            let rows = self
                .features
                .iter()
                .filter(|row| row.feature.theme() == theme);
            for row in rows.filter(|_| is_full) {
                let name = format!("  {}", row.feature);
                self.write_row(f, &name, row.worth)?;
            }
        }
        writeln!(f, "{:<22}{:>27}", "total", self.total())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::Evaluator;

    #[test]
    fn the_total_is_the_score() {
        let classical = Classical::default();
        let position: Position =
            "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4"
                .parse()
                .unwrap();
        let explanation = classical.explain(&position);
        assert_eq!(explanation.total(), -classical.evaluate(&position));
        assert_eq!(explanation.to_string().lines().count(), 12);
    }
}

//! [`Linear`]: an evaluator that is a sum of named weights; also its [`Breakdown`], and its [`NamedWeights`] as data.

use crate::evaluator::{Evaluator, ask_behind_pointer};
use crate::score::Score;
use crate::session::Session;
use crate::weights_json;
use std::collections::{HashMap, HashSet};
use std::fmt;
use thiserror::Error;

/// An evaluator whose score is a sum: each weight, times how much more often it counts for the first side than for the second.
///
/// That is all [`Fit`](crate::Fit) needs to find better weights. [`Weighted`](crate::Weighted) builds such a sum from functions; you can
/// also implement the trait for your own evaluator:
///
/// ```
/// use plywood_eval::{Evaluator, Linear, Score, Session};
/// use plywood_core::{Color, PieceKind, Position};
///
/// /// Counts pawns and nothing else.
/// struct Pawns {
///     worth: f64,
/// }
///
/// impl Evaluator<Position> for Pawns {
///     fn evaluate_in(&self, position: &Position, _: &mut Session) -> Score {
///         let count = |color| position.pieces(color, PieceKind::Pawn).len() as f64;
///         let us = position.side_to_move();
///         Score::centipawns(((count(us) - count(!us)) * self.worth).round() as i32)
///     }
/// }
/// impl Linear<Position> for Pawns {
///     fn weights(&self) -> Vec<(String, f64)> {
///         vec![("pawn".to_owned(), self.worth)]
///     }
///     fn set_weights(&mut self, values: &[f64]) {
///         if let &[worth] = values {
///             self.worth = worth;
///         }
///     }
///     fn counts(&self, position: &Position, add: &mut dyn FnMut(usize, [f64; 2])) {
///         add(
///             0,
///             Color::ALL
///                 .map(|color| position.pieces(color, PieceKind::Pawn).len() as f64),
///         );
///     }
/// }
/// let position: Position = "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1".parse()?;
/// assert_eq!(
///     Pawns { worth: 90.0 }.breakdown(&position).total(),
///     Score::centipawns(180)
/// );
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no sum of weights for `{P}`",
    note = "a function that counts something for a side is a term: `.term(\"name\", weight, |position, side| count)`",
    note = "add other evaluators, such as a network, in a closure: `move |position: &_| net.evaluate(position).plus(sum.evaluate(position))`"
)]
pub trait Linear<P: ?Sized>: Evaluator<P> {
    /// Returns the names of the weights and their values in centipawns, always in the same order. The names are unique.
    fn weights(&self) -> Vec<(String, f64)>;

    /// Replaces the weights, in the order of [`weights`](Self::weights). An evaluator may round them; `weights` then returns the rounded
    /// values. Missing values change nothing, and surplus ones are ignored.
    ///
    /// # Panics
    /// The evaluators of this crate panic if a value is NaN. [`NamedWeights::set`] returns an error.
    fn set_weights(&mut self, values: &[f64]);

    /// Calls `add` with the index of each weight that counts in the position, and its counts for the first side and the second. The counts
    /// do not depend on the weights. A weight that isn't counted by side can use only the first count.
    fn counts(&self, position: &P, add: &mut dyn FnMut(usize, [f64; 2]));

    /// Breaks down the score of a position, with a row for each weight.
    fn breakdown(&self, position: &P) -> Breakdown {
        let row = |(name, weight)| BreakdownRow {
            name,
            weight,
            counts: [0.0; 2],
        };
        let mut rows: Vec<BreakdownRow> = self.weights().into_iter().map(row).collect();
        self.counts(position, &mut |index, [first, second]| {
            if let Some(row) = rows.get_mut(index) {
                row.counts[0] += first;
                row.counts[1] += second;
            }
        });
        Breakdown { rows }
    }

    /// Breaks down the score for people: the rows of [`breakdown`](Self::breakdown), or groups of them if there are too many to read.
    fn themes(&self, position: &P) -> Breakdown {
        self.breakdown(position)
    }

    /// Writes the breakdown as a table, with as many rows as the evaluator has to show.
    fn details(&self, position: &P) -> String {
        self.themes(position).to_string()
    }
}

ask_behind_pointer! { [P: ?Sized] Box<dyn Linear<P> + Send + Sync + '_> => P, }

impl<P: ?Sized> Linear<P> for Box<dyn Linear<P> + Send + Sync + '_> {
    fn weights(&self) -> Vec<(String, f64)> {
        (**self).weights()
    }

    fn set_weights(&mut self, values: &[f64]) {
        (**self).set_weights(values);
    }

    fn counts(&self, position: &P, add: &mut dyn FnMut(usize, [f64; 2])) {
        (**self).counts(position, add);
    }

    fn themes(&self, position: &P) -> Breakdown {
        (**self).themes(position)
    }

    fn details(&self, position: &P) -> String {
        (**self).details(position)
    }
}

/// A weight in thousandths of a centipawn, or a sum of them. Integer sums are equal on every machine and for both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Weight(i64);

impl Weight {
    pub(crate) const ZERO: Self = Self(0);
    /// The largest weight; with it, a weight times a count can't overflow.
    const LARGEST: f64 = 1e6;

    /// Returns a weight chosen by the user, in centipawns.
    ///
    /// # Panics
    /// If it is NaN.
    pub(crate) fn chosen(centipawns: f64) -> Self {
        assert!(!centipawns.is_nan(), "a weight is not a number (NaN)");
        Self::new(centipawns)
    }

    /// Returns a weight in centipawns; NaN becomes 0.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the weight is far from the ends of i64"
    )]
    pub(crate) fn new(centipawns: f64) -> Self {
        let weight = centipawns.clamp(-Self::LARGEST, Self::LARGEST);
        Self((weight * 1_000.0).round() as i64)
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "no weight is near the end of what f64 holds"
    )]
    pub(crate) fn value(self) -> f64 {
        self.0 as f64 / 1_000.0
    }

    #[inline]
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    #[inline]
    pub(crate) const fn times(self, count: i64) -> Self {
        Self(self.0.saturating_mul(count))
    }

    /// Rounds away from zero on both sides, so that exchanging the sides changes nothing.
    #[inline]
    pub(crate) fn centipawns(self) -> i32 {
        let rounded = self.0.saturating_add(self.0.signum() * 500) / 1_000;
        let bound = i64::from(i32::MAX);
        i32::try_from(rounded.clamp(-bound, bound)).unwrap_or(i32::MAX)
    }

    #[inline]
    pub(crate) fn score(self) -> Score {
        Score::centipawns(self.centipawns())
    }
}

/// A score broken down: the count of each weight for each side. `Display` writes a table in pawns.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Breakdown {
    /// One row for each weight, in the order of the evaluator.
    pub rows: Vec<BreakdownRow>,
}

/// One weight of a [`Breakdown`].
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BreakdownRow {
    /// The name of the weight.
    pub name: String,
    /// Centipawns for each unit.
    pub weight: f64,
    /// The counts for the first side and the second.
    pub counts: [f64; 2],
}

impl Breakdown {
    /// Returns the sum of all rows, from the first side's point of view.
    #[must_use]
    pub fn total(&self) -> Score {
        Weight::new(self.rows.iter().map(BreakdownRow::lead).sum()).score()
    }
}

impl BreakdownRow {
    /// Returns the value of the row for the first side and for the second, in centipawns.
    #[must_use]
    pub fn worth(&self) -> [f64; 2] {
        self.counts.map(|count| count * self.weight)
    }

    /// Returns the contribution of the row, from the first side's point of view.
    #[must_use]
    pub fn total(&self) -> Score {
        Weight::new(self.lead()).score()
    }

    fn lead(&self) -> f64 {
        let [first, second] = self.worth();
        first - second
    }
}

impl fmt::Display for Breakdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<16}{:>10}{:>10}{:>10}",
            "term", "first", "second", "total"
        )?;
        for row in &self.rows {
            let [first, second] = row.worth().map(|worth| worth / 100.0);
            let total = row.total();
            let name = &row.name;
            writeln!(f, "{name:<16}{first:>10.2}{second:>10.2}{total:>10}")?;
        }
        writeln!(f, "{:<36}{:>10}", "total", self.total())
    }
}

/// The weights of an evaluator by name: the contents of a weights file.
///
/// Both [JSON](Self::to_json) and, with the feature `serde`, serialized data are an object with a number for each name.
///
/// ```
/// use plywood_eval::{Linear, Material, NamedWeights};
///
/// let mut material = Material::default();
/// let text = NamedWeights::of(&material).to_json();
/// assert!(text.starts_with("{\n  \"pawn\": 100.0,\n"));
///
/// let other = NamedWeights::from_json(&text.replace("100.0", "90"))?;
/// other.set(&mut material)?;
/// assert_eq!(material.weights()[0], ("pawn".to_owned(), 90.0));
/// # Ok::<(), plywood_eval::WeightsError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct NamedWeights(Vec<(String, f64)>);

/// The error for weights that can't be read or don't fit an evaluator.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The evaluator has no weight of this name.
    #[error("the evaluator has no weight {name:?}; it has {}", shortened(known))]
    Unknown {
        /// The given name.
        name: String,
        /// The names of the evaluator.
        known: Vec<String>,
    },
    /// A weight of the evaluator is missing.
    #[error("the weight {name:?} is missing")]
    Missing {
        /// The name in the evaluator.
        name: String,
    },
    /// A weight is infinite or NaN.
    #[error("the weight {name:?} is not a finite number")]
    NotFinite {
        /// The name of the weight.
        name: String,
    },
    /// The input is not an object with a number for each name.
    #[error(
        "expected a JSON object with a number for each name, such as {{\"pawn\": 100}}, found something else on line {line}"
    )]
    Json {
        /// The line, from 1.
        line: usize,
    },
}

/// Returns the names, or the first of many.
fn shortened(names: &[String]) -> String {
    const MOST: usize = 12;
    let shown = names[..names.len().min(MOST)].join(", ");
    match names.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

impl NamedWeights {
    /// Returns the weights of an evaluator.
    #[must_use]
    pub fn of<P: ?Sized>(evaluator: &(impl Linear<P> + ?Sized)) -> Self {
        Self(evaluator.weights())
    }

    /// Writes the weights as JSON, one on each line.
    #[must_use]
    pub fn to_json(&self) -> String {
        weights_json::write(self.iter())
    }

    /// Reads the output of [`to_json`](Self::to_json).
    ///
    /// # Errors
    /// [`WeightsError::Json`], with the line.
    pub fn from_json(text: &str) -> Result<Self, WeightsError> {
        let read = weights_json::read(text);
        read.map(Self).map_err(|line| WeightsError::Json { line })
    }

    /// Returns the names and values, in the order of the evaluator.
    pub fn iter(&self) -> impl Iterator<Item = (&str, f64)> {
        self.0.iter().map(|(name, value)| (name.as_str(), *value))
    }

    /// Gives an evaluator these weights.
    ///
    /// # Errors
    /// [`WeightsError`] if the evaluator lacks a name, one of its weights is missing here, or a value is not finite. The evaluator is then
    /// unchanged.
    pub fn set<P: ?Sized>(
        &self,
        evaluator: &mut (impl Linear<P> + ?Sized),
    ) -> Result<(), WeightsError> {
        let own: Vec<String> = evaluator.weights().into_iter().map(|own| own.0).collect();
        if let Some((name, _)) = self.0.iter().find(|(_, value)| !value.is_finite()) {
            let name = name.clone();
            return Err(WeightsError::NotFinite { name });
        }
        let known: HashSet<&String> = own.iter().collect();
        if let Some((name, _)) = self.0.iter().find(|(name, _)| !known.contains(name)) {
            let name = name.clone();
            return Err(WeightsError::Unknown { name, known: own });
        }
        let given: HashMap<&str, f64> = self.iter().collect();
        let value = |name: String| {
            let found = given.get(name.as_str()).copied();
            found.ok_or(WeightsError::Missing { name })
        };
        let values: Vec<f64> = own.into_iter().map(value).collect::<Result<_, _>>()?;
        evaluator.set_weights(&values);
        Ok(())
    }
}

impl FromIterator<(String, f64)> for NamedWeights {
    fn from_iter<I: IntoIterator<Item = (String, f64)>>(weights: I) -> Self {
        Self(weights.into_iter().collect())
    }
}

#[cfg(feature = "serde")]
mod data {
    use super::NamedWeights;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::collections::BTreeMap;

    impl Serialize for NamedWeights {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map(self.iter())
        }
    }

    impl<'de> Deserialize<'de> for NamedWeights {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let named = BTreeMap::<String, f64>::deserialize(deserializer)?;
            Ok(named.into_iter().collect())
        }
    }
}

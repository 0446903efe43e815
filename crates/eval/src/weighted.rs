//! Weighted sums of things counted on each side, and their breakdown.

use crate::evaluator::{Evaluator, ask_behind_pointer};
use crate::score::Score;
use crate::session::Session;
use crate::sides::{Side, Sides};
use std::fmt;
use std::sync::Arc;

/// Something that can be counted for one side of a position: pawns, legal moves, open lines.
///
/// Functions and closures `|position: &P, side: Side| -> i32` are terms.
pub trait Term<P: ?Sized> {
    /// How much of it the side has.
    fn count(&self, position: &P, side: Side) -> i32;

    /// What one unit of the count is worth in centipawns, unless a weight is given: 1 for a term that counts centipawns.
    fn centipawns_per_unit(&self) -> i32 {
        1
    }
}

impl<P: ?Sized, F: Fn(&P, Side) -> i32> Term<P> for F {
    fn count(&self, position: &P, side: Side) -> i32 {
        self(position, side)
    }
}

/// An evaluator that is a weighted sum of terms, each counted for both sides.
///
/// [`Weighted::with`] adds a term that knows what it is worth; [`Weighted::term`] adds one with a weight, in centipawns for
/// each unit it counts. [`Weighted::breakdown`] takes a score apart. Clones share their terms and are cheap.
///
/// ```
/// use plywood_eval::{Evaluator, Material, Mobility, Score, Weighted};
/// use plywood_core::Position;
///
/// let evaluator = Weighted::new()
///     .with("material", Material::default())
///     .with("mobility", Mobility::pawns_per_move(0.05));
///
/// // 8  . . . . k . . .
/// // 1  R . . . K . . .    a rook ahead, and 15 moves against 5
/// let position: Position = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
/// assert_eq!(evaluator.evaluate(&position), Score::centipawns(500 + 10 * 5));
/// # Ok::<(), plywood_core::FenError>(())
/// ```
///
/// For a game of your own, implement [`Sides`] and count what you like:
///
/// ```
/// use plywood_eval::{Evaluator, Score, Side, Sides, Weighted};
///
/// #[derive(Clone)]
/// struct Armies { men: [i32; 2], hills: [i32; 2], to_move: Side }
/// impl Sides for Armies {
///     fn to_move(&self) -> Side { self.to_move }
///     fn mirrored(&self) -> Self {
///         let (men, hills) = ([self.men[1], self.men[0]], [self.hills[1], self.hills[0]]);
///         Armies { men, hills, to_move: !self.to_move }
///     }
/// }
/// let evaluator = Weighted::new()
///     .term("men", 100, |armies: &Armies, side: Side| armies.men[side as usize])
///     .term("hills", 5, |armies: &Armies, side: Side| armies.hills[side as usize]);
/// let armies = Armies { men: [8, 7], hills: [0, 4], to_move: Side::First };
///
/// assert_eq!(evaluator.evaluate(&armies), Score::centipawns(80));
/// assert_eq!(evaluator.breakdown(&armies).to_string(), "\
/// term                 first    second     total
/// men                   8.00      7.00     +1.00
/// hills                 0.00      0.20     -0.20
/// total                                    +0.80
/// ");
/// ```
pub struct Weighted<P> {
    terms: Vec<WeightedTerm<P>>,
}

struct WeightedTerm<P> {
    name: String,
    weight: i32,
    term: Arc<dyn Term<P> + Send + Sync>,
}

impl<P> Weighted<P> {
    /// A sum without terms: every position is a draw.
    #[must_use]
    pub const fn new() -> Self {
        Self { terms: Vec::new() }
    }

    /// Adds a term under a name. It is worth what [`Term::centipawns_per_unit`] says: material its piece values, mobility
    /// what it was made with.
    #[must_use]
    pub fn with(self, name: &str, term: impl Term<P> + Send + Sync + 'static) -> Self {
        let weight = term.centipawns_per_unit();
        self.term(name, weight, term)
    }

    /// Adds a term under a name, with a weight in centipawns for each unit that it counts. The weight replaces what the term
    /// says it is worth.
    #[must_use]
    pub fn term(
        mut self,
        name: &str,
        weight: i32,
        term: impl Term<P> + Send + Sync + 'static,
    ) -> Self {
        self.terms.push(WeightedTerm {
            name: name.to_owned(),
            weight,
            term: Arc::new(term),
        });
        self
    }

    /// The names and weights, in the order in which they were added.
    pub fn weights(&self) -> impl Iterator<Item = (&str, i32)> {
        self.terms
            .iter()
            .map(|term| (term.name.as_str(), term.weight))
    }

    /// The same terms with other weights, in the order in which the terms were added. Surplus weights are ignored.
    #[must_use]
    pub fn with_weights(mut self, weights: impl IntoIterator<Item = i32>) -> Self {
        for (term, weight) in self.terms.iter_mut().zip(weights) {
            term.weight = weight;
        }
        self
    }

    /// What each term counts for each side.
    #[must_use]
    pub fn breakdown(&self, position: &P) -> Breakdown {
        let row = |term: &WeightedTerm<P>| BreakdownRow {
            name: term.name.clone(),
            weight: term.weight,
            counts: Side::BOTH.map(|side| term.term.count(position, side)),
        };
        Breakdown {
            rows: self.terms.iter().map(row).collect(),
        }
    }
}

impl<P> Clone for Weighted<P> {
    fn clone(&self) -> Self {
        Self {
            terms: self.terms.clone(),
        }
    }
}

impl<P> Clone for WeightedTerm<P> {
    fn clone(&self) -> Self {
        Self {
            name: self.name.clone(),
            weight: self.weight,
            term: Arc::clone(&self.term),
        }
    }
}

impl<P> Default for Weighted<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P> fmt::Debug for Weighted<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.weights()).finish()
    }
}

impl<P: Sides> Evaluator<P> for Weighted<P> {
    fn evaluate_in(&self, position: &P, _: &mut Session) -> Score {
        let us = position.to_move();
        let difference = |term: &WeightedTerm<P>| {
            let lead = term
                .term
                .count(position, us)
                .saturating_sub(term.term.count(position, !us));
            lead.saturating_mul(term.weight)
        };
        Score::centipawns(
            self.terms
                .iter()
                .map(difference)
                .fold(0, i32::saturating_add),
        )
    }
}

ask_behind_pointer! { [P: Sides] &Weighted<P> => P, }

/// A score taken apart: what each term counted for each side. Its text is a table in pawns.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Breakdown {
    /// One row for each term, in the order in which they were added.
    pub rows: Vec<BreakdownRow>,
}

/// One term of a [`Breakdown`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BreakdownRow {
    /// The name of the term.
    pub name: String,
    /// Centipawns for each unit.
    pub weight: i32,
    /// What was counted for the first side and for the second: the coefficients of the weight, for tuning.
    pub counts: [i32; 2],
}

impl Breakdown {
    /// The sum of all terms, from the first side's view.
    #[must_use]
    pub fn total(&self) -> Score {
        Score::centipawns(
            self.rows
                .iter()
                .map(BreakdownRow::centipawns)
                .fold(0, i32::saturating_add),
        )
    }
}

impl BreakdownRow {
    /// What the term contributes, from the first side's view.
    #[must_use]
    pub fn total(&self) -> Score {
        Score::centipawns(self.centipawns())
    }

    fn centipawns(&self) -> i32 {
        self.counts[0]
            .saturating_sub(self.counts[1])
            .saturating_mul(self.weight)
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
            let [first, second] = row
                .counts
                .map(|count| f64::from(count.saturating_mul(row.weight)) / 100.0);
            writeln!(
                f,
                "{:<16}{first:>10.2}{second:>10.2}{:>10}",
                row.name,
                row.total()
            )?;
        }
        writeln!(f, "{:<36}{:>10}", "total", self.total())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Lead(i32);

    impl Sides for Lead {
        fn to_move(&self) -> Side {
            Side::First
        }

        fn mirrored(&self) -> Self {
            Self(-self.0)
        }
    }

    /// Counts in units of seven centipawns.
    struct Sevens;

    impl Term<Lead> for Sevens {
        fn count(&self, position: &Lead, side: Side) -> i32 {
            match side {
                Side::First => position.0,
                Side::Second => 0,
            }
        }

        fn centipawns_per_unit(&self) -> i32 {
            7
        }
    }

    #[test]
    fn a_given_weight_replaces_the_worth_of_a_term() {
        let own = Weighted::new().with("sevens", Sevens);
        assert_eq!(own.evaluate(&Lead(3)), Score::centipawns(21));
        let given = Weighted::new().term("sevens", 2, Sevens);
        assert_eq!(given.evaluate(&Lead(3)), Score::centipawns(6));
    }

    #[test]
    fn clones_and_shared_sums_are_evaluators() {
        let sum = Weighted::new().with("sevens", Sevens);
        let clone = sum.clone().with_weights([1]);
        assert_eq!(clone.evaluate(&Lead(3)), Score::centipawns(3));
        assert_eq!(Arc::new(sum).evaluate(&Lead(3)), Score::centipawns(21));
    }
}

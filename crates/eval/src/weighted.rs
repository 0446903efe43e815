//! [`Weighted`]: a weighted sum of functions that count something for each side, and of other sums.

use crate::evaluator::{Evaluator, ask_behind_pointer};
use crate::linear::{Linear, Weight};
use crate::score::Score;
use crate::session::Session;
use crate::sides::{Side, Sides};
use std::fmt;
use std::sync::Arc;

/// An evaluator that is a weighted sum of terms, each counted for both sides.
///
/// [`Weighted::term`] adds a function that counts something for one side: pawns, legal moves, open lines. Its weight is in centipawns per
/// unit, and may be a fraction. [`Weighted::with`] adds another evaluator with weights. As a [`Linear`] evaluator the sum can be [broken
/// down](Linear::breakdown), and [`Fit`](crate::Fit) can find its weights.
///
/// ```
/// use plywood_eval::{Evaluator, Linear, Material, Score, Side, Weighted};
/// use plywood_core::Position;
///
/// fn mobility(position: &Position, side: Side) -> i32 {
///     position.move_count(side.into()) as i32
/// }
/// let evaluator = Weighted::new()
///     .with("material", Material::default())
///     .term("mobility", 4.5, mobility);
///
/// // 8  . . . . k . . .
/// // 1  R . . . K . . .    a rook ahead, and 15 moves against 5
/// let position: Position = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
/// assert_eq!(evaluator.evaluate(&position), Score::centipawns(500 + 45));
/// assert_eq!(evaluator.weights()[0], ("material pawn".to_owned(), 100.0));
/// assert_eq!(evaluator.weights()[5], ("mobility".to_owned(), 4.5));
/// # Ok::<(), plywood_core::FenError>(())
/// ```
///
/// For your own game, implement [`Sides`] and count anything you like:
///
/// ```
/// use plywood_eval::{Evaluator, Linear, Score, Side, Sides, Weighted};
///
/// #[derive(Clone)]
/// struct Armies {
///     men: [i32; 2],
///     hills: [i32; 2],
///     to_move: Side,
/// }
/// impl Sides for Armies {
///     fn to_move(&self) -> Side {
///         self.to_move
///     }
///     fn mirrored(&self) -> Self {
///         let (men, hills) =
///             ([self.men[1], self.men[0]], [self.hills[1], self.hills[0]]);
///         Armies { men, hills, to_move: !self.to_move }
///     }
/// }
/// let evaluator = Weighted::new()
///     .term("men", 100, |armies: &Armies, side| armies.men[side as usize])
///     .term("hills", 5, |armies: &Armies, side| armies.hills[side as usize]);
/// let armies = Armies { men: [8, 7], hills: [0, 4], to_move: Side::First };
///
/// assert_eq!(evaluator.evaluate(&armies), Score::centipawns(80));
/// assert_eq!(
///     evaluator.breakdown(&armies).to_string(),
///     "\
/// term                 first    second     total
/// men                   8.00      7.00     +1.00
/// hills                 0.00      0.20     -0.20
/// total                                    +0.80
/// "
/// );
/// ```
#[derive(Clone)]
pub struct Weighted<P> {
    parts: Vec<Part<P>>,
}

type Count<P> = Arc<dyn Fn(&P, Side) -> i32 + Send + Sync>;

#[derive(Clone)]
enum Part<P> {
    Term {
        name: String,
        weight: Weight,
        count: Count<P>,
    },
    Sum {
        name: String,
        sum: Box<dyn Component<P>>,
        /// The number of weights.
        size: usize,
    },
}

/// An evaluator that is part of others and is cloned with them.
trait Component<P>: Linear<P> + Send + Sync {
    fn boxed(&self) -> Box<dyn Component<P>>;
}

impl<P, L: Linear<P> + Clone + Send + Sync + 'static> Component<P> for L {
    fn boxed(&self) -> Box<dyn Component<P>> {
        Box::new(self.clone())
    }
}

impl<P> Clone for Box<dyn Component<P>> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

impl<P> Weighted<P> {
    /// Makes a sum without terms: every position is a draw.
    #[must_use]
    pub const fn new() -> Self {
        Self { parts: Vec::new() }
    }

    /// Adds all weights of an evaluator, such as [`Material`](crate::Material), [`Classical`](crate::Classical) or another sum. Their names
    /// get `name` as a prefix.
    #[must_use]
    pub fn with(mut self, name: &str, sum: impl Linear<P> + Clone + Send + Sync + 'static) -> Self {
        self.parts.push(Part::Sum {
            name: name.to_owned(),
            size: sum.weights().len(),
            sum: Box::new(sum),
        });
        self
    }

    /// Adds a function `|position, side|` that counts something for a side, with a weight in centipawns per unit, rounded to thousandths.
    ///
    /// # Panics
    /// If the weight is NaN.
    #[must_use]
    pub fn term(
        mut self,
        name: &str,
        weight: impl Into<f64>,
        count: impl Fn(&P, Side) -> i32 + Send + Sync + 'static,
    ) -> Self {
        self.parts.push(Part::Term {
            name: name.to_owned(),
            weight: Weight::chosen(weight.into()),
            count: Arc::new(count),
        });
        self
    }
}

impl<P> Default for Weighted<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: Sides> fmt::Debug for Weighted<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.weights()).finish()
    }
}

impl<P: Sides> Evaluator<P> for Weighted<P> {
    fn evaluate_in(&self, position: &P, session: &mut Session) -> Score {
        let us = position.to_move();
        let mut terms = Weight::ZERO;
        let mut sums = Score::DRAW;
        for part in &self.parts {
            match part {
                Part::Term { weight, count, .. } => {
                    let lead = i64::from(count(position, us)) - i64::from(count(position, !us));
                    terms = terms.plus(weight.times(lead));
                }
                Part::Sum { sum, .. } => {
                    sums = sums.plus(sum.evaluate_in(position, session));
                }
            }
        }
        sums.plus(terms.score())
    }
}

impl<P: Sides> Linear<P> for Weighted<P> {
    fn weights(&self) -> Vec<(String, f64)> {
        let weights = |part: &Part<P>| match part {
            Part::Term { name, weight, .. } => vec![(name.clone(), weight.value())],
            Part::Sum { name, sum, .. } => {
                let weights = sum.weights().into_iter();
                let prefixed = weights.map(|(own, weight)| (format!("{name} {own}"), weight));
                prefixed.collect()
            }
        };
        self.parts.iter().flat_map(weights).collect()
    }

    fn set_weights(&mut self, mut values: &[f64]) {
        for part in &mut self.parts {
            let used = match part {
                Part::Term { weight, .. } => {
                    if let Some(&value) = values.first() {
                        *weight = Weight::chosen(value);
                    }
                    1
                }
                Part::Sum { sum, size, .. } => {
                    sum.set_weights(values);
                    *size
                }
            };
            values = values.get(used..).unwrap_or_default();
        }
    }

    fn counts(&self, position: &P, add: &mut dyn FnMut(usize, [f64; 2])) {
        let mut first = 0;
        for part in &self.parts {
            first += match part {
                Part::Term { count, .. } => {
                    add(first, Side::BOTH.map(|side| count(position, side).into()));
                    1
                }
                Part::Sum { sum, size, .. } => {
                    sum.counts(position, &mut |index, counts| add(first + index, counts));
                    *size
                }
            };
        }
    }
}

ask_behind_pointer! { [P: Sides] &Weighted<P> => P, }

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone)]
    struct Lead(i32);

    impl Sides for Lead {
        fn to_move(&self) -> Side {
            Side::First
        }

        fn mirrored(&self) -> Self {
            Self(-self.0)
        }
    }

    fn lead(position: &Lead, side: Side) -> i32 {
        match side {
            Side::First => position.0,
            Side::Second => 0,
        }
    }

    #[test]
    fn fractions_are_rounded_alike_for_both_sides() {
        let sum = Weighted::new().term("lead", 2.5, lead);
        assert_eq!(sum.evaluate(&Lead(3)), Score::centipawns(8));
        assert_eq!(sum.evaluate(&Lead(-3)), Score::centipawns(-8));
        let huge = Weighted::new().term("lead", f64::MAX, lead);
        assert_eq!(huge.evaluate(&Lead(i32::MIN)), Score::centipawns(-30_000));
    }

    #[test]
    #[should_panic(expected = "a weight is not a number (NaN)")]
    fn a_weight_that_is_no_number_is_refused() {
        let _ = Weighted::new().term("lead", f64::NAN, lead);
    }

    #[test]
    fn a_sum_of_sums_has_all_their_weights() {
        let inner = Weighted::new().term("a", 1, lead).term("b", 2, lead);
        let mut outer = Weighted::new()
            .with("inner", inner)
            .term("c", 3, |_: &Lead, side| i32::from(side == Side::First));
        let names: Vec<_> = outer.weights().into_iter().map(|named| named.0).collect();
        assert_eq!(names, ["inner a", "inner b", "c"]);

        let before = outer.clone();
        outer.set_weights(&[10.0, 20.0, 30.0, 99.0]);
        assert_eq!(before.evaluate(&Lead(1)), Score::centipawns(6));
        assert_eq!(outer.evaluate(&Lead(1)), Score::centipawns(60));
        assert_eq!(outer.breakdown(&Lead(1)).total(), Score::centipawns(60));
        outer.set_weights(&[1.0]);
        assert_eq!(outer.evaluate(&Lead(1)), Score::centipawns(51));
        assert_eq!(Arc::new(outer).evaluate(&Lead(0)), Score::centipawns(30));
    }
}

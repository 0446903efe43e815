//! [`Evaluator`]: a function from a position to a score from the side to move's view.

use crate::score::Score;
use crate::sides::{Side, Sides};
use std::sync::Arc;

/// Judges a position **from the view of the side to move**: a positive score is good for whoever moves next.
///
/// That is the commonest mistake in programs of this kind; for a function that answers from White's view there is
/// [`WhiteView`], and [`check_symmetry`](crate::check_symmetry) finds an evaluator that got it wrong.
/// Closures and functions are evaluators, and so are boxed, shared and borrowed ones.
///
/// ```
/// use plywood_eval::{Evaluator, Score};
///
/// fn half_of(position: &i32) -> Score {
///     Score::centipawns(position / 2)
/// }
/// let named: Box<dyn Evaluator<i32>> = Box::new(half_of);
/// assert_eq!(named.evaluate(&70), Score::centipawns(35));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot judge a `{P}`",
    label = "not an evaluator for `{P}`",
    note = "implement `plywood_eval::Evaluator<{P}>`, or pass a closure `|position: &{P}| -> Score`; a borrowed evaluator is passed as `Borrowed(&evaluator)`"
)]
pub trait Evaluator<P: ?Sized> {
    /// The score of the position, from the side to move's view.
    fn evaluate(&self, position: &P) -> Score;
}

impl<P: ?Sized, F: Fn(&P) -> Score> Evaluator<P> for F {
    #[inline]
    fn evaluate(&self, position: &P) -> Score {
        self(position)
    }
}

impl<P: ?Sized> Evaluator<P> for Box<dyn Evaluator<P> + '_> {
    fn evaluate(&self, position: &P) -> Score {
        self.as_ref().evaluate(position)
    }
}

impl<P: ?Sized> Evaluator<P> for Box<dyn Evaluator<P> + Send + Sync + '_> {
    fn evaluate(&self, position: &P) -> Score {
        self.as_ref().evaluate(position)
    }
}

/// One evaluator for several searches, on any number of threads.
impl<P: ?Sized> Evaluator<P> for Arc<dyn Evaluator<P> + Send + Sync + '_> {
    fn evaluate(&self, position: &P) -> Score {
        self.as_ref().evaluate(position)
    }
}

impl<P: ?Sized> Evaluator<P> for &dyn Evaluator<P> {
    fn evaluate(&self, position: &P) -> Score {
        (**self).evaluate(position)
    }
}

/// A borrowed evaluator, to use one in two searches without giving it away.
///
/// (`&E` itself cannot be an evaluator for every `E`, since a reference may also be a closure.)
///
/// ```
/// use plywood_eval::{Borrowed, Evaluator, RandomEvaluator};
///
/// let owned = RandomEvaluator::new(1, 100);
/// assert_eq!(Borrowed(&owned).evaluate(&5_u32), owned.evaluate(&5_u32));
/// ```
#[derive(Debug)]
pub struct Borrowed<'a, E: ?Sized>(pub &'a E);

impl<E: ?Sized> Clone for Borrowed<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E: ?Sized> Copy for Borrowed<'_, E> {}

impl<P: ?Sized, E: Evaluator<P> + ?Sized> Evaluator<P> for Borrowed<'_, E> {
    #[inline]
    fn evaluate(&self, position: &P) -> Score {
        self.0.evaluate(position)
    }
}

/// Makes an evaluator of a function that answers from the first side's (White's) view.
///
/// ```
/// use plywood_eval::{Evaluator, Score, Side, Sides, WhiteView};
///
/// struct Lead(i32, Side);
/// impl Sides for Lead {
///     fn to_move(&self) -> Side { self.1 }
///     fn mirrored(&self) -> Self { Lead(-self.0, !self.1) }
/// }
/// let evaluator = WhiteView::new(|lead: &Lead| Score::centipawns(lead.0));
/// assert_eq!(evaluator.evaluate(&Lead(50, Side::First)), Score::centipawns(50));
/// assert_eq!(evaluator.evaluate(&Lead(50, Side::Second)), Score::centipawns(-50));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct WhiteView<F>(F);

impl<F> WhiteView<F> {
    /// Wraps the function; its type is any evaluator's, read from White's view.
    #[must_use]
    pub const fn new(function: F) -> Self {
        Self(function)
    }
}

impl<P: Sides, F: Evaluator<P>> Evaluator<P> for WhiteView<F> {
    #[inline]
    fn evaluate(&self, position: &P) -> Score {
        let score = self.0.evaluate(position);
        match position.to_move() {
            Side::First => score,
            Side::Second => -score,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Constant(i32);

    impl Evaluator<()> for Constant {
        fn evaluate(&self, (): &()) -> Score {
            Score::centipawns(self.0)
        }
    }

    #[test]
    fn every_way_to_hold_an_evaluator_is_one() {
        fn ask(evaluator: &impl Evaluator<()>) -> Score {
            evaluator.evaluate(&())
        }
        let constant = Constant(7);
        let closure = |(): &()| Score::centipawns(7);
        let dynamic: &dyn Evaluator<()> = &constant;
        let boxed: Box<dyn Evaluator<()>> = Box::new(Constant(7));
        let shared: Arc<dyn Evaluator<()> + Send + Sync> = Arc::new(Constant(7));
        let all = [
            ask(&shared),
            ask(&Borrowed(&constant)),
            ask(&closure),
            ask(&&closure),
            ask(&dynamic),
            ask(&boxed),
            ask(&Borrowed(&closure)),
        ];
        assert_eq!(all, [Score::centipawns(7); 7]);
    }
}

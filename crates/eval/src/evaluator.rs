//! [`Evaluator`]: a function from a position to a score from the side to move's view.

use crate::score::Score;
use crate::sides::Sides;
use std::rc::Rc;
use std::sync::Arc;

/// Judges a position **from the view of the side to move**: a positive score is good for the side that moves next.
///
/// Answering from White's view instead is the most common mistake in programs of this kind. [`WhiteView`] turns such a
/// function into an evaluator, and [`check_symmetry`](crate::check_symmetry) finds an evaluator with the mistake.
///
/// Closures and functions are evaluators, and so is `Box<dyn Evaluator<P>>`. To use one evaluator in several searches,
/// clone it, share it as an `Arc` or `Rc`, or borrow it: the evaluators of this crate as `&evaluator`, one of your own as
/// [`Borrowed(&evaluator)`](Borrowed).
///
/// An evaluator that knows the game is decided returns [`Score::won_in`] or [`Score::lost_in`], counted in plies
/// **from the position it was given**. The search adds the plies from its root to that position.
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
    note = "an evaluator is a closure `|position: &{P}| -> Score`, or a type that implements `plywood_eval::Evaluator<{P}>`",
    note = "to use one evaluator in several places, pass `Borrowed(&evaluator)` instead of `&evaluator`, or clone an `Arc` of it"
)]
pub trait Evaluator<P: ?Sized> {
    /// The score of the position, from the side to move's view.
    fn evaluate(&self, position: &P) -> Score;

    /// A function with the same scores that remembers what positions have in common, for a search that judges many of them on
    /// one thread. `None`, the default, if the evaluator has nothing to remember.
    ///
    /// ```
    /// use plywood_core::Position;
    /// use plywood_eval::{Classical, Evaluator, Material};
    ///
    /// let classical = Classical::default();
    /// let mut remembering = classical.remembering().expect("it remembers the pawns");
    /// assert_eq!(remembering(&Position::START), classical.evaluate(&Position::START));
    /// assert!(Material::default().remembering().is_none());
    /// ```
    fn remembering(&self) -> Option<Remembering<'_, P>> {
        None
    }
}

/// An evaluator that remembers what positions have in common; see [`Evaluator::remembering`].
pub type Remembering<'a, P> = Box<dyn FnMut(&P) -> Score + Send + 'a>;

// Without this, the compiler says of every missing evaluator that it is not a closure, and leaves our notes out.
#[diagnostic::do_not_recommend]
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

    fn remembering(&self) -> Option<Remembering<'_, P>> {
        self.as_ref().remembering()
    }
}

impl<P: ?Sized> Evaluator<P> for Box<dyn Evaluator<P> + Send + Sync + '_> {
    fn evaluate(&self, position: &P) -> Score {
        self.as_ref().evaluate(position)
    }

    fn remembering(&self) -> Option<Remembering<'_, P>> {
        self.as_ref().remembering()
    }
}

/// One evaluator for several searches, on any number of threads.
impl<P: ?Sized, E: Evaluator<P> + ?Sized> Evaluator<P> for Arc<E> {
    #[inline]
    fn evaluate(&self, position: &P) -> Score {
        self.as_ref().evaluate(position)
    }

    fn remembering(&self) -> Option<Remembering<'_, P>> {
        self.as_ref().remembering()
    }
}

/// One evaluator for several searches, on one thread.
impl<P: ?Sized, E: Evaluator<P> + ?Sized> Evaluator<P> for Rc<E> {
    #[inline]
    fn evaluate(&self, position: &P) -> Score {
        self.as_ref().evaluate(position)
    }

    fn remembering(&self) -> Option<Remembering<'_, P>> {
        self.as_ref().remembering()
    }
}

impl<P: ?Sized> Evaluator<P> for &dyn Evaluator<P> {
    fn evaluate(&self, position: &P) -> Score {
        (**self).evaluate(position)
    }

    fn remembering(&self) -> Option<Remembering<'_, P>> {
        (**self).remembering()
    }
}

/// A borrowed evaluator, to use one evaluator in two searches without giving it away: `AlphaBeta::new(Borrowed(&evaluator))`.
///
/// `&E` itself cannot be an evaluator for every `E`: a reference to a closure is a closure, too, and a type may
/// implement a trait only once.
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

    fn remembering(&self) -> Option<Remembering<'_, P>> {
        self.0.remembering()
    }
}

/// Turns a function that answers from the first side's (White's) view into an evaluator.
/// [`check_symmetry`](crate::check_symmetry) has an example.
#[derive(Debug, Clone, Copy)]
pub struct WhiteView<F>(F);

impl<F> WhiteView<F> {
    /// Wraps the function. Any evaluator will do; its score is taken as White's.
    #[must_use]
    pub const fn new(function: F) -> Self {
        Self(function)
    }
}

impl<P: Sides, F: Evaluator<P>> Evaluator<P> for WhiteView<F> {
    #[inline]
    fn evaluate(&self, position: &P) -> Score {
        // From one view to the other is the same step in both directions.
        self.0.evaluate(position).for_white(position.to_move())
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
    fn boxed_shared_and_borrowed_evaluators_are_evaluators() {
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
            ask(&Arc::new(Constant(7))),
            ask(&Arc::new(closure)),
            ask(&Rc::new(Constant(7))),
            ask(&Borrowed(&constant)),
            ask(&closure),
            ask(&&closure),
            ask(&dynamic),
            ask(&boxed),
            ask(&Borrowed(&closure)),
        ];
        assert_eq!(all, [Score::centipawns(7); 10]);
    }
}

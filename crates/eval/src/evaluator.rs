//! [`Evaluator`]: a function from a position to a score from the side to move's point of view.

use crate::score::Score;
use crate::session::Session;
use crate::sides::Sides;
use std::any::type_name;
use std::rc::Rc;
use std::sync::Arc;
use thiserror::Error;

/// Evaluates a position **from the side to move's point of view**: a positive score is good for the side that moves next.
///
/// Scoring from White's point of view instead is the most common mistake in programs like these. [`WhiteView`] turns such a function into
/// an evaluator, and [`check_symmetry`] detects the mistake.
///
/// Closures and functions are evaluators, and so is `Box<dyn Evaluator<P>>`. To use one evaluator in several searches, clone it, share it
/// in an `Arc` or `Rc`, or borrow it: `&evaluator` for this crate's evaluators, [`Borrowed(&evaluator)`](Borrowed) for yours.
///
/// An evaluator that recognizes a decided game returns [`Score::won_in`] or [`Score::lost_in`], counted in plies **from the position it was
/// given**. The search adds the plies from its root to that position.
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
///
/// Implement one of the two methods. [`evaluate`](Evaluator::evaluate) is enough for an evaluator that depends only on the position.
/// [`evaluate_in`](Evaluator::evaluate_in) also receives a [`Session`]: an evaluator that wraps another one passes the session on, so that
/// the inner one can reuse work between positions.
///
/// ```
/// use plywood_eval::{Evaluator, Score};
///
/// /// Counts the pawns behind the comma, too.
/// struct Pawns;
///
/// impl Evaluator<f64> for Pawns {
///     fn evaluate(&self, pawns: &f64) -> Score {
///         Score::centipawns((100.0 * pawns) as i32)
///     }
/// }
/// assert_eq!(Pawns.evaluate(&0.3), Score::centipawns(30));
/// ```
///
/// ```
/// use plywood_eval::{Evaluator, Material, Score, Session};
/// use plywood_core::Position;
///
/// /// Another evaluator, for a player who does not like to be in check.
/// struct Fearful<E>(E);
///
/// impl<E: Evaluator<Position>> Evaluator<Position> for Fearful<E> {
///     fn evaluate_in(&self, position: &Position, session: &mut Session) -> Score {
///         let score = self.0.evaluate_in(position, session);
///         if position.is_check() { score.minus(Score::centipawns(50)) } else { score }
///     }
/// }
/// assert_eq!(Fearful(Material::default()).evaluate(&Position::START), Score::DRAW);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot judge a `{P}`",
    label = "not an evaluator for `{P}`",
    note = "an evaluator is a closure `|position: &{P}| -> Score`, or a type that implements `Evaluator<{P}>`",
    note = "for positions with a history, as `WithHistory<Position>`, wrap an evaluator of positions: `PositionOnly(evaluator)`",
    note = "to use one evaluator in several places, pass `Borrowed(&evaluator)` instead of `&evaluator`, or clone an `Arc` of it",
    note = "instead of a `Box<MyEvaluator>` pass `*boxed`, or make it a `Box<dyn Evaluator<{P}>>`"
)]
pub trait Evaluator<P: ?Sized> {
    /// Returns the score of a position in a search, from the side to move's point of view. It must not depend on the session's contents.
    /// The default calls [`evaluate`](Self::evaluate).
    ///
    /// # Panics
    /// If neither of the two is implemented.
    #[inline]
    fn evaluate_in(&self, position: &P, session: &mut Session) -> Score {
        let name = type_name::<Self>();
        assert!(
            !session.is_asked_by(name),
            "`{name}` is an evaluator with neither `evaluate` nor `evaluate_in`: implement one of them"
        );
        self.evaluate(position)
    }

    /// Returns the score of a single position, from the side to move's point of view. The default calls [`evaluate_in`](Self::evaluate_in).
    #[inline]
    fn evaluate(&self, position: &P) -> Score {
        self.evaluate_in(position, &mut Session::asked_by(type_name::<Self>()))
    }
}

/// The scale of scores. Fifty centipawns of a network are not fifty of a sum of terms, so a search uses different margins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Scale {
    /// A sum of terms in centipawns.
    #[default]
    Terms,
    /// A network trained on results.
    Network,
}

/// A picture of an evaluator's terms that doesn't depend on the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Portrait {
    /// The picture, an SVG that is readable on light and dark backgrounds.
    pub svg: String,
    /// The caption.
    pub caption: String,
}

// Without this, the compiler reports every missing evaluator as not being a closure, and omits our notes.
#[diagnostic::do_not_recommend]
impl<P: ?Sized, F: Fn(&P) -> Score> Evaluator<P> for F {
    #[inline]
    fn evaluate_in(&self, position: &P, _: &mut Session) -> Score {
        self(position)
    }
}

/// A pointer to an evaluator forwards to the evaluator. The targets of `Box` and `&` are listed one by one, since a box or a reference of a
/// closure is a closure, and a type can implement a trait only once.
macro_rules! ask_behind_pointer {
    ($([$($generics:tt)*] $pointer:ty => $position:ty,)*) => {
        $(impl<$($generics)*> Evaluator<$position> for $pointer {
            #[inline]
            fn evaluate_in(&self, position: &$position, session: &mut Session) -> Score {
                (**self).evaluate_in(position, session)
            }
        })*
    };
}
pub(crate) use ask_behind_pointer;

ask_behind_pointer! {
    [P: ?Sized] Box<dyn Evaluator<P> + '_> => P,
    [P: ?Sized] Box<dyn Evaluator<P> + Send + '_> => P,
    [P: ?Sized] Box<dyn Evaluator<P> + Sync + '_> => P,
    [P: ?Sized] Box<dyn Evaluator<P> + Send + Sync + '_> => P,
    [P: ?Sized] &(dyn Evaluator<P> + '_) => P,
    [P: ?Sized] &(dyn Evaluator<P> + Send + '_) => P,
    [P: ?Sized] &(dyn Evaluator<P> + Sync + '_) => P,
    [P: ?Sized] &(dyn Evaluator<P> + Send + Sync + '_) => P,
    [P: ?Sized, E: Evaluator<P> + ?Sized] Arc<E> => P,
    [P: ?Sized, E: Evaluator<P> + ?Sized] Rc<E> => P,
}

/// A borrowed evaluator, to use one evaluator in two searches without giving it away: `AlphaBeta::new(Borrowed(&evaluator))`.
///
/// `&E` itself cannot be an evaluator for every `E`: a reference to a closure is also a closure, and a type can implement a trait only
/// once.
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
    fn evaluate_in(&self, position: &P, session: &mut Session) -> Score {
        self.0.evaluate_in(position, session)
    }
}

/// Turns a function that scores from the first side's (White's) point of view into an evaluator. See the example of [`check_symmetry`].
#[derive(Debug, Clone, Copy)]
pub struct WhiteView<F>(F);

impl<F> WhiteView<F> {
    /// Wraps the function. Any evaluator is accepted; its score is taken as White's.
    #[must_use]
    pub const fn new(function: F) -> Self {
        Self(function)
    }
}

impl<P: Sides, F: Evaluator<P>> Evaluator<P> for WhiteView<F> {
    #[inline]
    fn evaluate_in(&self, position: &P, session: &mut Session) -> Score {
        // Converting between the two points of view is the same step in both directions.
        let score = self.0.evaluate_in(position, session);
        score.for_white(position.to_move())
    }
}

/// A position whose score changes when the sides are exchanged.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "position {index} scores {score}, but {mirrored} with the sides exchanged \
     (score for the side to move; if your function scores for White, wrap it in WhiteView)"
)]
pub struct Asymmetry {
    /// The index of the position among the checked ones, from 0.
    pub index: usize,
    /// The score of the original position.
    pub score: Score,
    /// The score with the sides exchanged, which should be the same.
    pub mirrored: Score,
}

/// Checks that exchanging the sides of each position does not change its score.
///
/// This finds evaluators that score from White's point of view, and mistakes in the code for one side.
///
/// # Errors
/// The first position whose score changes.
///
/// ```
/// use plywood_eval::{Score, Side, Sides, WhiteView, check_symmetry};
///
/// #[derive(Clone)]
/// struct Lead(i32, Side);
/// impl Sides for Lead {
///     fn to_move(&self) -> Side { self.1 }
///     fn mirrored(&self) -> Self { Lead(-self.0, !self.1) }
/// }
/// let from_whites_view = |lead: &Lead| Score::centipawns(lead.0);
/// let positions = [Lead(0, Side::First), Lead(50, Side::Second)];
/// assert_eq!(check_symmetry(&from_whites_view, &positions).unwrap_err().index, 1);
/// assert!(check_symmetry(&WhiteView::new(from_whites_view), &positions).is_ok());
/// ```
pub fn check_symmetry<'a, P: Sides + 'a>(
    evaluator: &impl Evaluator<P>,
    positions: impl IntoIterator<Item = &'a P>,
) -> Result<(), Asymmetry> {
    for (index, position) in positions.into_iter().enumerate() {
        let score = evaluator.evaluate(position);
        let mirrored = evaluator.evaluate(&position.mirrored());
        if score != mirrored {
            return Err(Asymmetry {
                index,
                score,
                mirrored,
            });
        }
    }
    Ok(())
}

//! The check that an evaluator treats both sides the same.

use crate::evaluator::Evaluator;
use crate::score::Score;
use crate::sides::Sides;
use thiserror::Error;

/// A position that an evaluator judges differently when the sides are exchanged.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "position {index} has the score {score}, but {mirrored} with the sides exchanged (a score is from the side to move's view; wrap a function that answers from White's view in WhiteView)"
)]
pub struct Asymmetry {
    /// The index of the position among those that were checked, from 0.
    pub index: usize,
    /// The score of the position as it is.
    pub score: Score,
    /// The score with the sides exchanged, which should be the same.
    pub mirrored: Score,
}

/// Checks on each of the positions that exchanging the sides does not change the score.
///
/// It finds evaluators that answer from White's view, and mistakes in the code for one side.
///
/// # Errors
/// The first position whose score is not that of the position with the sides exchanged.
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

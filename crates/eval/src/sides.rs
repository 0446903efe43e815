//! The two sides of a game, and the trait through which evaluators see them.

use crate::score::Score;
use std::ops::Not;

/// The two players: the first (White, X, the maximizer of textbooks) and the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Side {
    /// The player who moves first in a game.
    First,
    /// The player who moves second.
    Second,
}

impl Side {
    /// Both sides, the first one first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];
}

impl Not for Side {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl Score {
    /// Converts a score from the side to move's point of view to the first side's (White's). For chess the side may be a `Color`.
    ///
    /// ```
    /// use plywood_eval::{Score, Side};
    ///
    /// // Black is to move, and better by half a pawn.
    /// let score = Score::centipawns(50);
    /// assert_eq!(score.for_white(Side::Second), Score::centipawns(-50));
    /// assert_eq!(score.for_white(Side::First), score);
    /// ```
    #[inline]
    #[must_use]
    pub fn for_white(self, side_to_move: impl Into<Side>) -> Self {
        match side_to_move.into() {
            Side::First => self,
            Side::Second => -self,
        }
    }
}

/// A position that has a side to move and whose sides can be exchanged.
///
/// ```
/// use plywood_eval::{Side, Sides};
///
/// #[derive(Clone)]
/// struct Race { mine: u32, theirs: u32, to_move: Side }
///
/// impl Sides for Race {
///     fn to_move(&self) -> Side {
///         self.to_move
///     }
///     fn mirrored(&self) -> Self {
///         Race { mine: self.theirs, theirs: self.mine, to_move: !self.to_move }
///     }
/// }
/// let race = Race { mine: 3, theirs: 5, to_move: Side::First };
/// assert_eq!(race.mirrored().to_move(), Side::Second);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which side is to move",
    label = "this needs `Sides`",
    note = "implement `Sides` for `{Self}`: `to_move` and `mirrored`"
)]
pub trait Sides: Sized {
    /// Returns the side to move.
    fn to_move(&self) -> Side;

    /// Returns the position with the sides exchanged, including the side to move. The second side is then as well off as
    /// the first was.
    #[must_use]
    fn mirrored(&self) -> Self;
}

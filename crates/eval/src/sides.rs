//! The two sides of a game, and what an evaluator may ask about them.

use std::ops::Not;

/// The two players: the first (White, X, the maximizer of textbooks) and the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

/// A position whose side to move can be asked for, and whose sides can be exchanged.
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
    note = "implement `plywood_eval::Sides` for `{Self}`: `to_move` and `mirrored`"
)]
pub trait Sides: Sized {
    /// The side to move.
    fn to_move(&self) -> Side;

    /// The same position with the sides exchanged, the side to move included: neither player can tell the difference.
    #[must_use]
    fn mirrored(&self) -> Self;
}

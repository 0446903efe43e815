//! The values of positions in tables: the result, and the distance to the next capture, pawn move or mate.

use core::fmt;
use core::ops::Neg;

/// The value of a position for the side to move, with a halfmove clock of zero.
///
/// ```
/// use plywood_tables::Wdl;
///
/// assert!(Wdl::Win > Wdl::CursedWin && Wdl::CursedWin > Wdl::Draw);
/// // What one side has won, the other has lost.
/// assert_eq!(-Wdl::CursedWin, Wdl::BlessedLoss);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost by force, but the fifty-move rule makes it a draw.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won by force, but the fifty-move rule makes it a draw.
    CursedWin,
    /// Won.
    Win,
}

impl Wdl {
    /// All results, the worst first.
    pub const ALL: [Self; 5] = [
        Self::Loss,
        Self::BlessedLoss,
        Self::Draw,
        Self::CursedWin,
        Self::Win,
    ];

    /// Returns the result of the game if both sides play by the tables: 1 for a win, 0 for a draw, −1 for a loss.
    #[must_use]
    pub const fn points(self) -> i32 {
        match self {
            Self::Loss => -1,
            Self::BlessedLoss | Self::Draw | Self::CursedWin => 0,
            Self::Win => 1,
        }
    }

    /// Returns the result of the game without the fifty-move rule: 1 for a win, 0 for a draw, −1 for a loss.
    #[must_use]
    pub const fn points_without_fifty_moves(self) -> i32 {
        match self {
            Self::Loss | Self::BlessedLoss => -1,
            Self::Draw => 0,
            Self::CursedWin | Self::Win => 1,
        }
    }
}

/// The result for the other side.
impl Neg for Wdl {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::BlessedLoss => "blessed loss",
            Self::Draw => "draw",
            Self::CursedWin => "cursed win",
            Self::Win => "win",
        })
    }
}

/// The plies after which the fifty-move rule draws the game.
const FIFTY_MOVES: i32 = 100;

/// The distance to zero: the number of plies in which the winning side forces a move that resets the halfmove clock (a capture or a pawn
/// move), or mate, without losing its win.
///
/// It is positive if the side to move wins, negative if it loses, and zero in a draw. A distance over 100 belongs to a cursed win. Some
/// tables count in moves instead of plies, so the true distance can be one ply longer. That never changes the result of a position with a
/// clock of zero.
///
/// ```
/// use plywood_tables::{Dtz, Wdl};
///
/// let dtz = Dtz::new(60);
/// assert_eq!(dtz.wdl(0), Wdl::Win);
/// // Twenty-five moves without progress have been played already: the fifty-move rule comes first.
/// assert_eq!(dtz.wdl(50), Wdl::CursedWin);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Dtz(i32);

impl Dtz {
    /// A draw.
    pub const DRAW: Self = Self(0);

    /// Makes a distance in plies, negative for a loss.
    #[must_use]
    pub const fn new(plies: i32) -> Self {
        Self(plies)
    }

    /// Returns the number of plies, negative for a loss.
    #[must_use]
    pub const fn plies(self) -> i32 {
        self.0
    }

    /// Returns the result if the halfmove clock is at `clock`.
    #[must_use]
    pub const fn wdl(self, clock: u32) -> Wdl {
        // A distance of exactly one hundred plies is a win only if the clock starts with it. A table that counts in moves is exact there;
        // with a later clock it may be one ply off.
        let spent = match clock {
            0 => 0,
            1..=100 => clock as i32 + 1,
            _ => FIFTY_MOVES + 1,
        };
        let is_in_time = self.0.saturating_abs() <= FIFTY_MOVES - spent;
        match (self.0.signum(), is_in_time) {
            (1, true) => Wdl::Win,
            (1, false) => Wdl::CursedWin,
            (-1, true) => Wdl::Loss,
            (-1, false) => Wdl::BlessedLoss,
            _ => Wdl::Draw,
        }
    }

    /// Returns the distance if the next move is a capture or pawn move that leads to this result.
    pub(crate) const fn of_zeroing_move(wdl: Wdl) -> Self {
        Self(match wdl {
            Wdl::Loss => -1,
            Wdl::BlessedLoss => -1 - FIFTY_MOVES,
            Wdl::Draw => 0,
            Wdl::CursedWin => 1 + FIFTY_MOVES,
            Wdl::Win => 1,
        })
    }

    /// Returns the distance one ply earlier, for the same side.
    pub(crate) const fn one_ply_earlier(self) -> Self {
        Self(self.0.saturating_add(self.0.signum()))
    }

    /// Returns the value for sorting moves: a faster win and a longer defense are worth more.
    pub(crate) const fn worth(self) -> i32 {
        match self.0.signum() {
            1 => i32::MAX - self.0,
            -1 => i32::MIN - self.0,
            _ => 0,
        }
    }
}

/// The distance from the other side's point of view.
impl Neg for Dtz {
    type Output = Self;

    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl fmt::Display for Dtz {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Dtz, Wdl};

    #[test]
    fn the_fifty_move_rule_counts() {
        let cases = [
            (1, 98, Wdl::Win),
            (1, 100, Wdl::CursedWin),
            (100, 0, Wdl::Win),
            (101, 0, Wdl::CursedWin),
            (50, 49, Wdl::Win),
            (50, 50, Wdl::CursedWin),
            (-50, 50, Wdl::BlessedLoss),
            (-50, 49, Wdl::Loss),
            (0, 80, Wdl::Draw),
            (i32::MAX, u32::MAX, Wdl::CursedWin),
        ];
        for (plies, clock, wdl) in cases {
            assert_eq!(Dtz::new(plies).wdl(clock), wdl, "{plies} plies at {clock}");
            assert_eq!((-Dtz::new(plies)).wdl(clock), -wdl);
        }
    }

    #[test]
    fn faster_wins_and_longer_defenses_are_worth_more() {
        let order = [-1, -2, -100, -150, 0, 150, 100, 2, 1];
        let worth = order.map(|plies| Dtz::new(plies).worth());
        assert!(worth.is_sorted_by(|a, b| a < b), "{worth:?}");
    }
}

//! The result of a position when both sides play their best, with the fifty-move rule.

use core::fmt;
use core::ops::Neg;

/// What a position is worth to the side to move, if the halfmove clock stood at zero.
///
/// ```
/// use plywood_tables::Wdl;
///
/// assert!(Wdl::Win > Wdl::CursedWin && Wdl::CursedWin > Wdl::Draw);
/// // What one side has won, the other has lost.
/// assert_eq!(-Wdl::CursedWin, Wdl::BlessedLoss);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

    /// The result as the game ends if both sides know the tables: a win, a draw or a loss, as 1, 0 or −1.
    #[must_use]
    pub const fn points(self) -> i32 {
        match self {
            Self::Loss => -1,
            Self::BlessedLoss | Self::Draw | Self::CursedWin => 0,
            Self::Win => 1,
        }
    }

    /// The result without the fifty-move rule, as 1, 0 or −1.
    #[must_use]
    pub const fn points_without_fifty_moves(self) -> i32 {
        match self {
            Self::Loss | Self::BlessedLoss => -1,
            Self::Draw => 0,
            Self::CursedWin | Self::Win => 1,
        }
    }
}

/// The same position seen by the other side.
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

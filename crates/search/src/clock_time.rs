//! [`ClockTime`]: how much time a game clock gives one move.

use std::time::Duration;

/// The time on a player's clock. [`Limits::clock`](crate::Limits::clock) makes the limits of one move of it.
///
/// ```
/// use plywood_search::{ClockTime, Limits};
/// use std::time::Duration;
///
/// let clock = ClockTime {
///     remaining: Duration::from_secs(50),
///     increment: Duration::ZERO,
///     moves_to_go: None,
/// };
/// let limits = Limits::clock(clock);
/// assert_eq!(limits.soft_time(), Some(Duration::from_secs(1)));
/// assert_eq!(limits.max_time(), Some(Duration::from_secs(6)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClockTime {
    /// The time that is left.
    pub remaining: Duration,
    /// The time that each move adds.
    pub increment: Duration,
    /// How many moves must be made before time is added to the clock; `None` if this time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The remaining time is divided by this number of moves if the rest of the game must be played with it.
const MOVES_TO_COME: u32 = 25;
/// A search may take so many times its share before it is stopped within an iteration.
const HARD_FACTOR: u32 = 3;

impl ClockTime {
    /// After this time iterative deepening begins no new iteration. It is half of the move's share, since the next
    /// iteration usually takes longer than all before it.
    #[must_use]
    pub fn soft_time(self) -> Duration {
        self.share() / 2
    }

    /// After this time a search is stopped.
    #[must_use]
    pub fn hard_time(self) -> Duration {
        self.most().min(self.share().saturating_mul(HARD_FACTOR))
    }

    /// An even share of the clock for each move to come.
    fn share(self) -> Duration {
        let share = self.remaining / self.moves();
        let share = share.saturating_add(self.increment / 4 * 3);
        share.min(self.most())
    }

    /// A move never takes more than half of the clock; the last one before time is added may take more.
    fn most(self) -> Duration {
        match self.moves() {
            1 => self.remaining / 5 * 4,
            _ => self.remaining / 2,
        }
    }

    fn moves(self) -> u32 {
        self.moves_to_go
            .map_or(MOVES_TO_COME, |moves| moves.clamp(1, MOVES_TO_COME))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_may_hold_any_time() {
        for moves_to_go in [None, Some(1)] {
            let clock = ClockTime {
                remaining: Duration::MAX,
                increment: Duration::MAX,
                moves_to_go,
            };
            assert!(clock.soft_time() <= clock.hard_time() && clock.hard_time() < Duration::MAX);
        }
    }

    #[test]
    fn no_move_uses_up_the_clock() {
        for remaining in [0, 1, 50, 1_000, 100_000] {
            for increment in [0, 10, 10_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let clock = ClockTime {
                        remaining: Duration::from_millis(remaining),
                        increment: Duration::from_millis(increment),
                        moves_to_go,
                    };
                    assert!(clock.soft_time() <= clock.hard_time(), "{clock:?}");
                    assert!(clock.hard_time() <= clock.remaining * 4 / 5, "{clock:?}");
                }
            }
        }
    }
}

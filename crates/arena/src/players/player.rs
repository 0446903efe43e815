//! [`Player`]: chooses moves in a game, each in its [`Turn`]; [`TimeControl`], the limits of a game; and [`Fault`], a player's failure.

use crate::players::lines::WrongLines;
use plywood_eval::Side;
use plywood_report::duration;
use plywood_search::{ClockTime, Fault, Game, Limits, Played, Report};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// Chooses the moves of one side. A player that fails loses the game.
pub trait Player<G: Game> {
    /// Begins a new game. The player forgets earlier games, so that games are independent.
    ///
    /// # Errors
    /// [`Fault`] if the player cannot play.
    fn begin(&mut self, seed: u64) -> Result<(), Fault>;

    /// Returns the best move in the current position of a game that is not over, with the player's score and line. The referee checks the
    /// move. A depth of 0, or no nodes, means unknown.
    ///
    /// # Errors
    /// [`Fault`] if the player has no legal move to offer.
    fn choose(&mut self, game: &Played<G>, turn: &Turn) -> Result<Report<G::Move>, Fault>;

    /// Returns `true` if it searches to a fixed depth, and so has no move when nodes or time run out first.
    fn needs_depth(&self) -> bool {
        false
    }

    /// Returns the wrong lines of its last report. By default all lines of the report are checked.
    fn wrong_lines(&mut self, game: &Played<G>, report: &Report<G::Move>) -> WrongLines {
        WrongLines::of_report(game.position(), report)
    }

    /// Returns a note on the last move, for example on a limit that was not kept.
    fn note(&mut self) -> Option<String> {
        None
    }

    /// Returns the lines that it wrote before its first game, if it is a program.
    fn said(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The limits of a game: limits for each move, a clock for the whole game, or both.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TimeControl {
    /// The limits of each move, unless a player has separate ones.
    pub limits: Limits,
    /// The clock.
    pub clock: Option<Clock>,
}

impl TimeControl {
    /// Returns `true` if nodes or time can end a search of a player with these limits, and no depth does.
    #[must_use]
    pub fn is_short_of_depth(&self, own: &Limits) -> bool {
        let limits = own.inherit(&self.limits);
        let is_limited = !limits.is_unlimited() || self.clock.is_some();
        limits.max_depth().is_none() && is_limited
    }
}

/// A clock: time for the whole game, and an increment after every move.
///
/// ```
/// use plywood_arena::Clock;
///
/// let clock: Clock = "10s+100ms".parse()?;
/// assert_eq!(clock.increment.as_millis(), 100);
/// assert_eq!("2m".parse::<Clock>()?.to_string(), "2m+0ms");
/// # Ok::<(), plywood_arena::ClockError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clock {
    /// The time at the start.
    pub time: Duration,
    /// The increment added by each move.
    pub increment: Duration,
}

/// The error for a string that is not a clock.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected a clock such as 10s+100ms or 2m, with a time above zero, found {0:?}")]
pub struct ClockError(String);

impl FromStr for Clock {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<Self, ClockError> {
        let (time, increment) = text.split_once('+').unwrap_or((text, "0s"));
        let wrong = || ClockError(text.to_owned());
        let read = |part| duration::read(part).ok_or_else(wrong);
        let (time, increment) = (read(time)?, read(increment)?);
        // Without time at the start the first move is late.
        if time.is_zero() {
            return Err(wrong());
        }
        Ok(Self { time, increment })
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}+{}",
            duration::write(self.time),
            duration::write(self.increment)
        )
    }
}

/// Writes both parts as they are typed: `depth=4 clock=10s+100ms`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = Some(self.limits.to_string()).filter(|limits| !limits.is_empty());
        let clock = self.clock.map(|clock| format!("clock={clock}"));
        let parts: Vec<String> = limits.into_iter().chain(clock).collect();
        f.write_str(&parts.join(" "))
    }
}

/// The limits of a player's next move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The side to move.
    pub side: Side,
    /// The limits of each move.
    pub limits: Limits,
    /// The time left on both clocks, the first side's first, and the increment.
    pub clocks: Option<([Duration; 2], Duration)>,
    /// The grace period before a late move loses the game on time.
    pub margin: Duration,
}

/// The time that a strategy's move costs beyond its search, on a busy machine.
const OVERHEAD: Duration = Duration::from_millis(5);

impl Turn {
    /// Makes a turn without a clock or a margin.
    #[must_use]
    pub const fn within(side: Side, limits: Limits) -> Self {
        Self {
            side,
            limits,
            clocks: None,
            margin: Duration::ZERO,
        }
    }

    /// Returns the limits of a search that spends a fair share of the clock.
    #[must_use]
    pub fn fair_limits(&self) -> Limits {
        let share = self.clocks.map_or_else(Limits::none, |(left, increment)| {
            let clock = ClockTime::new(left[self.side as usize]).with_increment(increment);
            let clock = clock.with_overhead(OVERHEAD);
            Limits::time(clock.share())
        });
        self.limits.within(&share)
    }

    /// Returns the time after which the player has lost on time, if there is a limit.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        let left = self.clocks.map(|(left, _)| left[self.side as usize]);
        [self.limits.max_time(), left].into_iter().flatten().min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(side: Side, limits: Limits, clocks: ([u64; 2], u64)) -> Turn {
        let (left, increment) = clocks;
        let clocks = (
            left.map(Duration::from_millis),
            Duration::from_millis(increment),
        );
        Turn {
            clocks: Some(clocks),
            ..Turn::within(side, limits)
        }
    }

    #[test]
    fn one_move_never_uses_up_the_clock() {
        for left in [1, 50, 1_000, 100_000] {
            let turn = turn(Side::First, Limits::default(), ([left, left], 10_000));
            assert!(turn.fair_limits().max_time() < Some(Duration::from_millis(left)));
        }
    }

    #[test]
    fn the_earlier_limit_applies() {
        let limits = Limits::time(Duration::from_millis(5));
        let deadline = |side| turn(side, limits.clone(), ([60_000, 2], 0)).deadline();
        assert_eq!(deadline(Side::First), limits.max_time());
        assert_eq!(deadline(Side::Second), Some(Duration::from_millis(2)));
        let unlimited = Turn::within(Side::First, Limits::default());
        assert_eq!(unlimited.deadline(), None);
    }
}

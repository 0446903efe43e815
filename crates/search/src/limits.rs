//! [`Limits`]: when a search must stop; [`ClockTime`], which makes limits from a clock; [`StopHandle`] and [`Pondering`], which change them
//! from outside.

use crate::game::Game;
use std::fmt::Display;
use std::num::NonZeroU32;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The limits of a search. The first limit reached ends it; without any, it searches to the end of the game.
///
/// Start with the main limit ([`Limits::depth`], [`Limits::nodes`], [`Limits::time`] or [`Limits::none`]), then add others with the `with_`
/// methods. (`.depth(6)`, `.nodes(100)` and `.time(…)` also add a limit.)
///
/// ```
/// use plywood_search::Limits;
/// use std::time::Duration;
///
/// let limits = Limits::depth(6).with_nodes(1_000_000).with_seed(42);
/// assert_eq!((limits.max_depth(), limits.max_nodes()), (Some(6), Some(1_000_000)));
/// let seconds = Limits::time(Duration::from_secs(5));
/// assert_eq!((seconds.max_time(), seconds.max_depth()), (Some(Duration::from_secs(5)), None));
/// ```
///
/// Without a [clock](crate::clock::has_clock), a search with a time limit panics.
///
/// If nodes or time are the only limit, iterative deepening and the best-first strategies make good use of it. The other textbook
/// strategies don't: they follow the first line to its end and never get to the second root move.
///
/// With the feature `serde` they are serialized as `{"depth":6,"nodes":1000000,"time":0.5}`, with times in seconds and moves as strings.
/// Handles belong to one process and are omitted.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Limits(KnownLimits);

/// The fields of [`Limits`], which derefs to them. A type can't have both a function and a method called `nodes`: `Limits` has the function
/// and this type the method, so that `Limits::depth(6).nodes(1_000)` means `Limits::depth(6).with_nodes(1_000)`.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct KnownLimits {
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    depth: Option<u32>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    nodes: Option<u64>,
    #[cfg_attr(
        feature = "serde",
        serde(
            with = "crate::seconds::optional",
            skip_serializing_if = "Option::is_none"
        )
    )]
    time: Option<Duration>,
    #[cfg_attr(
        feature = "serde",
        serde(
            with = "crate::seconds::optional",
            skip_serializing_if = "Option::is_none"
        )
    )]
    soft_time: Option<Duration>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    soft_nodes: Option<u64>,
    #[cfg_attr(feature = "serde", serde(skip))]
    stop: Option<StopHandle>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pondering: Option<Pondering>,
    #[cfg_attr(feature = "serde", serde(skip))]
    first_depth: u32,
    seed: u64,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    root_moves: Option<Arc<[String]>>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    lines: Option<NonZeroU32>,
}

/// The greatest depth of any search, since recursion must end and a table stores depths in a byte.
pub const MAX_DEPTH: u32 = 200;

impl Deref for Limits {
    type Target = KnownLimits;

    fn deref(&self) -> &KnownLimits {
        &self.0
    }
}

impl KnownLimits {
    /// [`Limits::with_depth`].
    #[must_use]
    pub fn depth(&self, depth: u32) -> Limits {
        Limits(self.clone()).with_depth(depth)
    }

    /// [`Limits::with_nodes`].
    #[must_use]
    pub fn nodes(&self, nodes: u64) -> Limits {
        Limits(self.clone()).with_nodes(nodes)
    }

    /// [`Limits::with_time`].
    #[must_use]
    pub fn time(&self, time: Duration) -> Limits {
        Limits(self.clone()).with_time(time)
    }
}

impl Limits {
    /// Searches this many plies deep, up to [`MAX_DEPTH`]; at depth 0 the position itself is evaluated.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self::default().with_depth(depth)
    }

    /// Searches at most this many nodes. The limit is exact, so such a search is the same on every machine.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self::default().with_nodes(nodes)
    }

    /// Searches for at most this time.
    #[doc(alias = "movetime")]
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self::default().with_time(time)
    }

    /// Uses a fair share of the time on a clock.
    #[must_use]
    pub fn clock(clock: ClockTime) -> Self {
        Self::time(clock.hard_time()).with_soft_time(clock.soft_time())
    }

    /// Searches to the end of the game.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Adds a depth limit.
    #[must_use]
    pub fn with_depth(mut self, depth: u32) -> Self {
        self.0.depth = Some(depth);
        self
    }

    /// Adds a node limit.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Self {
        self.0.nodes = Some(nodes);
        self
    }

    /// Adds a time limit.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.0.time = Some(time);
        self
    }

    /// Adds a soft time limit: iterative deepening begins no new iteration after it. Other strategies ignore it.
    #[must_use]
    pub fn with_soft_time(mut self, time: Duration) -> Self {
        self.0.soft_time = Some(time);
        self
    }

    /// Removes the soft time limit.
    #[must_use]
    pub(crate) fn without_soft_time(mut self) -> Self {
        self.0.soft_time = None;
        self
    }

    /// Adds a soft node limit: after this many nodes iterative deepening finishes its iteration and begins no new one. Other strategies
    /// ignore it.
    #[must_use]
    pub fn with_soft_nodes(mut self, nodes: u64) -> Self {
        self.0.soft_nodes = Some(nodes);
        self
    }

    /// Starts iterative deepening at this depth, for a strategy whose table is still warm from an earlier search of the position. Other
    /// strategies ignore it.
    #[must_use]
    pub fn with_first_depth(mut self, depth: u32) -> Self {
        self.0.first_depth = depth;
        self
    }

    /// Adds a handle that stops the search.
    #[must_use]
    pub fn with_stop(mut self, handle: &StopHandle) -> Self {
        self.0.stop = Some(handle.clone());
        self
    }

    /// Suspends the time limits until the opponent makes the expected move.
    #[must_use]
    pub fn with_pondering(mut self, pondering: &Pondering) -> Self {
        self.0.pondering = Some(pondering.clone());
        self
    }

    /// Searches only these moves at the root. If none of them is legal, all are searched.
    ///
    /// ```
    /// use plywood_core::Position;
    /// use plywood_search::Limits;
    ///
    /// let moves = Position::START.legal_moves();
    /// let limits = Limits::depth(3).with_root_moves::<Position>([moves[0], moves[1]]);
    /// assert!(limits.allows_at_root::<Position>(moves[1]));
    /// assert!(!limits.allows_at_root::<Position>(moves[2]));
    /// ```
    #[must_use]
    pub fn with_root_moves<G: Game>(mut self, moves: impl IntoIterator<Item = G::Move>) -> Self {
        self.0.root_moves = Some(moves.into_iter().map(full_text).collect());
        self
    }

    /// Asks for a score and a line for this many of the best root moves (`MultiPV`); 0 counts as 1. Strategies that only choose a move or
    /// prove a win have one line.
    #[doc(alias = "multipv")]
    #[must_use]
    pub fn with_lines(mut self, lines: u32) -> Self {
        self.0.lines = NonZeroU32::new(lines);
        self
    }

    /// Sets the seed for random choices, 0 by default.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.0.seed = seed;
        self
    }

    /// Returns the depth limit.
    #[must_use]
    pub fn max_depth(&self) -> Option<u32> {
        self.depth
    }

    /// Returns the node limit.
    #[must_use]
    pub fn max_nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// Returns the time limit.
    #[must_use]
    pub fn max_time(&self) -> Option<Duration> {
        self.time
    }

    /// Returns the time after which iterative deepening begins no new iteration.
    #[must_use]
    pub fn soft_time(&self) -> Option<Duration> {
        self.soft_time
    }

    /// Returns the number of nodes after which iterative deepening begins no new iteration.
    #[must_use]
    pub fn soft_nodes(&self) -> Option<u64> {
        self.soft_nodes
    }

    /// Returns the handle that stops the search.
    #[must_use]
    pub fn stop_handle(&self) -> Option<&StopHandle> {
        self.stop.as_ref()
    }

    /// Returns the handle of a pondering search.
    #[must_use]
    pub fn pondering(&self) -> Option<&Pondering> {
        self.pondering.as_ref()
    }

    /// Returns `true` if a move may be searched at the root: every move may, unless some were [chosen](Limits::with_root_moves).
    #[must_use]
    pub fn allows_at_root<G: Game>(&self, mv: G::Move) -> bool {
        let chosen = self.root_moves.as_ref();
        chosen.is_none_or(|chosen| chosen.contains(&full_text(mv)))
    }

    /// Returns the number of root moves that get a score and a line; 1 unless set.
    #[must_use]
    pub fn lines(&self) -> u32 {
        self.lines.map_or(1, NonZeroU32::get)
    }

    /// Returns the seed for random choices.
    #[must_use]
    pub fn random_seed(&self) -> u64 {
        self.seed
    }

    /// Returns the depth limit, or [`MAX_DEPTH`] if there is none or it is greater.
    #[must_use]
    pub fn depth_to_search(&self) -> u32 {
        self.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH)
    }

    /// Returns the depth where iterative deepening begins: 1, unless it is set or the search is shallower.
    #[must_use]
    pub fn first_depth(&self) -> u32 {
        self.first_depth.max(1).min(self.depth_to_search())
    }
}

/// Returns the string that identifies a move. It is unique in a position; in chess it writes castling as the king taking its rook.
fn full_text(mv: impl Display) -> String {
    format!("{mv:#}")
}

/// Stops a search from another thread, or from an observer; clones stop the same search.
///
/// ```
/// use plywood_search::games::TicTacToe;
/// use plywood_search::{Limits, Minimax, Score, StopHandle, StopReason, Strategy};
///
/// let handle = StopHandle::new();
/// handle.stop();
/// let mut minimax = Minimax::new(|_: &TicTacToe| Score::DRAW);
/// let report = minimax.search(&TicTacToe::new(), &Limits::none().with_stop(&handle));
/// assert_eq!(report.reason, StopReason::Asked);
/// assert!(report.best_move.is_some(), "a stopped search still returns a legal move");
/// ```
#[derive(Debug, Clone, Default)]
pub struct StopHandle(Arc<AtomicBool>);

impl StopHandle {
    /// Makes an unused handle.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends every search with this handle in its limits, within a fraction of a millisecond or one node.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if the handle has been used.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A search of the expected reply on the opponent's time. Until the opponent makes that move ([`hit`](Self::hit)), no time limit ends the
/// search. After that it is an ordinary search: the time already spent counts, so a search that has used up its time ends at once. Clones
/// belong to the same search.
///
/// ```
/// use plywood_search::{Budget, Limits, Pondering, StopReason, Stopped};
/// use std::time::Duration;
///
/// let pondering = Pondering::new();
/// let mut budget =
///     Budget::new(&Limits::time(Duration::ZERO).with_pondering(&pondering));
/// assert_eq!(budget.spend(), Ok(()));
/// pondering.hit();
/// assert_eq!(budget.spend(), Err(Stopped));
/// assert_eq!(budget.stop_reason(), Some(StopReason::Time));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Pondering(Arc<AtomicBool>);

impl Pondering {
    /// Makes a handle for an opponent who has not moved yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reports that the opponent has made the expected move.
    pub fn hit(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if the opponent has made the expected move.
    #[must_use]
    pub fn is_hit(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The time on a player's clock. [`Limits::clock`](crate::Limits::clock) derives the limits of one move from it.
///
/// ```
/// use plywood_search::{ClockTime, Limits};
/// use std::time::Duration;
///
/// let limits = Limits::clock(ClockTime::new(Duration::from_secs(50)));
/// assert_eq!(limits.soft_time(), Some(Duration::from_millis(1_500)));
/// assert_eq!(limits.max_time(), Some(Duration::from_millis(7_500)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ClockTime {
    /// The time that is left.
    pub remaining: Duration,
    /// The time added by each move.
    pub increment: Duration,
    /// The number of moves until time is added to the clock; `None` if this time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The number by which the remaining time is divided if the rest of the game must be played with it.
const MOVES_TO_COME: u32 = 20;
/// The number of times its share that a search may take before it is stopped within an iteration.
const HARD_FACTOR: u32 = 3;

impl ClockTime {
    /// Makes a clock with this much time for the rest of the game, without an increment.
    #[must_use]
    pub const fn new(remaining: Duration) -> Self {
        Self {
            remaining,
            increment: Duration::ZERO,
            moves_to_go: None,
        }
    }

    /// Sets the increment.
    #[must_use]
    pub const fn with_increment(mut self, increment: Duration) -> Self {
        self.increment = increment;
        self
    }

    /// Adds time after this many moves.
    #[must_use]
    pub const fn with_moves_to_go(mut self, moves: u32) -> Self {
        self.moves_to_go = Some(moves);
        self
    }

    /// Returns the time after which iterative deepening begins no new iteration. It is less than the move's share, since the next iteration
    /// usually takes longer than all before it together.
    #[must_use]
    pub fn soft_time(self) -> Duration {
        self.share() / 5 * 3
    }

    /// Returns the time after which a search is stopped.
    #[must_use]
    pub fn hard_time(self) -> Duration {
        self.most().min(self.share().saturating_mul(HARD_FACTOR))
    }

    /// Returns an even share of the clock for each move to come.
    #[must_use]
    pub fn share(self) -> Duration {
        let share = self.remaining / self.moves();
        let share = share.saturating_add(self.increment / 4 * 3);
        share.min(self.most())
    }

    /// Returns the most that a move may take: half of the clock, or more for the last move before time is added.
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

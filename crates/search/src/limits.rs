//! [`Limits`]: when a search must stop; [`ClockTime`], which makes them of a clock; [`StopHandle`] and [`Pondering`], which change them
//! from outside.

use crate::game::Game;
use std::fmt::Display;
use std::num::NonZeroU32;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How far a search may go. The first limit that is reached ends it; without any, it goes to the end of the game.
///
/// Begin with the limit that matters ([`Limits::depth`], [`Limits::nodes`], [`Limits::time`] or [`Limits::none`]), then add
/// others with methods that begin with `with_`. (`.depth(6)`, `.nodes(100)` and `.time(…)` add a limit, too.)
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
/// Where there is [no clock](crate::clock::has_clock), a search panics at a limit of time.
///
/// Under a limit of nodes or time alone, iterative deepening and the best-first strategies use all of it well. The other
/// textbook strategies do not: they follow the first line to its end and never come back to the second root move.
///
/// With the feature `serde` they are data: `{"depth":6,"nodes":1000000,"time":0.5}`, with times in seconds and moves as
/// text. Handles belong to one process and are left out.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Limits(KnownLimits);

/// The content of [`Limits`], which are read through it. A type has either a function `nodes` or a method; `Limits` have the
/// function, and find the method here: `Limits::depth(6).nodes(1_000)` is `Limits::depth(6).with_nodes(1_000)`.
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

/// The greatest depth of any search, since recursion must end and a table keeps depths in a byte.
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
    /// Search this many plies deep, but not deeper than [`MAX_DEPTH`]; at depth 0 the position itself is evaluated.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self::default().with_depth(depth)
    }

    /// Explore at most this many nodes. The limit is exact, so a search with it is the same on every machine.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self::default().with_nodes(nodes)
    }

    /// Take at most this long.
    #[doc(alias = "movetime")]
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self::default().with_time(time)
    }

    /// Take a fair share of the time on a clock.
    #[must_use]
    pub fn clock(clock: ClockTime) -> Self {
        Self::time(clock.hard_time()).with_soft_time(clock.soft_time())
    }

    /// Search to the end of the game.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// The same with a limit of depth.
    #[must_use]
    pub fn with_depth(mut self, depth: u32) -> Self {
        self.0.depth = Some(depth);
        self
    }

    /// The same with a limit of nodes.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Self {
        self.0.nodes = Some(nodes);
        self
    }

    /// The same with a limit of time.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.0.time = Some(time);
        self
    }

    /// The same with a time after which iterative deepening begins no new iteration; other strategies ignore it.
    #[must_use]
    pub fn with_soft_time(mut self, time: Duration) -> Self {
        self.0.soft_time = Some(time);
        self
    }

    /// The same with a number of nodes from which on iterative deepening begins no new iteration; one that begins below it is finished.
    /// Other strategies ignore it.
    #[must_use]
    pub fn with_soft_nodes(mut self, nodes: u64) -> Self {
        self.0.soft_nodes = Some(nodes);
        self
    }

    /// The same, but iterative deepening begins at this depth: a strategy whose table has what an earlier search of the position found
    /// goes on from there. Other strategies ignore it.
    #[must_use]
    pub fn with_first_depth(mut self, depth: u32) -> Self {
        self.0.first_depth = depth;
        self
    }

    /// The same with a handle that stops the search.
    #[must_use]
    pub fn with_stop(mut self, handle: &StopHandle) -> Self {
        self.0.stop = Some(handle.clone());
        self
    }

    /// The same, but until the opponent makes the expected move, the limits of time do not count.
    #[must_use]
    pub fn with_pondering(mut self, pondering: &Pondering) -> Self {
        self.0.pondering = Some(pondering.clone());
        self
    }

    /// The same, but only these moves are searched at the root. If none of them is legal, all are.
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

    /// The same, but this many root moves get a score and a line of their own, the best ones; 0 counts as 1. Strategies that
    /// only choose a move or prove a win have one line.
    #[doc(alias = "multipv")]
    #[must_use]
    pub fn with_lines(mut self, lines: u32) -> Self {
        self.0.lines = NonZeroU32::new(lines);
        self
    }

    /// The same with a seed for random choices; it is 0 unless set.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.0.seed = seed;
        self
    }

    /// The limit of depth.
    #[must_use]
    pub fn max_depth(&self) -> Option<u32> {
        self.depth
    }

    /// The limit of nodes.
    #[must_use]
    pub fn max_nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// The limit of time.
    #[must_use]
    pub fn max_time(&self) -> Option<Duration> {
        self.time
    }

    /// The time after which iterative deepening begins no new iteration.
    #[must_use]
    pub fn soft_time(&self) -> Option<Duration> {
        self.soft_time
    }

    /// The number of nodes from which on iterative deepening begins no new iteration.
    #[must_use]
    pub fn soft_nodes(&self) -> Option<u64> {
        self.soft_nodes
    }

    /// The handle that stops the search.
    #[must_use]
    pub fn stop_handle(&self) -> Option<&StopHandle> {
        self.stop.as_ref()
    }

    /// The handle of a search in the opponent's time.
    #[must_use]
    pub fn pondering(&self) -> Option<&Pondering> {
        self.pondering.as_ref()
    }

    /// Whether a move may be searched at the root: every move may, unless some were
    /// [chosen](Limits::with_root_moves).
    #[must_use]
    pub fn allows_at_root<G: Game>(&self, mv: G::Move) -> bool {
        let chosen = self.root_moves.as_ref();
        chosen.is_none_or(|chosen| chosen.contains(&full_text(mv)))
    }

    /// How many root moves get a score and a line of their own; 1 unless set.
    #[must_use]
    pub fn lines(&self) -> u32 {
        self.lines.map_or(1, NonZeroU32::get)
    }

    /// The seed for random choices.
    #[must_use]
    pub fn random_seed(&self) -> u64 {
        self.seed
    }

    /// The limit of depth, or [`MAX_DEPTH`] if there is none or it is greater.
    #[must_use]
    pub fn depth_to_search(&self) -> u32 {
        self.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH)
    }

    /// The depth at which iterative deepening begins: 1, unless another one is set or the search is less deep.
    #[must_use]
    pub fn first_depth(&self) -> u32 {
        self.first_depth.max(1).min(self.depth_to_search())
    }
}

/// The text by which a move is known. No two moves of a position have the same; for chess, it writes castling as the king
/// taking its rook.
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
    /// A handle that has not been used yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends every search that has the handle in its limits, within a fraction of a millisecond or one node.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been used.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A search on the move that the opponent is expected to make, while the opponent still thinks. Until the move is made
/// ([`hit`](Self::hit)), no limit of time ends the search. From then on it is like any other: what it has thought already
/// counts as thought, so a search that has had its time ends at once. Clones belong to the same search.
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
    /// The opponent has not moved yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The opponent has made the expected move.
    pub fn hit(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the opponent has made the expected move.
    #[must_use]
    pub fn is_hit(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The time on a player's clock. [`Limits::clock`](crate::Limits::clock) makes the limits of one move of it.
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
    /// The time that each move adds.
    pub increment: Duration,
    /// How many moves must be made before time is added to the clock; `None` if this time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The remaining time is divided by this number of moves if the rest of the game must be played with it.
const MOVES_TO_COME: u32 = 20;
/// A search may take this many times its share before it is stopped within an iteration.
const HARD_FACTOR: u32 = 3;

impl ClockTime {
    /// This much time for the rest of the game, without an increment.
    #[must_use]
    pub const fn new(remaining: Duration) -> Self {
        Self {
            remaining,
            increment: Duration::ZERO,
            moves_to_go: None,
        }
    }

    /// Replaces the increment.
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

    /// After this time iterative deepening begins no new iteration. It is less than the move's share, since the next
    /// iteration usually takes longer than all before it.
    #[must_use]
    pub fn soft_time(self) -> Duration {
        self.share() / 5 * 3
    }

    /// After this time a search is stopped.
    #[must_use]
    pub fn hard_time(self) -> Duration {
        self.most().min(self.share().saturating_mul(HARD_FACTOR))
    }

    /// An even share of the clock for each move to come.
    #[must_use]
    pub fn share(self) -> Duration {
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

//! [`Limits`]: when a search must stop; [`ClockTime`], which makes limits from a clock; [`StopHandle`] and [`Pondering`], which change them
//! from outside.

use crate::game::Game;
use plywood_report::duration;
use std::fmt::{self, Display};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use thiserror::Error;

/// The limits of a search. The first limit reached ends it; without any, it searches to the end of the game.
///
/// Start with the main limit ([`Limits::depth`], [`Limits::nodes`], [`Limits::time`] or [`Limits::none`]), then add others with the `with_`
/// methods. A method that adds a limit also takes an `Option`, and `None` removes it.
///
/// ```
/// use plywood_search::Limits;
/// use std::time::Duration;
///
/// let limits = Limits::depth(6).with_nodes(1_000_000).with_seed(42);
/// assert_eq!((limits.max_depth(), limits.max_nodes()), (Some(6), Some(1_000_000)));
/// assert_eq!(limits.with_depth(None).to_string(), "nodes=1000000");
/// let seconds = Limits::time(Duration::from_secs(5));
/// assert_eq!((seconds.max_time(), seconds.max_depth()), (Some(Duration::from_secs(5)), None));
/// ```
///
/// A strategy, a player and a run can each have limits. There is one rule for that: a plan's own limits replace those of the run
/// ([`inherit`](Self::inherit)), and nothing exceeds a cap ([`within`](Self::within)).
///
/// Without a [clock](crate::clock::has_clock), a search with a time limit panics.
///
/// If nodes or time are the only limit, iterative deepening and the best-first strategies make good use of it. The other textbook
/// strategies don't: they follow the first line to its end and never get to the second root move.
///
/// With the feature `serde` they are serialized as `{"depth":6,"nodes":1000000,"time":0.5}`, with times in seconds. Handles belong to one
/// process and root moves to one position, so both are omitted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Limits {
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
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    rounds: Option<u64>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    seed: Option<u64>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    lines: Option<NonZeroU32>,
    #[cfg_attr(feature = "serde", serde(skip))]
    first_depth: Option<u32>,
    #[cfg_attr(feature = "serde", serde(skip))]
    root_moves: Option<RootMoves>,
    #[cfg_attr(feature = "serde", serde(skip))]
    stop: Option<StopHandle>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pondering: Option<Pondering>,
}

/// Some of the moves of a position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct RootMoves {
    /// Their places among the legal moves.
    places: Arc<[usize]>,
    /// The [`digest`] of the legal moves.
    of: u64,
}

/// The error for root moves that can't be searched.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RootMovesError {
    /// A move is illegal.
    #[error("{0} is not a legal move here")]
    Illegal(String),
    /// There are no moves in the list, but there are legal ones.
    #[error("there are no root moves to search")]
    Empty,
}

/// The greatest depth of any search, since recursion must end and a table stores depths in a byte.
pub const MAX_DEPTH: u32 = 200;

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

    /// Plays at most this many rounds of a best-first search. A round is a leaf selected, expanded, valued and backed up, however many nodes
    /// that takes. Other searches have no rounds, so this doesn't limit them.
    #[doc(alias("playouts", "iterations", "simulations"))]
    #[must_use]
    pub fn rounds(rounds: u64) -> Self {
        Self::default().with_rounds(rounds)
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

    /// Starts iterative deepening at this depth, for a strategy whose table is still warm from an earlier search of the position. Other
    /// strategies ignore it.
    #[must_use]
    pub fn with_first_depth(mut self, depth: u32) -> Self {
        self.first_depth = Some(depth);
        self
    }

    /// Adds a handle that stops the search.
    #[must_use]
    pub fn with_stop(mut self, handle: &StopHandle) -> Self {
        self.stop = Some(handle.clone());
        self
    }

    /// Suspends the time limits until the opponent makes the expected move.
    #[must_use]
    pub fn with_pondering(mut self, pondering: &Pondering) -> Self {
        self.pondering = Some(pondering.clone());
        self
    }

    /// Searches only these moves at the root. From then on the limits are for this position; a search of one with other moves panics.
    ///
    /// ```
    /// use plywood_core::Position;
    /// use plywood_search::{Game, Limits};
    ///
    /// let moves = Position::START.legal_moves();
    /// let limits = Limits::depth(3).with_root_moves(&Position::START, [moves[1], moves[0]])?;
    /// assert_eq!(limits.root_moves(&moves), moves[..2]);
    ///
    /// let later = Position::START.after(moves[0]);
    /// let error = Limits::depth(3).with_root_moves(&later, [moves[1]]).unwrap_err();
    /// assert_eq!(error.to_string(), "b1c3 is not a legal move here");
    /// # Ok::<(), plywood_search::RootMovesError>(())
    /// ```
    ///
    /// # Errors
    /// [`RootMovesError`] if one of them is illegal or an outcome of chance, or if there are none.
    pub fn with_root_moves<G: Game>(
        mut self,
        position: &G,
        moves: impl IntoIterator<Item = G::Move>,
    ) -> Result<Self, RootMovesError> {
        let legal = position.legal_moves();
        let place = |mv| {
            let place = legal.iter().position(|other| *other == mv);
            let place = place.filter(|_| !position.waits_for_chance());
            place.ok_or_else(|| RootMovesError::Illegal(mv.to_string()))
        };
        let places: Arc<[usize]> = moves.into_iter().map(place).collect::<Result<_, _>>()?;
        if places.is_empty() && !legal.is_empty() {
            return Err(RootMovesError::Empty);
        }
        let of = digest(&legal);
        self.root_moves = Some(RootMoves { places, of });
        Ok(self)
    }

    /// Asks for a score and a line for this many of the best root moves (`MultiPV`); 0 counts as 1. Strategies that only choose a move or
    /// prove a win have one line.
    #[doc(alias = "multipv")]
    #[must_use]
    pub fn with_lines(mut self, lines: u32) -> Self {
        self.lines = NonZeroU32::new(lines);
        self
    }

    /// Sets the seed for random choices, 0 by default.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Adds the other limits' settings and handles where these have none.
    fn with_settings_of(&self, other: &Self) -> Self {
        let own = self.clone();
        Self {
            seed: own.seed.or(other.seed),
            lines: own.lines.or(other.lines),
            first_depth: own.first_depth.or(other.first_depth),
            root_moves: own.root_moves.or_else(|| other.root_moves.clone()),
            stop: own.stop.or_else(|| other.stop.clone()),
            pondering: own.pondering.or_else(|| other.pondering.clone()),
            ..own
        }
    }

    /// Returns these limits, or `default` if nothing is limited.
    #[must_use]
    pub fn or(self, default: Self) -> Self {
        if self.is_unlimited() { default } else { self }
    }

    /// Returns the handle that stops the search.
    #[must_use]
    pub const fn stop_handle(&self) -> Option<&StopHandle> {
        self.stop.as_ref()
    }

    /// Returns the handle of a pondering search.
    #[must_use]
    pub const fn pondering(&self) -> Option<&Pondering> {
        self.pondering.as_ref()
    }

    /// Returns the moves to search at the root, given its legal ones: all of them, unless some were [chosen](Limits::with_root_moves).
    ///
    /// # Panics
    /// If the moves were chosen for a position with other legal moves.
    #[must_use]
    pub fn root_moves<M: Copy + Display>(&self, legal: &[M]) -> Vec<M> {
        let Some(chosen) = &self.root_moves else {
            return legal.to_vec();
        };
        assert_eq!(
            chosen.of,
            digest(legal),
            "the root moves in the limits belong to another position"
        );
        let legal = legal.iter().enumerate();
        let moves = legal.filter(|(place, _)| chosen.places.contains(place));
        moves.map(|(_, mv)| *mv).collect()
    }

    /// Returns the number of root moves that get a score and a line; 1 unless set.
    #[must_use]
    pub fn lines(&self) -> u32 {
        self.lines.map_or(1, NonZeroU32::get)
    }

    /// Returns the seed for random choices.
    #[must_use]
    pub fn random_seed(&self) -> u64 {
        self.seed.unwrap_or(0)
    }

    /// Returns the depth limit, or [`MAX_DEPTH`] if there is none or it is greater.
    #[must_use]
    pub fn depth_to_search(&self) -> u32 {
        self.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH)
    }

    /// Returns the depth where iterative deepening begins: 1, unless it is set or the search is shallower.
    #[must_use]
    pub fn first_depth(&self) -> u32 {
        self.first_depth
            .unwrap_or(1)
            .max(1)
            .min(self.depth_to_search())
    }
}

/// Declares the limits, each with its setter and its getter.
macro_rules! limits {
    ($($(#[$set:meta])* $with:ident, $(#[$get:meta])* $max:ident: $limit:ident $Limit:ty;)*) => {
        impl Limits {
            $($(#[$set])*
            #[must_use]
            pub fn $with(mut self, $limit: impl Into<Option<$Limit>>) -> Self {
                self.$limit = $limit.into();
                self
            }

            $(#[$get])*
            #[must_use]
            pub const fn $max(&self) -> Option<$Limit> {
                self.$limit
            })*

            /// Returns the limits of a plan in a run: its own replace those of the same kind, and the run's other limits and settings are inherited.
            /// A time limit also replaces a clock's soft one.
            ///
            /// ```
            /// use plywood_search::Limits;
            ///
            /// let run = Limits::depth(4).with_nodes(1_000).with_seed(7);
            /// let limits = Limits::depth(9).inherit(&run);
            /// assert_eq!(limits.to_string(), "depth=9,nodes=1000");
            /// assert_eq!(limits.random_seed(), 7);
            /// ```
            #[must_use]
            pub fn inherit(&self, run: &Self) -> Self {
                let soft_time = run.soft_time.filter(|_| self.time.is_none());
                let run = Self { soft_time, ..run.clone() };
                Self { $($limit: self.$limit.or(run.$limit),)* ..self.with_settings_of(&run) }
            }

            /// Returns these limits, lowered to the cap's where those are stricter.
            ///
            /// ```
            /// use plywood_search::Limits;
            ///
            /// let cap = Limits::depth(9).with_nodes(1_000);
            /// assert_eq!(Limits::depth(6).within(&cap).to_string(), "depth=6,nodes=1000");
            /// ```
            #[must_use]
            pub fn within(&self, cap: &Self) -> Self {
                Self { $($limit: stricter(self.$limit, cap.$limit),)* ..self.with_settings_of(cap) }
            }

            /// Returns `true` if no depth, nodes, rounds or time is limited.
            #[must_use]
            pub const fn is_unlimited(&self) -> bool {
                $(self.$limit.is_none())&&*
            }
        }
    };
}

limits! {
    /// Sets the depth limit.
    with_depth,
    /// Returns the depth limit.
    max_depth: depth u32;
    /// Sets the node limit.
    with_nodes,
    /// Returns the node limit.
    max_nodes: nodes u64;
    /// Sets the limit of rounds.
    with_rounds,
    /// Returns the limit of rounds.
    max_rounds: rounds u64;
    /// Sets the time limit.
    with_time,
    /// Returns the time limit.
    max_time: time Duration;
    /// Sets the soft time limit: iterative deepening begins no new iteration after it. Other strategies ignore it.
    with_soft_time,
    /// Returns the time after which iterative deepening begins no new iteration.
    soft_time: soft_time Duration;
    /// Sets the soft node limit: after this many nodes iterative deepening finishes its iteration and begins no new one. Other strategies
    /// ignore it.
    with_soft_nodes,
    /// Returns the number of nodes after which iterative deepening begins no new iteration.
    soft_nodes: soft_nodes u64;
}

/// Returns a number for a list of moves. `{:#}` writes a move so that no other move of its position looks the same.
fn digest<M: Display>(legal: &[M]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for mv in legal {
        format!("{mv:#}").hash(&mut hasher);
    }
    hasher.finish()
}

fn stricter<L: Ord>(one: Option<L>, other: Option<L>) -> Option<L> {
    one.into_iter().chain(other).min()
}

/// Writes them as settings: `depth=6,time=100ms`.
impl Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |name, number: Option<u64>| number.map(|number| format!("{name}={number}"));
        let time = |name, time: Option<Duration>| {
            time.map(|time| format!("{name}={}", duration::write(time)))
        };
        let parts = [
            number("depth", self.depth.map(u64::from)),
            number("nodes", self.nodes),
            time("time", self.time),
            number("soft-nodes", self.soft_nodes),
            time("soft-time", self.soft_time),
            number("rounds", self.rounds),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&parts.join(","))
    }
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
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct StopHandle(Switch);

impl StopHandle {
    /// Makes an unused handle.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends every search with this handle in its limits, within a fraction of a millisecond or one node.
    pub fn stop(&self) {
        self.0.turn_on();
    }

    /// Returns `true` if the handle has been used.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.is_on()
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
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Pondering(Switch);

impl Pondering {
    /// Makes a handle for an opponent who has not moved yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reports that the opponent has made the expected move.
    pub fn hit(&self) {
        self.0.turn_on();
    }

    /// Returns `true` if the opponent has made the expected move.
    #[must_use]
    pub fn is_hit(&self) -> bool {
        self.0.is_on()
    }
}

/// A switch that another thread turns on. Clones are the same switch, and equal.
#[derive(Debug, Clone, Default)]
struct Switch(Arc<AtomicBool>);

impl Switch {
    fn turn_on(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_on(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl PartialEq for Switch {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Switch {}

impl Hash for Switch {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
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
    /// The time that a move costs beyond its search: waking up, and the way to the interface.
    pub overhead: Duration,
}

/// The number by which the remaining time is divided if the rest of the game must be played with it.
const MOVES_TO_COME: u32 = 20;
/// The number of times its share that a search may take before it is stopped within an iteration.
const HARD_FACTOR: u32 = 3;
/// The overheads kept in reserve, so that several late moves in a row don't lose on time.
const RESERVE: u32 = 4;

impl ClockTime {
    /// Makes a clock with this much time for the rest of the game, without an increment or an overhead.
    #[must_use]
    pub const fn new(remaining: Duration) -> Self {
        Self {
            remaining,
            increment: Duration::ZERO,
            moves_to_go: None,
            overhead: Duration::ZERO,
        }
    }

    /// Sets the increment.
    #[must_use]
    pub const fn with_increment(mut self, increment: Duration) -> Self {
        self.increment = increment;
        self
    }

    /// Sets the time that a move costs beyond its search. Four times as much is kept in reserve; of a clock too short for that, three quarters are.
    #[must_use]
    pub const fn with_overhead(mut self, overhead: Duration) -> Self {
        self.overhead = overhead;
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

    /// Returns an even share of the clock for each move to come, with most of what a move's overhead leaves of its increment.
    #[must_use]
    pub fn share(self) -> Duration {
        let share = self.usable() / self.moves();
        let share = share.saturating_add(self.increment.saturating_sub(self.overhead) / 4 * 3);
        share.min(self.most())
    }

    /// Returns the most that a move may take: half of the clock without its reserve, or more for the last move before time is added.
    fn most(self) -> Duration {
        match self.moves() {
            1 => self.usable() / 5 * 4,
            _ => self.usable() / 2,
        }
    }

    /// Returns the clock without its reserve.
    fn usable(self) -> Duration {
        let without = |overheads| {
            let reserve = self.overhead.saturating_mul(overheads);
            self.remaining.saturating_sub(reserve)
        };
        without(RESERVE).max(without(1).min(self.remaining / 4))
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
    fn an_overhead_uses_up_the_increment() {
        let millis = Duration::from_millis;
        let clock = ClockTime::new(millis(100)).with_overhead(millis(10));
        assert_eq!(clock.with_increment(millis(10)).share(), clock.share());
        assert_eq!(
            clock.with_increment(millis(18)).share(),
            clock.share() + millis(6)
        );
    }

    #[test]
    fn a_clock_may_hold_any_time() {
        for moves_to_go in [None, Some(1)] {
            let clock = ClockTime {
                remaining: Duration::MAX,
                increment: Duration::MAX,
                moves_to_go,
                overhead: Duration::MAX,
            };
            assert!(clock.soft_time() <= clock.hard_time() && clock.hard_time() < Duration::MAX);
        }
    }
}

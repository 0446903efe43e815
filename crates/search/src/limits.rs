//! [`Limits`]: when a search must stop, and [`StopHandle`], to stop it from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How far a search may go. The first limit that is reached ends it; without any it goes to the end of the game.
///
/// ```
/// use plywood_search::Limits;
/// use std::time::Duration;
///
/// let limits = Limits::depth(6).nodes(1_000_000).time(Duration::from_secs(5)).seed(42);
/// assert_eq!(limits.max_depth(), Some(6));
/// assert_eq!(Limits::none().max_depth(), None);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Limits {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    stop: Option<StopHandle>,
    seed: u64,
}

/// No search goes deeper, whatever is asked: recursion must end, and a table keeps depths in a byte.
pub const MAX_DEPTH: u32 = 200;

impl Limits {
    /// Search this many plies deep; 0 judges the position as it stands, and no more than [`MAX_DEPTH`] are searched.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// Search to the end of the game, or until another limit is reached.
    ///
    /// Among the textbook strategies only iterative deepening and the best-first ones make good use of a time or node
    /// limit alone; the others dive down the first line.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Explore at most this many nodes: the limit is exact, so a search with it is the same on every machine.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..self
        }
    }

    /// Take at most this long.
    #[must_use]
    pub fn time(self, time: Duration) -> Self {
        Self {
            time: Some(time),
            ..self
        }
    }

    /// Stop as soon as the handle says so.
    #[must_use]
    pub fn stop(self, handle: &StopHandle) -> Self {
        Self {
            stop: Some(handle.clone()),
            ..self
        }
    }

    /// The seed of every random choice; it is 0 unless set.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The depth that was asked for.
    #[must_use]
    pub fn max_depth(&self) -> Option<u32> {
        self.depth
    }

    /// The number of nodes that was asked for.
    #[must_use]
    pub fn max_nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// The time that was asked for.
    #[must_use]
    pub fn max_time(&self) -> Option<Duration> {
        self.time
    }

    /// The handle that stops the search.
    #[must_use]
    pub fn stop_handle(&self) -> Option<&StopHandle> {
        self.stop.as_ref()
    }

    /// The seed of every random choice.
    #[must_use]
    pub fn random_seed(&self) -> u64 {
        self.seed
    }

    /// The depth to search, within what recursion allows.
    #[must_use]
    pub fn depth_to_search(&self) -> u32 {
        self.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH)
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
/// let report = minimax.search(&TicTacToe::new(), &Limits::none().stop(&handle));
/// assert_eq!(report.reason, StopReason::Asked);
/// assert!(report.best_move.is_some(), "even then there is a legal move");
/// ```
#[derive(Debug, Clone, Default)]
pub struct StopHandle(Arc<AtomicBool>);

impl StopHandle {
    /// A handle that has not been used.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends every search that was given the handle, within a thousand nodes or so.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been used.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

//! [`Processors`]: a processor for each game, so that simultaneous games don't move between processors.

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;

/// The processors of a match: each game takes a free one, for its players and the programs they start.
#[derive(Debug, Clone)]
pub(crate) struct Processors {
    free: Arc<Mutex<Vec<usize>>>,
}

/// A processor taken by a game until this is dropped.
#[derive(Debug)]
pub(crate) struct Taken<'a> {
    processor: usize,
    from: &'a Processors,
}

/// The reason games cannot be pinned to processors.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PinError {
    /// This system doesn't support it.
    #[error("games can be pinned to processors on Linux only")]
    Unsupported,
    /// There are fewer processors than games at once.
    #[error(
        "each simultaneous game needs its own processor: {games} are needed, and this program may use {allowed}"
    )]
    Few {
        /// The number of games at once.
        games: usize,
        /// The number of processors that this program may use.
        allowed: usize,
    },
    /// The system refused.
    #[error("games cannot be pinned to processors: {0}")]
    Refused(String),
}

impl Processors {
    /// Chooses a processor for each of this many games at once, in the order of their numbers.
    pub(crate) fn for_games(games: usize) -> Result<Self, PinError> {
        let mut free = Affinity::here()?.processors();
        let allowed = free.len();
        if allowed < games {
            return Err(PinError::Few { games, allowed });
        }
        free.truncate(games);
        let free = Arc::new(Mutex::new(free));
        Ok(Self { free })
    }

    /// Takes a free processor for this thread and everything it starts.
    pub(crate) fn take(&self) -> Result<Taken<'_>, PinError> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let next = free.pop();
        drop(free);
        let short = || PinError::Refused("more games than processors".to_owned());
        let processor = next.ok_or_else(short)?;
        let from = self;
        let taken = Taken { processor, from };
        pin_thread(processor)?;
        Ok(taken)
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let free = &self.from.free;
        let mut free = free.lock().unwrap_or_else(PoisonError::into_inner);
        free.push(self.processor);
    }
}

/// The processors on which a thread, and a program it started, may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Affinity {
    #[cfg(target_os = "linux")]
    allowed: CpuSet,
}

#[cfg(target_os = "linux")]
impl Affinity {
    /// Returns the processors of this thread.
    pub(crate) fn here() -> Result<Self, PinError> {
        let allowed = sched_getaffinity(None);
        let allowed = allowed.map_err(|error| PinError::Refused(error.to_string()))?;
        Ok(Self { allowed })
    }

    fn processors(&self) -> Vec<usize> {
        let all = 0..CpuSet::MAX_CPU;
        all.filter(|number| self.allowed.is_set(*number)).collect()
    }

    /// Returns true if it is one processor.
    pub(crate) fn is_pinned(&self) -> bool {
        self.allowed.count() == 1
    }
}

#[cfg(target_os = "linux")]
fn pin_thread(processor: usize) -> Result<(), PinError> {
    let mut only = CpuSet::new();
    only.set(processor);
    sched_setaffinity(None, &only).map_err(|error| PinError::Refused(error.to_string()))
}

#[cfg(not(target_os = "linux"))]
impl Affinity {
    pub(crate) fn here() -> Result<Self, PinError> {
        Err(PinError::Unsupported)
    }

    fn processors(&self) -> Vec<usize> {
        Vec::new()
    }

    pub(crate) fn is_pinned(&self) -> bool {
        false
    }
}

#[cfg(not(target_os = "linux"))]
fn pin_thread(_processor: usize) -> Result<(), PinError> {
    Err(PinError::Unsupported)
}

//! [`Memory`]: the memory of all long requests and answers together.

use plywood_service::Problem;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// The time that a request waits for its memory.
const PATIENCE: Duration = Duration::from_secs(10);
/// Less is not counted: all connections together hold only a few megabytes of it.
const SMALL: usize = 64 << 10;
const KIB: usize = 1 << 10;

/// The memory for long requests and answers.
#[derive(Debug)]
pub(crate) struct Memory {
    free: Arc<Semaphore>,
    kib: usize,
}

/// Memory that is freed when this is dropped.
pub(crate) type Held = OwnedSemaphorePermit;

impl Memory {
    pub(crate) fn with_mib(mib: u16) -> Self {
        let kib = usize::from(mib) * KIB;
        let free = Arc::new(Semaphore::new(kib));
        Self { free, kib }
    }

    /// Reserves memory, if it is much; all of it for requests that need even more.
    ///
    /// # Errors
    /// [`Problem`] if others hold it for a long time.
    pub(crate) async fn hold(&self, bytes: usize) -> Result<Held, Problem> {
        let held = Arc::clone(&self.free).acquire_many_owned(self.permits(bytes));
        let held = timeout(PATIENCE, held).await.map_err(|_| busy())?;
        held.map_err(|_| busy())
    }

    /// Changes the reserved amount: reduces it, or increases it without waiting.
    ///
    /// # Errors
    /// [`Problem`] if others hold it.
    pub(crate) fn resize(&self, mut held: Held, bytes: usize) -> Result<Held, Problem> {
        let needed = self.permits(bytes);
        let more = needed.saturating_sub(u32::try_from(held.num_permits()).unwrap_or(u32::MAX));
        drop(held.split(held.num_permits().saturating_sub(needed as usize)));
        let more = Arc::clone(&self.free).try_acquire_many_owned(more);
        held.merge(more.map_err(|_| busy())?);
        Ok(held)
    }

    fn permits(&self, bytes: usize) -> u32 {
        let counted = if bytes > SMALL { bytes / KIB } else { 0 };
        u32::try_from(counted.min(self.kib)).unwrap_or(u32::MAX)
    }
}

fn busy() -> Problem {
    Problem::busy("other requests hold the memory that this one needs")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_held_follows_what_is_needed() {
        let memory = Memory::with_mib(1);
        let free = || memory.free.available_permits();
        let held = memory.hold(512 << 10).await.unwrap();
        let held = memory.resize(held, 200 << 10).unwrap();
        assert_eq!(free(), 824);
        let held = memory.resize(held, 100 << 20).unwrap();
        assert_eq!(free(), 0, "all there is");
        let small = memory.hold(SMALL).await.unwrap();
        assert!(memory.resize(small, SMALL + 1).is_err());
        drop(memory.resize(held, 0).unwrap());
        assert_eq!(free(), 1_024);
    }
}

//! [`Memory`]: what all long requests and answers hold together.

use plywood_service::Problem;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// So long a request waits for the memory that it needs.
const PATIENCE: Duration = Duration::from_secs(5);
/// Less is not counted, since no more than the connections hold so little.
const SMALL: usize = 64 << 10;
const KIB: usize = 1 << 10;

/// The memory for long requests and answers.
#[derive(Debug)]
pub(crate) struct Memory {
    free: Arc<Semaphore>,
    kib: usize,
}

/// Memory that is free again when this is dropped.
pub(crate) type Held = OwnedSemaphorePermit;

impl Memory {
    pub(crate) fn with_mib(mib: u16) -> Self {
        let kib = usize::from(mib) * KIB;
        let free = Arc::new(Semaphore::new(kib));
        Self { free, kib }
    }

    /// Holds memory, if it is much; all there is for what takes even more.
    ///
    /// # Errors
    /// Others hold it for a long while.
    pub(crate) async fn hold(&self, bytes: usize) -> Result<Option<Held>, Problem> {
        if bytes <= SMALL {
            return Ok(None);
        }
        let permits = u32::try_from((bytes / KIB).min(self.kib)).unwrap_or(u32::MAX);
        let held = Arc::clone(&self.free).acquire_many_owned(permits);
        let busy = || Problem::busy("other requests hold the memory that this one needs");
        let held = timeout(PATIENCE, held).await.map_err(|_| busy())?;
        held.map(Some).map_err(|_| busy())
    }
}

//! [`Pool`]: the threads of the tasks, of which a limited number search at once.

use plywood_search::StopHandle;
use plywood_service::{Event, Problem, Task};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::timeout;

/// The time after which a search that has not ended in time is stopped.
const GRACE: Duration = Duration::from_secs(1);
/// The time after which other work is stopped.
const OTHER_TIME: Duration = Duration::from_secs(10);
/// Recursion is as deep as the depth limit and quiescence allow.
const STACK: usize = 16 << 20;

/// Runs a number of searches at once. Other work doesn't wait for them.
#[derive(Debug)]
pub(crate) struct Pool {
    searches: Arc<Semaphore>,
    /// The number of searches that run at once.
    pub(crate) threads: usize,
}

/// The right to run a task; a search has one of the threads.
#[derive(Debug)]
pub(crate) struct Turn {
    _permit: Option<OwnedSemaphorePermit>,
}

/// Stops a task when the future that waits for it is dropped.
struct StopOnDrop(StopHandle);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Pool {
    pub(crate) fn new(threads: usize) -> Self {
        let searches = Arc::new(Semaphore::new(threads));
        Self { searches, threads }
    }

    /// Waits until a task may begin, which searches for a time or not.
    pub(crate) async fn turn(&self, search_time: Option<Duration>) -> Turn {
        if search_time.is_none() {
            return Turn { _permit: None };
        }
        let permit = Arc::clone(&self.searches).acquire_owned().await.ok();
        Turn { _permit: permit }
    }

    /// Returns the number of running searches.
    pub(crate) fn running(&self) -> usize {
        self.threads - self.searches.available_permits()
    }
}

impl Turn {
    /// Runs a task on a separate thread. If the future is dropped, the task is stopped; its turn ends with its thread.
    ///
    /// # Errors
    /// Those of the task.
    pub(crate) async fn run(
        self,
        task: Task,
        events: impl Fn(Event) + Send + 'static,
    ) -> Result<Vec<u8>, Problem> {
        let time = task.search_time().map_or(OTHER_TIME, |time| time + GRACE);
        let stop = StopOnDrop(StopHandle::new());
        let handle = stop.0.clone();
        let (tell, mut told) = oneshot::channel();
        let work = move || {
            yield_to_others();
            let reply = task.run(&handle, &events);
            drop(self);
            // If the client has gone, nothing receives this.
            let _ = tell.send(reply);
        };
        let thread = thread::Builder::new().name("search".to_owned());
        let started = thread.stack_size(STACK).spawn(work);
        started.map_err(|_| Problem::busy("a thread could not be started"))?;
        let reply = if let Ok(reply) = timeout(time, &mut told).await {
            reply
        } else {
            stop.0.stop();
            told.await
        };
        reply.unwrap_or_else(|_| Err(Problem::new(500, "the search failed")))
    }
}

/// Lets the threads that answer other requests run first when searches fill all processors.
fn yield_to_others() {
    #[cfg(target_os = "linux")]
    {
        // At the usual priority a search works just as well, but burdens its neighbors.
        let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), 5);
    }
}

//! [`Pool`]: the threads of the searches and of other heavy work, a limited number of each.

use plywood_search::StopHandle;
use plywood_service::{Event, Problem, Reply, Task, Work};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};
use tokio::time::sleep;

/// The time after which a search that has not ended in time is stopped.
const GRACE: Duration = Duration::from_secs(1);
/// The time after which other work is stopped.
const HEAVY_TIME: Duration = Duration::from_secs(10);
/// Recursion is as deep as the depth limit and quiescence allow.
const STACK: usize = 16 << 20;

/// Runs a number of searches at once, and as much other heavy work, so that neither waits for the other.
#[derive(Debug)]
pub(crate) struct Pool {
    searches: Arc<Semaphore>,
    heavy: Arc<Semaphore>,
    closing: watch::Sender<bool>,
    /// The number of searches that run at once.
    pub(crate) threads: usize,
}

/// The right to run a task.
#[derive(Debug)]
pub(crate) struct Turn {
    permit: OwnedSemaphorePermit,
    closing: watch::Receiver<bool>,
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
        Self {
            searches: Arc::new(Semaphore::new(threads)),
            heavy: Arc::new(Semaphore::new(threads)),
            closing: watch::Sender::new(false),
            threads,
        }
    }

    /// Waits for a free thread.
    ///
    /// # Errors
    /// [`Problem`] if the server is shutting down.
    pub(crate) async fn turn(&self, work: Work) -> Result<Turn, Problem> {
        let lane = match work {
            Work::Search(_) => &self.searches,
            Work::Heavy | Work::Light => &self.heavy,
        };
        let permit = Arc::clone(lane).acquire_owned().await;
        Ok(Turn {
            permit: permit.map_err(|_| Problem::new(503, "the server is shutting down"))?,
            closing: self.closing.subscribe(),
        })
    }

    /// Stops all tasks and starts no more.
    pub(crate) fn close(&self) {
        self.searches.close();
        self.heavy.close();
        self.closing.send_replace(true);
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
    ) -> Result<Reply, Problem> {
        let (permit, mut closing) = (self.permit, self.closing);
        let time = match task.work() {
            Work::Search(time) => time + GRACE,
            Work::Heavy | Work::Light => HEAVY_TIME,
        };
        let stop = StopOnDrop(StopHandle::new());
        let handle = stop.0.clone();
        let (tell, mut told) = oneshot::channel();
        let work = move || {
            yield_to_others();
            let reply = task.run(&handle, &events);
            drop(permit);
            // If the client has gone, nothing receives this.
            let _ = tell.send(reply);
        };
        let thread = thread::Builder::new().name("search".to_owned());
        let started = thread.stack_size(STACK).spawn(work);
        started.map_err(|_| Problem::busy("a search thread could not be started"))?;
        let failed = |_| Err(Problem::new(500, "the search failed"));
        tokio::select! {
            reply = &mut told => return reply.unwrap_or_else(failed),
            () = sleep(time) => {}
            _ = closing.wait_for(|closing| *closing) => {}
        }
        stop.0.stop();
        told.await.unwrap_or_else(failed)
    }
}

/// Lets the threads that answer light requests run first when searches fill all processors.
fn yield_to_others() {
    #[cfg(target_os = "linux")]
    {
        // At the usual priority a search works just as well, but burdens its neighbors.
        let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), 5);
    }
}

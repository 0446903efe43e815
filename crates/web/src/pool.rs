//! [`Pool`]: the threads of the searches and of other heavy work, a limited number, with a queue before them.

use crate::log::{LogLevel, log};
use crate::metrics::Metrics;
use plywood_search::StopHandle;
use plywood_service::{Event, Problem, Reply, Task, Work};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};
use tokio::time::{Instant, sleep_until, timeout};

/// The time after which a search that has not ended in time is stopped.
const GRACE: Duration = Duration::from_secs(1);
/// The time to wait for a stopped search, since on a busy machine a thread may wait for seconds. A search that goes on regardless keeps its
/// place.
const PATIENCE: Duration = Duration::from_secs(30);
/// The time after which other work is stopped.
const HEAVY_TIME: Duration = Duration::from_secs(10);
/// Recursion is as deep as the depth limit and quiescence allow.
const STACK: usize = 16 << 20;

/// Runs at most `threads` searches at once, and as much other heavy work; for each kind at most `queue` requests wait.
#[derive(Debug)]
pub(crate) struct Pool {
    searches: Lane,
    heavy: Lane,
    /// The light tasks that may run at once.
    pub(crate) light: Arc<Semaphore>,
    closing: watch::Sender<bool>,
    metrics: Arc<Metrics>,
    pub(crate) size: PoolSize,
}

/// The number of searches that run at once, and of requests that wait for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PoolSize {
    pub(crate) threads: usize,
    pub(crate) queue: usize,
}

/// The free threads, and the room for requests that run or wait.
#[derive(Debug)]
struct Lane {
    threads: Arc<Semaphore>,
    room: Arc<Semaphore>,
}

/// The right to run a task, now or when its turn comes.
#[derive(Debug)]
pub(crate) struct Ticket {
    room: OwnedSemaphorePermit,
    threads: Arc<Semaphore>,
    closing: watch::Receiver<bool>,
    metrics: Arc<Metrics>,
}

/// Stops a task when the future that waits for it is dropped.
struct StopOnDrop(StopHandle);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Pool {
    pub(crate) fn new(size: PoolSize, metrics: Arc<Metrics>) -> Self {
        let lane = || Lane {
            threads: Arc::new(Semaphore::new(size.threads)),
            room: Arc::new(Semaphore::new(size.threads + size.queue)),
        };
        Self {
            searches: lane(),
            heavy: lane(),
            light: Arc::new(Semaphore::new((2 * size.threads).max(4))),
            closing: watch::Sender::new(false),
            metrics,
            size,
        }
    }

    /// Takes a place for a task, running or in the queue.
    ///
    /// # Errors
    /// [`Problem`] if the queue is full, or the server is shutting down.
    pub(crate) fn admit(&self, work: Work) -> Result<Ticket, Problem> {
        if *self.closing.borrow() {
            return Err(shutting_down());
        }
        let lane = match work {
            Work::Search(_) => &self.searches,
            Work::Heavy | Work::Light => &self.heavy,
        };
        let room = Arc::clone(&lane.room).try_acquire_owned().map_err(|_| {
            self.metrics.refused.add(1);
            let problem = Problem::busy("all threads and the queue are full").retry_after(1);
            problem.hint("try again after the seconds in Retry-After")
        })?;
        Ok(Ticket {
            room,
            threads: Arc::clone(&lane.threads),
            closing: self.closing.subscribe(),
            metrics: Arc::clone(&self.metrics),
        })
    }

    /// Stops all tasks and admits no more.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Returns the number of running searches.
    pub(crate) fn running(&self) -> usize {
        self.size.threads - self.searches.threads.available_permits()
    }

    /// Returns the number of waiting searches.
    pub(crate) fn waiting(&self) -> usize {
        let all = self.size.threads + self.size.queue;
        (all - self.searches.room.available_permits()).saturating_sub(self.running())
    }
}

impl Ticket {
    /// Runs a task on a separate thread when its turn comes. If the future is dropped, the task is stopped.
    ///
    /// # Errors
    /// Those of the task; also if it did not stop after its time, or the server is shutting down.
    pub(crate) async fn run(
        mut self,
        task: Task,
        events: impl Fn(Event) + Send + 'static,
    ) -> Result<Reply, Problem> {
        let turn = tokio::select! {
            // A task that ends because the server does passes its thread on to no other.
            biased;
            _ = self.closing.wait_for(|closing| *closing) => return Err(shutting_down()),
            turn = self.threads.acquire_owned() => turn.map_err(|_| shutting_down())?,
        };
        let stop = StopOnDrop(StopHandle::new());
        let time = match task.work() {
            Work::Search(time) => time,
            Work::Heavy | Work::Light => HEAVY_TIME,
        };
        let (tell, mut told) = oneshot::channel();
        let (handle, room, metrics) = (stop.0.clone(), self.room, self.metrics);
        let work = move || {
            yield_to_others();
            let reply = task.run(&handle, &events);
            metrics.searches.add(1);
            drop((turn, room));
            // If the client has gone, nothing receives this.
            let _ = tell.send(reply);
        };
        let thread = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK);
        thread.spawn(work).map_err(|error| {
            let text = format_args!("a search thread could not be started: {error}");
            log(LogLevel::Error, text);
            Problem::busy("a search thread could not be started")
        })?;
        tokio::select! {
            reply = &mut told => return reply.unwrap_or_else(|_| Err(failed())),
            () = sleep_until(Instant::now() + time + GRACE) => {}
            _ = self.closing.wait_for(|closing| *closing) => {}
        }
        stop.0.stop();
        let reply = timeout(PATIENCE, told).await;
        reply.map_or_else(
            |_| Err(does_not_stop()),
            |reply| reply.unwrap_or_else(|_| Err(failed())),
        )
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

fn shutting_down() -> Problem {
    Problem::new(503, "the server is shutting down")
}

fn failed() -> Problem {
    Problem::new(500, "the search failed")
}

fn does_not_stop() -> Problem {
    let problem = Problem::new(503, "the strategy did not stop when its time was up");
    problem.field("strategy").hint("choose another strategy")
}

//! [`Pool`]: the threads of the searches, a limited number, with a fair queue before them.

use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::turns::{Place, Turn, Turns};
use axum::http::StatusCode;
use plywood_search::{Fault, StopHandle, catch_panic};
use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use tokio::sync::oneshot::error::RecvError;
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, sleep, sleep_until, timeout};

/// A search is stopped this long after its time, if it has not ended by itself.
const GRACE: Duration = Duration::from_secs(1);
/// A search that was stopped and has not ended after this number of pauses loses its place. That is long, since on a busy machine a
/// thread may wait for seconds. There are many short pauses instead of a long one, so that no search is blamed when the system holds
/// the whole server for a while.
const PAUSES: u32 = 600;
const PAUSE: Duration = Duration::from_millis(50);
/// Recursion is as deep as the limit of depth and quiescence allow.
const STACK: usize = 16 << 20;

/// At most `threads` searches run at once, and at most `queue` requests for some wait, of which each address has its share. A search
/// whose client has gone is stopped, and one that does not stop loses its place: its strategy is refused until it does.
#[derive(Debug, Clone)]
pub(crate) struct Pool {
    turns: Turns,
    closing: watch::Sender<bool>,
    refused: Arc<Mutex<BTreeSet<String>>>,
    metrics: Arc<Metrics>,
    pub(crate) size: PoolSize,
}

/// How many searches run at once, and how many requests for some wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PoolSize {
    pub(crate) threads: usize,
    pub(crate) queue: usize,
}

/// The right to one search, now or when its turn comes.
#[derive(Debug)]
pub(crate) struct Ticket {
    pool: Pool,
    turn: Turn,
}

/// A search to be done: its strategy and its time.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    /// The name under which the strategy is refused if it does not stop.
    pub(crate) strategy: String,
    pub(crate) time: Duration,
    /// After this part of its time it ends as soon as another search waits.
    pub(crate) own_time: Duration,
}

/// Stops a search when the future that waits for it is dropped.
struct StopOnDrop(StopHandle);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// When a search began, and what it found, unless it panicked.
type Started<T> = (
    oneshot::Receiver<Instant>,
    oneshot::Receiver<Result<T, Fault>>,
);

/// The place of a running search. The search and the one who waits for it share it, and either may give it back.
type SharedPlace = Arc<Mutex<Option<Place>>>;

impl Pool {
    pub(crate) fn new(size: PoolSize, metrics: Arc<Metrics>) -> Self {
        Self {
            turns: Turns::new(size.threads, size.queue),
            closing: watch::Sender::new(false),
            refused: Arc::default(),
            metrics,
            size,
        }
    }

    /// Takes places for this many searches of a client, running or in the queue.
    ///
    /// # Errors
    /// The queue has no room for them, or the server is shutting down.
    pub(crate) fn admit(&self, client: IpAddr, searches: usize) -> Result<Vec<Ticket>, Problem> {
        if *self.closing.borrow() {
            return Err(shutting_down());
        }
        let turns = self.turns.admit(client, searches);
        let turns = turns.map_err(|_| self.full())?;
        let ticket = |turn| Ticket {
            pool: self.clone(),
            turn,
        };
        Ok(turns.into_iter().map(ticket).collect())
    }

    /// Runs one search of a client, if there is a place for it.
    ///
    /// # Errors
    /// As [`admit`](Self::admit) and [`Ticket::run`] say.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: IpAddr,
        order: Order,
        search: impl FnOnce(&StopHandle) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let ticket = self.admit(client, 1)?.pop().ok_or_else(failed)?;
        ticket.run(order, search).await
    }

    fn full(&self) -> Problem {
        self.metrics.refused.add(1);
        let detail = "all threads and the queue are full";
        let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, detail).retry_after(1);
        problem.hint("try again after the seconds in Retry-After")
    }

    /// Stops all searches; from now on none is admitted.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
    }

    /// How many searches run.
    pub(crate) fn running(&self) -> usize {
        self.turns.taken()
    }

    /// How many searches wait.
    pub(crate) fn waiting(&self) -> usize {
        self.turns.waiting()
    }

    /// Starts a thread that holds its place until the search has ended. Returns when it began, and what it found.
    fn start<T: Send + 'static>(
        &self,
        search: impl FnOnce() -> T + Send + 'static,
        place: SharedPlace,
        strategy: String,
    ) -> Result<Started<T>, Problem> {
        let (begins, began) = oneshot::channel();
        let (sender, receiver) = oneshot::channel();
        let pool = self.clone();
        let work = move || {
            yield_to_others();
            // Nobody listens any more if the client has gone.
            let _ = begins.send(Instant::now());
            // What a panic leaves behind is dropped with the search.
            let result = catch_panic(search).map_err(Fault::Panicked);
            pool.metrics.searches.add(1);
            if take(&place).is_none() {
                pool.refused().remove(&strategy);
            }
            drop(sender.send(result));
        };
        let thread = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK);
        let started = thread.spawn(work);
        started.map_err(|error| {
            tracing::error!(%error, "a search thread could not be started");
            Problem::busy("a search thread could not be started")
        })?;
        Ok((began, receiver))
    }

    /// The strategies of searches that have not stopped.
    fn refused(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ticket {
    /// Runs a search when its turn comes. If the future is dropped, the search is stopped by the handle that it is given.
    ///
    /// # Errors
    /// The search did not stop after its time, or its strategy is known for that; another address took its room in the queue; or the
    /// server is shutting down.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        order: Order,
        search: impl FnOnce(&StopHandle) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let Self { pool, turn } = self;
        let Order {
            strategy,
            time,
            own_time,
        } = order;
        if pool.refused().contains(&strategy) {
            return Err(does_not_stop(&strategy));
        }
        let mut closing = pool.closing.subscribe();
        let place = tokio::select! {
            // A search that ends since the server does gives its place to nobody.
            biased;
            _ = closing.wait_for(|closing| *closing) => return Err(shutting_down()),
            place = turn.place() => place.ok_or_else(|| pool.full())?,
        };
        let place = Arc::new(Mutex::new(Some(place)));
        let guard = StopOnDrop(StopHandle::new());
        let stop = guard.0.clone();
        let search = move || search(&stop);
        let (began, result) = pool.start(search, Arc::clone(&place), strategy.clone())?;
        tokio::pin!(result);
        // Its time begins when its thread runs, which on a busy machine is later.
        let overtime = async {
            let began = began.await.unwrap_or_else(|_| Instant::now());
            let last = began + time + GRACE;
            sleep_until(last.min(began + own_time + GRACE)).await;
            while Instant::now() < last && pool.waiting() == 0 {
                sleep(PAUSE).await;
            }
        };
        tokio::select! {
            result = &mut result => return ended(result, &strategy),
            () = overtime => {}
            _ = closing.wait_for(|closing| *closing) => {}
        }
        guard.0.stop();
        for _ in 0..PAUSES {
            if let Ok(result) = timeout(PAUSE, &mut result).await {
                return ended(result, &strategy);
            }
        }
        drop(take(&place));
        let problem = does_not_stop(&strategy);
        tracing::error!("{strategy} did not stop, and is refused until it does");
        pool.metrics.lost_threads.add(1);
        pool.refused().insert(strategy);
        Err(problem)
    }
}

/// Lets the threads that answer light requests run first when searches fill all processors.
fn yield_to_others() {
    #[cfg(target_os = "linux")]
    {
        // A search is as good at the usual priority, only worse for its neighbors.
        let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), 5);
    }
}

fn take(place: &SharedPlace) -> Option<Place> {
    place.lock().unwrap_or_else(PoisonError::into_inner).take()
}

fn shutting_down() -> Problem {
    let detail = "the server is shutting down";
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail)
}

fn failed() -> Problem {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the search failed")
}

/// What a search gave, unless it panicked.
fn ended<T>(result: Result<Result<T, Fault>, RecvError>, strategy: &str) -> Result<T, Problem> {
    let result = result.map_err(|_| failed())?;
    result.map_err(|fault| {
        tracing::error!(strategy, %fault, "a search failed");
        Problem::broken(format!("{strategy} failed: {fault}"))
    })
}

fn does_not_stop(strategy: &str) -> Problem {
    let detail = format!("{strategy} did not stop when its time was over");
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail)
        .field("strategy")
        .hint("choose another strategy; this one is refused until it stops")
}

#[cfg(test)]
mod tests;

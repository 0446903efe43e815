//! [`Crew`]: threads that do numbered items, and deliver them in order; and [`Ledger`], which may record them.

use plywood_search::threads::MachineFault;
use plywood_search::{StopHandle, catch_panic};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Decides which items are done, and may record them, so that interrupted work can resume.
pub trait Ledger<I, E> {
    /// Returns `true` if the item with this number is needed and isn't recorded.
    fn is_left(&self, number: usize) -> bool;

    /// Returns the first item in this range that was recorded before the run; by default there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    fn recorded(&mut self, _numbers: Range<usize>) -> Result<Option<(usize, I)>, E> {
        Ok(None)
    }

    /// Records an item that is done.
    ///
    /// # Errors
    /// If it cannot be written.
    fn record(&mut self, _item: &I) -> Result<(), E> {
        Ok(())
    }

    /// Waits until everything recorded is safe.
    ///
    /// # Errors
    /// If it cannot be written.
    fn sync(&mut self) -> Result<(), E> {
        Ok(())
    }

    /// Returns the error for an item that was broken off, which ends the run.
    fn broken(&mut self, how: Broken) -> E;
}

/// The reason an item was broken off.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Broken {
    /// It panicked.
    #[error("{0}")]
    Panicked(String),
    /// The machine failed, as by ending a program.
    #[error("{0}")]
    Machine(String),
}

/// An item of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done<T> {
    /// It was recorded before.
    Before(T),
    /// It was done in this run.
    Now(T),
}

impl<T> Done<T> {
    /// Returns the item.
    pub const fn get(&self) -> &T {
        match self {
            Self::Before(item) | Self::Now(item) => item,
        }
    }

    /// Returns the item, owned.
    pub fn into_inner(self) -> T {
        match self {
            Self::Before(item) | Self::Now(item) => item,
        }
    }
}

/// Threads that do items, each from its task. They end with the crew, without anyone waiting for them.
pub struct Crew<T, I, E> {
    tasks: Sender<(usize, T)>,
    done: Receiver<(usize, Option<Finished<I, E>>)>,
    threads: Vec<JoinHandle<()>>,
    is_over: Arc<AtomicBool>,
    stop: StopHandle,
}

type Finished<I, E> = Result<Result<I, E>, Broken>;

/// Receives each item in the order of the numbers; it may decide that no more are needed.
type Each<'a, I, E> = dyn FnMut(usize, Done<I>) -> Result<ControlFlow<()>, E> + 'a;

/// The time within which a stopped run ends, no matter what its threads are doing.
const STOP_DELAY: Duration = Duration::from_millis(50);
/// The time after a stop during which finished items are still delivered.
const LAST_DELAY: Duration = Duration::from_millis(50);
/// The most items that may wait for one with a lower number. It bounds the memory.
const MOST_WAITING: usize = 1_024;

impl<T, I, E> fmt::Debug for Crew<T, I, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let threads = &self.threads.len();
        f.debug_struct("Crew")
            .field("threads", threads)
            .finish_non_exhaustive()
    }
}

impl<T: Send + 'static, I: Send + 'static, E: Send + 'static> Crew<T, I, E> {
    /// Starts this many threads for runs that this handle stops. The function does the item with a number; an error ends the run.
    pub fn start(
        threads: usize,
        stop: &StopHandle,
        item: impl Fn(usize, T) -> Result<I, E> + Send + Sync + 'static,
    ) -> Self {
        let (tasks, queue) = channel::<(usize, T)>();
        let (begins, has_begun) = channel::<()>();
        let (sender, done) = channel();
        let (item, queue) = (Arc::new(item), Arc::new(Mutex::new(queue)));
        let is_over = Arc::new(AtomicBool::new(false));
        let start = |number| {
            let (item, queue, sender) = (item.clone(), queue.clone(), sender.clone());
            let is_over = is_over.clone();
            let next = move || queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let begins = begins.clone();
            let work = move || {
                drop(begins);
                while let Ok((number, task)) = next() {
                    let is_wanted = !is_over.load(Ordering::Relaxed);
                    let item = is_wanted.then(|| finished(|| item(number, task)));
                    if sender.send((number, item)).is_err() {
                        return;
                    }
                }
            };
            match (number, thread::Builder::new().spawn(work)) {
                (0, Err(error)) => {
                    MachineFault::new(format!("no thread can be started: {error}")).raise()
                }
                // If the system starts no more threads, fewer items are done at once.
                (_, thread) => thread.ok(),
            }
        };
        let threads = (0..threads.max(1)).map_while(start).collect();
        // A thread needs memory to begin, which other items could take from it.
        drop(begins);
        let _ = has_begun.recv();
        Self {
            tasks,
            done,
            threads,
            is_over,
            stop: stop.clone(),
        }
    }

    /// Does the items of a range that are left, and delivers them in order, together with those recorded before. There is a task for each
    /// number of the range, in order. A stop ends the run at once, and unfinished items do not count.
    ///
    /// # Errors
    /// If a task or an item fails, or the ledger does. Items recorded until then still count.
    pub fn run(
        self,
        range: Range<usize>,
        tasks: impl IntoIterator<Item = Result<(usize, T), E>>,
        ledger: &mut dyn Ledger<I, E>,
        each: &mut Each<'_, I, E>,
    ) -> Result<(), E> {
        let mut tasks = tasks.into_iter().peekable();
        let mut order = InOrder::from(range.start, &self.stop);
        let mut at_work = BTreeSet::new();
        while !self.stop.is_stopped() {
            while !self.stop.is_stopped()
                && tasks.next_if(|task| is_settled(task, ledger)).is_some()
            {}
            let next_task = match tasks.peek() {
                Some(Ok((number, _))) => *number,
                Some(Err(_)) => range.start,
                None => range.end,
            };
            let unknown = at_work.first().copied().unwrap_or(next_task);
            order.hand_over(unknown, ledger, each)?;
            if order.is_over {
                self.is_over.store(true, Ordering::Relaxed);
            }
            // A delivered item may have decided that the next one is not needed.
            if tasks.peek().is_some_and(|task| is_settled(task, ledger)) {
                continue;
            }
            let most = 2 * self.threads.len();
            let has_room = at_work.len() < most && order.waiting.len() < MOST_WAITING;
            if has_room
                && !order.is_over
                && let Some(task) = tasks.next()
            {
                let (number, task) = task?;
                at_work.insert(number);
                // The threads take tasks until the crew is dropped.
                let _ = self.tasks.send((number, task));
            } else if at_work.is_empty() {
                self.join();
                return ledger.sync();
            } else if let Ok((number, item)) = self.done.recv_timeout(STOP_DELAY) {
                // Players that were stopped as well have ended their games with moves that no search chose.
                if self.stop.is_stopped() {
                    break;
                }
                at_work.remove(&number);
                let Some(item) = item else { continue };
                let item = item.map_err(|how| ledger.broken(how))??;
                ledger.record(&item)?;
                order.waiting.insert(number, item);
            }
        }
        // Some may wait for others that will not come.
        order.hand_over(range.end, ledger, each)?;
        ledger.sync()
    }

    /// Waits for the threads, which have nothing left to do.
    fn join(self) {
        drop(self.tasks);
        for thread in self.threads {
            let _ = thread.join();
        }
    }
}

/// Does an item; a panic breaks it off.
fn finished<I, E>(item: impl FnOnce() -> Result<I, E>) -> Finished<I, E> {
    let done = catch_panic(|| MachineFault::caught(item)).map_err(Broken::Panicked)?;
    done.map_err(|fault| Broken::Machine(fault.to_string()))
}

/// Returns `true` if a task needs no work.
fn is_settled<T, I, E>(task: &Result<(usize, T), E>, ledger: &dyn Ledger<I, E>) -> bool {
    matches!(task, Ok((number, _)) if !ledger.is_left(*number))
}

/// Items on their way to a caller who wants them in order.
struct InOrder<'a, I> {
    /// The lowest number not delivered yet.
    next: usize,
    /// Finished items that wait for a lower number.
    waiting: BTreeMap<usize, I>,
    /// `true` if no more are wanted.
    is_over: bool,
    stop: &'a StopHandle,
    /// The time when the stop was first noticed.
    stopped: Option<Instant>,
}

impl<'a, I> InOrder<'a, I> {
    const fn from(next: usize, stop: &'a StopHandle) -> Self {
        Self {
            next,
            waiting: BTreeMap::new(),
            is_over: false,
            stop,
            stopped: None,
        }
    }

    /// Returns `true` if it is time to end after a stop; a long ledger is then not read to its end.
    fn is_late(&mut self) -> bool {
        let is_stopped = self.stop.is_stopped();
        is_stopped && self.stopped.get_or_insert_with(Instant::now).elapsed() > LAST_DELAY
    }

    /// Delivers all items below a number.
    fn hand_over<E>(
        &mut self,
        end: usize,
        ledger: &mut dyn Ledger<I, E>,
        each: &mut Each<'_, I, E>,
    ) -> Result<(), E> {
        while !self.is_over && !self.is_late() {
            let new = self.waiting.first_key_value();
            let new = new.map_or(end, |(number, _)| end.min(*number));
            let (number, done) = match ledger.recorded(self.next..new)? {
                Some((number, item)) => (number, Done::Before(item)),
                None => match self.waiting.remove(&new) {
                    Some(item) => (new, Done::Now(item)),
                    None => break,
                },
            };
            self.next = number + 1;
            self.is_over = each(number, done)?.is_break();
        }
        Ok(())
    }
}

//! [`Crew`]: threads that process numbered items.

use plywood_search::threads::MachineFault;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Threads that process items. They end with the crew, without anyone waiting for them.
pub struct Crew<T, R> {
    tasks: Sender<(usize, T)>,
    done: Receiver<(usize, Option<R>)>,
    threads: Vec<JoinHandle<()>>,
    is_over: Arc<AtomicBool>,
}

impl<T, R> fmt::Debug for Crew<T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let threads = &self.threads.len();
        f.debug_struct("Crew")
            .field("threads", threads)
            .finish_non_exhaustive()
    }
}

impl<T: Send + 'static, R: Send + 'static> Crew<T, R> {
    /// Starts this many threads. The function processes the item with a number, and must not panic.
    pub fn start(threads: usize, item: impl Fn(usize, T) -> R + Send + Sync + 'static) -> Self {
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
                    let item = is_wanted.then(|| item(number, task));
                    if sender.send((number, item)).is_err() {
                        return;
                    }
                }
            };
            match (number, thread::Builder::new().spawn(work)) {
                (0, Err(error)) => {
                    MachineFault::new(format!("no thread can be started: {error}")).raise()
                }
                // If the system starts no more threads, fewer items are processed at once.
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
        }
    }

    /// Adds an item.
    pub fn add(&self, number: usize, task: T) {
        // The threads take tasks until the crew is dropped.
        let _ = self.tasks.send((number, task));
    }

    /// Waits for the next finished item, but no longer than this. After [`end`](Self::end) its result may be missing.
    #[must_use]
    pub fn next(&self, patience: Duration) -> Option<(usize, Option<R>)> {
        self.done.recv_timeout(patience).ok()
    }

    /// Makes the threads skip all items they have not begun.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Waits for the threads, which have nothing left to do.
    pub fn join(self) {
        drop(self.tasks);
        for thread in self.threads {
            let _ = thread.join();
        }
    }
}

//! [`Watchdog`]: notices that the machine is late, which isn't a player's fault.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// A thread that sleeps for short times, and adds up how late it wakes up. It ends when this is dropped.
pub(crate) struct Watchdog(Arc<Shared>);

struct Shared {
    start: Instant,
    /// The time at which the thread should wake up next, in microseconds since the start.
    due: AtomicU64,
    /// The sum of the delays since it was last taken, in microseconds.
    delay: AtomicU64,
    has_ended: AtomicBool,
}

/// The time between two looks: short beside the margins of matches, long enough to cost nothing. A shorter delay doesn't count.
const NAP: Duration = Duration::from_millis(5);

impl Watchdog {
    /// Starts a thread on the processors of this one; `None` if there is none left.
    pub(crate) fn start() -> Option<Self> {
        let shared = Arc::new(Shared {
            start: Instant::now(),
            due: AtomicU64::new(u64::MAX),
            delay: AtomicU64::new(0),
            has_ended: AtomicBool::new(false),
        });
        let watched = Arc::clone(&shared);
        let watch = move || {
            while !watched.has_ended.load(Relaxed) {
                watched.due.store(watched.now() + micros(NAP), Relaxed);
                thread::sleep(NAP);
                watched.delay.fetch_add(watched.overdue(), Relaxed);
            }
        };
        let started = thread::Builder::new().spawn(watch);
        started.is_ok().then_some(Self(shared))
    }

    /// Returns the sum of the delays since the last call, even if the last isn't over: a move of a program waits for several threads in turn.
    pub(crate) fn take_delay(&self) -> Duration {
        let recorded = self.0.delay.swap(0, Relaxed);
        Duration::from_micros(recorded.saturating_add(self.0.overdue()))
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.0.has_ended.store(true, Relaxed);
    }
}

impl Shared {
    fn now(&self) -> u64 {
        micros(self.start.elapsed())
    }

    /// Returns how long the thread should have been awake; zero if it's less than a nap.
    fn overdue(&self) -> u64 {
        let late = self.now().saturating_sub(self.due.load(Relaxed));
        if late < micros(NAP) { 0 } else { late }
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

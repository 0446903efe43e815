//! [`Queue`]: the games that are left, from which every thread takes the next.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The games of all threads, each taken by one of them.
pub(super) struct Queue<'a> {
    numbers: Mutex<Box<dyn Iterator<Item = usize> + Send + 'a>>,
    is_closed: AtomicBool,
}

impl<'a> Queue<'a> {
    pub(super) fn new(numbers: impl Iterator<Item = usize> + Send + 'a) -> Self {
        Self {
            numbers: Mutex::new(Box::new(numbers)),
            is_closed: AtomicBool::new(false),
        }
    }

    /// The number of a game that nobody else plays.
    pub(super) fn take(&self) -> Option<usize> {
        if self.is_closed.load(Ordering::Relaxed) {
            return None;
        }
        self.numbers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .next()
    }

    /// Nobody gets another game.
    pub(super) fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }
}

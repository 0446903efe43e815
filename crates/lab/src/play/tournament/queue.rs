//! [`Queue`]: the games still to be played, from which every thread takes the next.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The games still to be played; each is taken by one thread.
pub(super) struct Queue {
    numbers: Mutex<Box<dyn Iterator<Item = usize> + Send>>,
    is_closed: AtomicBool,
}

impl Queue {
    pub(super) fn new(numbers: impl Iterator<Item = usize> + Send + 'static) -> Self {
        Self {
            numbers: Mutex::new(Box::new(numbers)),
            is_closed: AtomicBool::new(false),
        }
    }

    /// Takes the number of the next game.
    pub(super) fn take(&self) -> Option<usize> {
        if self.is_closed.load(Ordering::Relaxed) {
            return None;
        }
        self.numbers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .next()
    }

    /// Hands out no more games.
    pub(super) fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }
}

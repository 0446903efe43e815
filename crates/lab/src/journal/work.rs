//! Work whose results are independent of each other, on several threads.

use crate::journal::{Item, Journal, JournalError};
use std::collections::HashSet;
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Computes the results with these numbers that the journal does not have yet, this many at a time, and reports each once it
/// is recorded.
pub(crate) fn work<T: Item + Send>(
    journal: &mut Journal<T>,
    numbers: impl Iterator<Item = usize> + Send,
    threads: usize,
    compute: &(dyn Fn(usize) -> T + Sync),
    news: &mut dyn FnMut(&T),
) -> Result<(), JournalError> {
    let done: HashSet<usize> = journal.entries().iter().map(Item::number).collect();
    let left = Mutex::new(numbers.filter(|number| !done.contains(number)));
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
    thread::scope(|scope| {
        let (sender, results) = channel();
        for _ in 0..threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(number) = next() {
                    // If the journal cannot be written, nobody listens any more.
                    if sender.send(compute(number)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for result in results {
            news(journal.add(result)?);
        }
        Ok(())
    })
}

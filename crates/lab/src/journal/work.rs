//! Work whose results are independent of each other, on several threads, with few of them in memory at a time.

use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// So many tasks are handed to the threads at once. It bounds the memory; at the end of a batch threads wait for the last.
const BATCH: usize = 1_024;

/// Computes a result for each task, this many at a time. `done` gets each result as soon as it is there, and `in_order` gets
/// them in the order of the tasks.
pub(crate) fn work<P: Send + Sync, T: Send, E>(
    tasks: impl IntoIterator<Item = Result<P, E>>,
    threads: usize,
    compute: &(dyn Fn(&P) -> T + Sync),
    done: &mut dyn FnMut(&T) -> Result<(), E>,
    in_order: &mut dyn FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let mut tasks = tasks.into_iter();
    loop {
        let batch: Vec<P> = tasks.by_ref().take(BATCH).collect::<Result<_, E>>()?;
        if batch.is_empty() {
            return Ok(());
        }
        for result in results(&batch, threads, compute, done)? {
            in_order(result)?;
        }
    }
}

/// The results of a batch, in its order.
fn results<P: Sync, T: Send, E>(
    batch: &[P],
    threads: usize,
    compute: &(dyn Fn(&P) -> T + Sync),
    done: &mut dyn FnMut(&T) -> Result<(), E>,
) -> Result<Vec<T>, E> {
    let left = Mutex::new(batch.iter().enumerate());
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
    let mut results: Vec<Option<T>> = batch.iter().map(|_| None).collect();
    thread::scope(|scope| {
        let (sender, computed) = channel();
        for number in 0..threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            let work = move || {
                while let Some((place, task)) = next() {
                    // If a result could not be recorded, nobody listens any more.
                    if sender.send((place, compute(task))).is_err() {
                        return;
                    }
                }
            };
            if number == 0 {
                scope.spawn(work);
            } else if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                // Where the system starts no more threads, fewer results are computed at once.
                break;
            }
        }
        drop(sender);
        for (place, result) in computed {
            done(&result)?;
            results[place] = Some(result);
        }
        Ok(())
    })?;
    Ok(results.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_tasks() {
        for threads in [1, 3] {
            let tasks = (0..3_000).map(Ok::<usize, ()>);
            let (mut done, mut ordered) = (0, Vec::new());
            let outcome = work(
                tasks,
                threads,
                &|task| task * 2,
                &mut |_| {
                    done += 1;
                    Ok(())
                },
                &mut |result| {
                    ordered.push(result);
                    Ok(())
                },
            );
            assert_eq!((outcome, done), (Ok(()), 3_000));
            assert!(ordered.into_iter().eq((0..3_000).map(|task| task * 2)));
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let tasks = [Ok(1), Err("broken"), Ok(3)].into_iter();
        let outcome = work(tasks, 2, &|task| *task, &mut |_| Ok(()), &mut |_| Ok(()));
        assert_eq!(outcome, Err("broken"));
        let tasks = (0..10).map(Ok);
        let full = work(tasks, 2, &|task| *task, &mut |_| Err("full"), &mut |_| {
            Ok(())
        });
        assert_eq!(full, Err("full"));
    }
}

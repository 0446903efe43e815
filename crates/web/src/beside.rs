//! [`Beside`]: work beside the threads that answer everyone, on a limited number of other threads. A limit of tower counts requests and
//! not threads: work goes on when its client leaves, and must keep its place until it ends.

use crate::problem::Problem;
use crate::turns::Turns;
use std::net::IpAddr;
use std::panic::resume_unwind;
use std::time::Duration;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// So long a request waits for a thread. Then others do something that does not end, or there are far too many of them.
const PATIENCE: Duration = Duration::from_secs(5);
/// The fewest threads for each kind of work: one that waits for something else does not hold up all others.
const FEWEST: usize = 4;

/// How much work a request is. Each kind has threads of its own, so that a move never waits behind evaluations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// One position.
    Light,
    /// Evaluators, a whole game, or a large answer to be written.
    Heavy,
}

/// The threads for work that may take long, or that is anybody's own code. What exceeds them waits, and addresses take turns.
#[derive(Debug)]
pub(crate) struct Beside {
    light: Turns,
    heavy: Turns,
    patience: Duration,
}

impl Beside {
    /// At most this many threads for heavy work, but at least four; and as many for light work, twice.
    pub(crate) fn with_threads(threads: usize) -> Self {
        // Those who wait hold a connection each, so there are few.
        let threads = threads.max(FEWEST);
        Self {
            // Everyone needs light work, so half of its threads are for those who have none.
            light: Turns::new(2 * threads, usize::MAX).keeping(threads),
            heavy: Turns::new(threads, usize::MAX),
            patience: PATIENCE,
        }
    }

    /// Does work for a client on another thread. Work that has begun goes on if its client leaves.
    ///
    /// # Errors
    /// What the work says, or that no thread was free for seconds.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: IpAddr,
        kind: Work,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let lane = match kind {
            Work::Light => &self.light,
            Work::Heavy => &self.heavy,
        };
        let busy = || Problem::busy("too many requests are being worked on");
        let turn = lane.admit(client, 1).ok().and_then(|mut turns| turns.pop());
        let place = timeout(self.patience, turn.ok_or_else(busy)?.place()).await;
        let place = place.ok().flatten().ok_or_else(busy)?;
        let work = || {
            let answer = work();
            drop(place);
            answer
        };
        blocking(work).await
    }
}

/// Does work on another thread. A panic goes on here.
pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    // Nobody cancels it, so it can only have panicked.
    let done = spawn_blocking(work).await;
    done.unwrap_or_else(|error| resume_unwind(error.into_panic()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::StatusCode;
    use axum::response::IntoResponse;
    use std::net::Ipv4Addr;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    const CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[tokio::test]
    async fn heavy_work_waits_for_its_turn_and_light_work_does_not_wait_for_it() {
        let beside = Arc::new(Beside::with_threads(1));
        let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let mut releases = Vec::new();
        let heavy: Vec<_> = (0..20)
            .map(|_| {
                let (release, released) = mpsc::channel::<()>();
                releases.push(release);
                let (beside, running, most) = (beside.clone(), running.clone(), most.clone());
                tokio::spawn(async move {
                    let work = move || {
                        most.fetch_max(
                            running.fetch_add(1, Ordering::SeqCst) + 1,
                            Ordering::SeqCst,
                        );
                        // It ends when the other end is dropped.
                        let _ = released.recv();
                        running.fetch_sub(1, Ordering::SeqCst);
                        Ok(1)
                    };
                    beside.run(CLIENT, Work::Heavy, work).await
                })
            })
            .collect();
        while running.load(Ordering::SeqCst) < FEWEST {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let light = beside.run(CLIENT, Work::Light, || Ok(2)).await;
        assert_eq!(light.unwrap(), 2);
        assert_eq!(
            running.load(Ordering::SeqCst),
            FEWEST,
            "no heavy work has ended"
        );
        drop(releases);
        for work in heavy {
            assert_eq!(work.await.unwrap().unwrap(), 1);
        }
        assert_eq!(most.load(Ordering::SeqCst), FEWEST);
    }

    /// A client asks for work on all threads and leaves. The work goes on until what is returned is dropped.
    async fn leaves_work_behind(
        beside: &Beside,
        client: IpAddr,
        work: Work,
    ) -> Vec<mpsc::Sender<()>> {
        let mut releases = Vec::new();
        for _ in 0..FEWEST {
            let (release, released) = mpsc::channel();
            releases.push(release);
            let stuck = beside.run(client, work, move || {
                let _ = released.recv();
                Ok(())
            });
            let answered = timeout(beside.patience / 2, stuck).await;
            assert!(!matches!(answered, Ok(Ok(()))));
        }
        releases
    }

    #[tokio::test]
    async fn work_that_never_ends_refuses_others_after_a_while() {
        let patience = Duration::from_millis(10);
        let beside = Beside {
            patience,
            ..Beside::with_threads(1)
        };
        let releases = leaves_work_behind(&beside, CLIENT, Work::Heavy).await;
        let refused = beside.run(CLIENT, Work::Heavy, || Ok(())).await;
        assert_eq!(
            refused.unwrap_err().into_response().status(),
            StatusCode::SERVICE_UNAVAILABLE
        );
        drop(releases);
    }

    #[tokio::test]
    async fn four_addresses_do_not_take_all_threads_for_light_work() {
        let patience = Duration::from_millis(10);
        let beside = Beside {
            patience,
            ..Beside::with_threads(1)
        };
        let address = |number: u8| IpAddr::from([10, 0, 0, number]);
        let mut releases = Vec::new();
        for number in 0..4 {
            releases.extend(leaves_work_behind(&beside, address(number), Work::Light).await);
            let more = beside.run(address(number), Work::Light, || Ok(())).await;
            assert!(more.is_err(), "{number}");
        }
        assert!(beside.run(CLIENT, Work::Light, || Ok(())).await.is_ok());
        drop(releases);
    }

    #[tokio::test]
    async fn work_that_panics_gives_its_thread_back() {
        let beside = Arc::new(Beside::with_threads(1));
        for _ in 0..2 * FEWEST {
            let beside = Arc::clone(&beside);
            let work = || -> Result<(), Problem> { panic!("it cannot do this") };
            let panicked = tokio::spawn(async move { beside.run(CLIENT, Work::Heavy, work).await });
            assert!(panicked.await.is_err_and(|error| error.is_panic()));
        }
        assert!(beside.run(CLIENT, Work::Heavy, || Ok(())).await.is_ok());
    }
}

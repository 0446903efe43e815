use super::*;
use std::net::Ipv4Addr;
use std::sync::mpsc;

const CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

fn pool(threads: usize, queue: usize) -> Pool {
    Pool::new(PoolSize { threads, queue }, Arc::default())
}

fn order(milliseconds: u64) -> Order {
    Order {
        strategy: "test".to_owned(),
        time: Duration::from_millis(milliseconds),
        own_time: Duration::from_millis(milliseconds),
    }
}

fn ticket(pool: &Pool) -> Ticket {
    pool.admit(CLIENT, 1).unwrap().pop().unwrap()
}

fn wait_for(stop: &StopHandle) {
    while !stop.is_stopped() {
        thread::sleep(Duration::from_millis(1));
    }
}

async fn until(condition: impl Fn() -> bool) {
    let happens = async {
        while !condition() {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(Duration::from_mins(5), happens).await.unwrap();
}

#[tokio::test]
async fn a_search_runs_on_its_own_thread() {
    let pool = pool(1, 0);
    let name = |_: &StopHandle| thread::current().name().map(str::to_owned);
    let result = ticket(&pool).run(order(100), name).await;
    assert_eq!(result.unwrap().as_deref(), Some("search"));
    assert_eq!((pool.running(), pool.waiting()), (0, 0));
}

#[tokio::test]
async fn what_exceeds_the_queue_is_refused() {
    let pool = pool(1, 2);
    let all = [1, 1, 1].map(|searches| pool.admit(CLIENT, searches).unwrap());
    let problem = pool.admit(CLIENT, 1).unwrap_err();
    assert!(format!("{problem:?}").contains("429"), "{problem:?}");
    drop(all);
    // A request for many searches is one in the queue.
    let all = [4, 2].map(|searches| pool.admit(CLIENT, searches).unwrap());
    assert_eq!((pool.running(), pool.waiting()), (1, 5));
    assert!(pool.admit(CLIENT, 1).is_err());
    drop(all);
    assert_eq!((pool.running(), pool.waiting()), (0, 0));
}

#[tokio::test]
async fn a_waiting_search_starts_when_a_place_is_free() {
    let pool = pool(1, 1);
    let (first, second) = (ticket(&pool), ticket(&pool));
    let (release, wait) = mpsc::channel::<()>();
    let first = tokio::spawn(first.run(order(5_000), move |_| wait.recv()));
    until(|| pool.running() == 1).await;
    let second = tokio::spawn(second.run(order(5_000), |_| 2));
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert_eq!((pool.running(), pool.waiting()), (1, 1));
    release.send(()).unwrap();
    assert!(first.await.unwrap().is_ok());
    assert_eq!(second.await.unwrap().unwrap(), 2);
}

#[tokio::test]
async fn a_search_is_stopped_when_nobody_waits_for_it() {
    let pool = pool(1, 0);
    let order = order(60_000);
    let running = ticket(&pool).run(order, wait_for);
    let running = tokio::spawn(running);
    until(|| pool.running() == 1).await;
    running.abort();
    until(|| pool.running() == 0).await;
}

#[tokio::test]
async fn a_search_is_stopped_after_its_time() {
    let pool = pool(1, 0);
    assert!(ticket(&pool).run(order(10), wait_for).await.is_ok());
}

#[tokio::test]
async fn a_search_that_is_longer_than_its_own_time_gives_way() {
    let pool = pool(1, 1);
    let long = Order {
        own_time: Duration::from_millis(10),
        ..order(60_000)
    };
    let long = tokio::spawn(ticket(&pool).run(long, wait_for));
    tokio::time::sleep(GRACE + Duration::from_millis(200)).await;
    assert_eq!(pool.running(), 1, "nobody else wants its place");
    let next = ticket(&pool).run(order(10), |_| 2).await;
    assert_eq!(next.unwrap(), 2);
    assert!(
        long.await.unwrap().is_ok(),
        "it ends with what it has found"
    );
}

// The clock of the test goes on when nothing else does, so nobody waits for the pauses.
#[tokio::test(start_paused = true)]
async fn a_search_that_does_not_stop_loses_its_place_until_it_does() {
    let pool = pool(1, 1);
    let (release, wait) = mpsc::channel::<()>();
    let stuck = ticket(&pool).run(order(10), move |_| wait.recv());
    let problem = format!("{:?}", stuck.await.unwrap_err());
    assert!(problem.contains("did not stop"), "{problem}");
    tokio::time::resume();
    assert_eq!(pool.running(), 0);
    assert_eq!(pool.metrics.lost_threads.get(), 1);
    let again = ticket(&pool).run(order(10), |_| ()).await;
    assert!(again.is_err(), "its strategy is refused");
    let other = Order {
        strategy: "other".to_owned(),
        ..order(10)
    };
    assert!(ticket(&pool).run(other, |_| ()).await.is_ok());
    drop(release);
    until(|| !pool.refused().contains("test")).await;
    let again = ticket(&pool).run(order(10), |_| ()).await;
    assert!(again.is_ok(), "it has stopped after all");
}

#[tokio::test]
async fn a_search_that_stops_late_is_not_blamed() {
    let pool = pool(1, 0);
    let late = |_: &StopHandle| thread::sleep(Duration::from_millis(2_500));
    assert!(ticket(&pool).run(order(10), late).await.is_ok());
    assert!(!pool.refused().contains("test"));
}

#[tokio::test]
async fn closing_stops_what_runs_and_refuses_the_rest() {
    let pool = pool(1, 1);
    let order = order(60_000);
    let (begins, began) = oneshot::channel();
    let running = ticket(&pool).run(order.clone(), |stop| {
        begins.send(()).unwrap();
        wait_for(stop);
    });
    let running = tokio::spawn(running);
    began.await.unwrap();
    let waiting = tokio::spawn(ticket(&pool).run(order, |_| ()));
    pool.close();
    assert!(
        running.await.unwrap().is_ok(),
        "it ends with what it has found"
    );
    assert!(waiting.await.unwrap().is_err());
    assert!(pool.admit(CLIENT, 1).is_err());
}

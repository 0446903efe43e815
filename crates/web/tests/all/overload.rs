//! More requests than the server has threads for.

use crate::client::{Answer, TestServer, read_answer};
use plywood_catalog::Catalog;
use plywood_search::Score;
use plywood_search::games::TicTacToe;
use serde_json::json;
use std::io::BufReader;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// The time in milliseconds of a search that is not stopped: longer than a test.
const LONG: u32 = 300_000;

/// Sends a request for a search and does not wait for the answer.
fn begin(server: &TestServer, milliseconds: u32) -> TcpStream {
    let body = json!({"limits": {"time_ms": milliseconds}});
    server.begin("/api/v1/best-move", &body)
}

fn end(stream: TcpStream) -> Answer {
    read_answer(&mut BufReader::new(stream))
}

#[test]
fn what_exceeds_threads_and_queue_is_refused_at_once() {
    let server = TestServer::with("--threads 1 --queue 2 --max-time 5m");
    let running = begin(&server, LONG);
    server.wait_for_searches(1, 0);
    let waiting = [begin(&server, 10), begin(&server, 10)];
    server.wait_for_searches(1, 2);
    let refused = end(begin(&server, 10));
    refused.problem(503);
    assert_eq!(server.searches(), (1, 2), "it waited for none of them");
    assert_eq!(refused.header("retry-after"), Some("1"));
    // Light requests are answered in the meantime.
    assert_eq!(
        server.post("/api/v1/play", &json!({"move": "e4"}))["side_to_move"],
        "black"
    );
    let file = server.post_text("/api/v1/pgn", "text/plain", "1. e4 *");
    assert_eq!(file.status, 200);
    assert_eq!(server.searches(), (1, 2), "none of them waited, either");
    let both = json!({"strategies": [{"strategy": "minimax"}, {"strategy": "negamax"}]});
    server.refused(503, "/api/v1/search", &both);
    drop(running);
    for stream in waiting {
        assert_eq!(end(stream).status, 200);
    }
    assert_eq!(server.searches(), (0, 0));
}

#[test]
fn a_waiting_client_that_leaves_gives_its_place_free() {
    let server = TestServer::with("--threads 1 --queue 1 --max-time 5m");
    let running = begin(&server, LONG);
    server.wait_for_searches(1, 0);
    let waiting = begin(&server, 10);
    server.wait_for_searches(1, 1);
    drop(waiting);
    server.wait_for_searches(1, 0);
    drop(running);
    server.wait_for_searches(0, 0);
}

#[test]
fn hundreds_of_clients_that_leave_cost_nothing_in_the_end() {
    let server = TestServer::with("--threads 2 --queue 8 --max-time 5m");
    for _ in 0..10 {
        let clients: Vec<TcpStream> = (0..40).map(|_| begin(&server, LONG)).collect();
        server.wait_for_searches(2, 8);
        drop(clients);
        server.wait_for_searches(0, 0);
    }
    while server.connections() > 1 {}
}

#[test]
fn many_slow_evaluations_take_few_threads_and_delay_no_move() {
    static RUNNING: AtomicUsize = AtomicUsize::new(0);
    static MOST: AtomicUsize = AtomicUsize::new(0);
    static MAY_END: AtomicBool = AtomicBool::new(false);
    let slow = |_: &TicTacToe| {
        MOST.fetch_max(RUNNING.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        while !MAY_END.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(1));
        }
        RUNNING.fetch_sub(1, Ordering::SeqCst);
        Score::DRAW
    };
    let game = Catalog::keyed("mine", TicTacToe::new()).evaluator("slow", "sleeps", slow);
    let server = TestServer::of(game, "--threads 1");
    let evaluations: Vec<TcpStream> = (0..200)
        .map(|_| server.begin("/api/v1/evaluate", &json!({"evaluators": ["slow"]})))
        .collect();
    while RUNNING.load(Ordering::SeqCst) == 0 {
        thread::sleep(Duration::from_millis(1));
    }
    for _ in 0..5 {
        server.post("/api/v1/play", &json!({"move": "b2"}));
    }
    // The moves did not wait for evaluations. Of these, the server refuses those that wait for seconds, on a slow machine.
    MAY_END.store(true, Ordering::SeqCst);
    for evaluation in evaluations {
        assert!([200, 503].contains(&end(evaluation).status));
    }
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let most = MOST.load(Ordering::SeqCst);
    assert!(most <= processors.max(4), "{most} threads");
}

//! More requests than the server has threads for, and more than it takes.

use crate::client::{Answer, TestServer, read_answer};
use plywood_catalog::Catalog;
use plywood_search::Score;
use plywood_search::games::TicTacToe;
use serde_json::json;
use std::io::BufReader;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
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
fn light_requests_and_files_do_not_wait_for_searches() {
    let server = TestServer::with("--threads 1 --max-time 5m");
    let _running = begin(&server, LONG);
    server.wait_for_searches(1);
    let _waiting = begin(&server, 10);
    let played = server.post("/api/v1/play", &json!({"move": "e4"}));
    assert_eq!(played["side_to_move"], "black");
    let file = server.post_text("/api/v1/pgn", "text/plain", "1. e4 *");
    assert_eq!(file.status, 200);
    assert_eq!(server.searches(), 1, "it still runs");
}

#[test]
fn what_exceeds_the_requests_is_refused_at_once() {
    let server = TestServer::with("--threads 1 --max-time 5m");
    let running = begin(&server, LONG);
    server.wait_for_searches(1);
    let waiting = server.fill(&json!({"limits": {"time_ms": 1}}));
    let refused = end(begin(&server, 10));
    refused.problem(503);
    assert_eq!(refused.header("retry-after"), Some("1"));
    let both = json!({"strategies": [{"strategy": "minimax"}, {"strategy": "negamax"}]});
    server.refused(503, "/api/v1/search", &both);
    assert_eq!(server.searches(), 1, "it waited for none of them");
    drop(running);
    let answers: Vec<u16> = waiting.into_iter().map(|it| end(it).status).collect();
    let answered = answers.iter().filter(|status| **status == 200).count();
    assert_eq!(answered, 63, "beside the one that ran: {answers:?}");
}

#[test]
fn waiting_clients_that_leave_give_their_places_free() {
    let server = TestServer::with("--threads 1 --max-time 5m");
    let _running = begin(&server, LONG);
    server.wait_for_searches(1);
    let waiting = server.fill(&json!({"limits": {"time_ms": 1}}));
    drop(waiting);
    server.wait_for_room();
    assert_eq!(server.searches(), 1);
}

#[test]
fn hundreds_of_clients_that_leave_cost_nothing_in_the_end() {
    let server = TestServer::with("--threads 2 --max-time 5m");
    for _ in 0..10 {
        let clients: Vec<TcpStream> = (0..40).map(|_| begin(&server, LONG)).collect();
        server.wait_for_searches(2);
        drop(clients);
        server.wait_for_searches(0);
    }
    assert_eq!(end(begin(&server, 10)).status, 200);
}

#[test]
fn slow_evaluations_delay_no_move() {
    static MAY_END: AtomicBool = AtomicBool::new(false);
    let (begun, has_begun) = channel();
    let slow = move |_: &TicTacToe| {
        begun.send(()).unwrap();
        while !MAY_END.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(1));
        }
        Score::DRAW
    };
    let game = Catalog::keyed("mine", TicTacToe::new()).evaluator("slow", "sleeps", slow);
    let server = TestServer::of(game, "--threads 1");
    let evaluations: Vec<TcpStream> = (0..40)
        .map(|_| server.begin("/api/v1/evaluate", &json!({"evaluators": ["slow"]})))
        .collect();
    has_begun.recv().unwrap();
    for _ in 0..5 {
        server.post("/api/v1/play", &json!({"move": "b2"}));
    }
    MAY_END.store(true, Ordering::SeqCst);
    for evaluation in evaluations {
        assert_eq!(end(evaluation).status, 200);
    }
}

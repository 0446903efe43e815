//! Requests and their answers, without a server.
#![expect(
    clippy::unwrap_used,
    reason = "a test fails where an answer is not what it expects"
)]

use plywood_catalog::{Catalog, Games as _};
use plywood_search::StopHandle;
use plywood_search::games::TicTacToe;
use plywood_service::{
    Event, Problem, ROUTES, Reply, Request, Service, ServiceLimits, Work, games,
};
use serde_json::{Value, json};
use std::cell::RefCell;

fn service() -> Service {
    Service::new(&games(), None, ServiceLimits::default()).unwrap()
}

/// Does what a request asks for.
fn asked(
    service: &Service,
    path: &str,
    body: &str,
    events: &dyn Fn(Event),
) -> Result<Reply, Problem> {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let route = ROUTES.iter().find(|route| route.path == path);
    let task = service.task(&Request {
        method: route.map_or("GET", |route| route.method),
        path,
        query,
        body: body.as_bytes(),
    })?;
    task.run(&StopHandle::new(), events)
}

fn answer(path: &str, body: &Value) -> Value {
    let reply = asked(&service(), path, &body.to_string(), &|_| {}).unwrap();
    serde_json::from_slice(&reply.json).unwrap()
}

fn refused(path: &str, body: &str) -> Value {
    let problem = asked(&service(), path, body, &|_| {}).unwrap_err();
    serde_json::to_value(problem).unwrap()
}

#[test]
fn a_search_reports_its_events_in_order_and_answers_with_the_comparison() {
    let body = json!({
        "game": "tic-tac-toe", "against": "minimax", "limits": {"depth": 4},
        "strategies": [{"strategy": "minimax"}, {"strategy": "deepening"}],
    });
    let events = RefCell::new(Vec::new());
    let keep = |event: Event| events.borrow_mut().push((event.name, event.data));
    let reply = asked(&service(), "/search", &body.to_string(), &keep).unwrap();
    let events = events.into_inner();
    let names: Vec<&str> = events.iter().map(|(name, _)| *name).collect();
    let names: Vec<&str> = names
        .into_iter()
        .filter(|name| *name != "progress")
        .collect();
    let expected = [
        "started",
        "result",
        "started",
        "iteration",
        "iteration",
        "iteration",
        "iteration",
        "result",
        "comparison",
        "done",
    ];
    assert_eq!(names, expected);
    let comparison: Value = serde_json::from_slice(&reply.json).unwrap();
    assert_eq!(comparison["rows"][1]["same_value"], true);
    assert_eq!(events[events.len() - 2].1, comparison.to_string());
    assert!(reply.nodes > 1_000);
}

#[test]
fn a_game_may_have_null_moves() {
    let nodes = [
        ("e4", None),
        ("e5", Some(0)),
        ("--", Some(1)),
        ("Nf6", Some(2)),
    ];
    let nodes = nodes.map(|(mv, parent)| json!({"parent": parent, "move": mv}));
    let game = answer("/game", &json!({ "nodes": nodes }));
    let passed = &game["nodes"][2];
    assert_eq!(
        (&passed["san"], &passed["changes"]),
        (&json!("--"), &json!({}))
    );
    assert!(
        passed["position"].as_str().unwrap().contains(" b "),
        "{passed}"
    );
    assert_eq!(game["nodes"][3]["san"], "Nf6");
    let checked = r#"{"position": "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "nodes": [{"parent": null, "move": "--"}]}"#;
    assert_eq!(
        refused("/game", checked)["field"],
        "nodes[0]",
        "nobody passes in check"
    );
}

#[test]
fn a_comparison_without_events_has_the_same_rows() {
    let body = json!({
        "game": "connect-four", "against": "minimax", "limits": {"depth": 3},
        "strategies": [{"strategy": "minimax"}, {"strategy": "pvs"}],
    });
    let compared = answer("/compare", &body);
    let watched = answer("/search", &body);
    for (row, watched) in [0, 1].map(|index| (&compared["rows"][index], &watched["rows"][index])) {
        for field in [
            "index",
            "is_reference",
            "fewer_nodes",
            "same_value",
            "same_move",
        ] {
            assert_eq!(row[field], watched[field], "{field}");
        }
    }
}

#[test]
fn requests_are_refused_with_the_field_that_is_wrong() {
    for (path, body, status, field) in [
        (
            "/best-move",
            r#"{"limits": {"depth": -1}}"#,
            400,
            json!("limits.depth"),
        ),
        (
            "/best-move",
            r#"{"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}"#,
            400,
            json!("fen"),
        ),
        ("/best-move", r#"{"moves": ["e5"]}"#, 422, json!("moves")),
        (
            "/best-move",
            r#"{"strategy": "pvs+nothing"}"#,
            422,
            json!("strategy"),
        ),
        (
            "/compare",
            r#"{"strategies": []}"#,
            422,
            json!("strategies"),
        ),
        ("/play", r#"{"move": "e5"}"#, 422, json!("move")),
        ("/evaluators?game=go", "", 400, json!("game")),
        ("/games?all=1", "", 400, Value::Null),
        ("/nothing", "", 404, Value::Null),
    ] {
        let problem = refused(path, body);
        assert_eq!(problem["status"], status, "{path} {body}: {problem}");
        assert_eq!(problem["field"], field, "{path} {body}: {problem}");
    }
}

#[test]
fn what_is_too_long_is_refused_whatever_it_says() {
    let limits = ServiceLimits::default().with_bytes(100, 200);
    let service = Service::new(&games(), None, limits).unwrap();
    let long = |path: &str, bytes: usize| {
        let problem = asked(&service, path, &" ".repeat(bytes), &|_| {});
        problem.map_or_else(|problem| problem.status(), |_| 200)
    };
    assert_eq!((long("/play", 101), long("/pgn", 201)), (413, 413));
    assert_eq!((long("/play", 100), long("/pgn", 200)), (400, 200));
    assert_eq!(long("/pgn?annotate=true", 101), 413);
}

#[test]
fn a_task_says_how_much_work_it_is() {
    let service = service();
    let work = |method, path, query, body: &str| {
        let body = body.as_bytes();
        let task = service.task(&Request {
            method,
            path,
            query,
            body,
        });
        task.unwrap().work()
    };
    assert_eq!(work("GET", "/games", "", ""), Work::Light);
    assert_eq!(work("POST", "/pgn", "", "1. e4 *"), Work::Light);
    let long = "1. e4 *\n\n".repeat(10_000);
    assert_eq!(work("POST", "/pgn", "", &long), Work::Heavy);
    let Work::Search(time) = work("POST", "/best-move", "", r#"{"limits": {"time_ms": 70}}"#)
    else {
        panic!("it is a search")
    };
    assert_eq!(time.as_millis(), 70);
}

#[test]
fn a_game_whose_code_panics_costs_one_request() {
    let broken = |_: &TicTacToe| panic!("it cannot count");
    let mine = Catalog::keyed("mine", TicTacToe::new()).evaluator("broken", "panics", broken);
    let service = Service::new(&games().and(mine), None, ServiceLimits::default()).unwrap();
    let ask = |path: &str, body: &str| asked(&service, path, body, &|_| {});
    let problem = ask("/evaluate", r#"{"game": "mine", "evaluators": ["broken"]}"#).unwrap_err();
    assert_eq!(problem.status(), 500);
    assert!(problem.to_string().contains("it cannot count"), "{problem}");
    let search =
        r#"{"game": "mine", "strategy": "minimax", "evaluator": "broken", "limits": {"depth": 2}}"#;
    let problem = ask("/best-move", search).unwrap_err();
    assert!(problem.to_string().contains("minimax failed"), "{problem}");
    assert!(ask("/legal-moves", r#"{"game": "mine"}"#).is_ok());
}

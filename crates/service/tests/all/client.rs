//! A service for one test, called as by a transport.

use plywood_catalog::Games;
use plywood_search::StopHandle;
use plywood_service::{Event, Problem, ROUTES, Request, Service, ServiceLimits, Task};
use serde_json::{Value, json};
use std::cell::RefCell;

/// A service with its games.
pub(crate) struct Client(pub(crate) Service);

/// An event's name and data.
pub(crate) type Told = (&'static str, Value);

impl Client {
    /// The games of the programs.
    pub(crate) fn start() -> Self {
        Self::of(&plywood_service::games(), ServiceLimits::default())
    }

    pub(crate) fn of(games: &impl Games, limits: ServiceLimits) -> Self {
        Self(Service::new(games, None, limits).unwrap())
    }

    /// Reads a request, whose path may have a query.
    pub(crate) fn task(&self, path: &str, body: &str) -> Result<Task, Problem> {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let route = ROUTES.iter().find(|route| route.path == path);
        self.0.task(&Request {
            method: route.map_or("GET", |route| route.method),
            path,
            query,
            body: body.as_bytes(),
        })
    }

    /// Does the work of a request.
    pub(crate) fn ask(&self, path: &str, body: &str) -> Result<Vec<u8>, Problem> {
        self.task(path, body)?.run(&StopHandle::new(), &|_| {})
    }

    pub(crate) fn get(&self, path: &str) -> Value {
        self.post_text(path, "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Value {
        self.post_text(path, &body.to_string())
    }

    pub(crate) fn post_text(&self, path: &str, body: &str) -> Value {
        let reply = self.ask(path, body);
        let reply = reply.unwrap_or_else(|problem| panic!("{path} {body:.200}: {problem}"));
        serde_json::from_slice(&reply).unwrap()
    }

    /// Expects an answer: `PATH BODY => FIELDS`, all of which the answer must have.
    pub(crate) fn check(&self, row: &str) {
        let (request, expected) = row.split_once(" => ").unwrap();
        let (path, body) = request.split_once(' ').unwrap();
        let expected = serde_json::from_str(expected).unwrap();
        assert_has(&self.post_text(path, body), &expected);
    }

    /// Expects a problem: `PATH BODY => STATUS FIELD: TEXT`, with the text in the detail or the hint.
    pub(crate) fn refuses(&self, row: &str) {
        let (request, refusal) = row.rsplit_once(" => ").unwrap();
        let (path, body) = request.split_once(' ').unwrap_or((request, ""));
        let (status, text) = refusal.split_once(':').unwrap();
        let (status, field) = status
            .split_once(' ')
            .map_or((status, None), |(status, field)| (status, Some(field)));
        let problem = self.ask(path, body).unwrap_err();
        let said = problem.to_string();
        assert!(
            said.contains(text.trim_start()) && said.len() < 10_000,
            "{row:.200}: {said}"
        );
        let problem = serde_json::to_value(problem).unwrap();
        assert_eq!(
            (&problem["status"].to_string(), &problem["field"]),
            (&status.to_owned(), &json!(field)),
            "{row:.200}"
        );
    }

    /// Watches a search. `progress`, which depends on the time, is left out.
    pub(crate) fn watch(&self, body: &Value) -> Vec<Told> {
        let told = RefCell::new(Vec::new());
        let keep = |Event { name, data }| {
            let data: Value = serde_json::from_str(&data).unwrap();
            told.borrow_mut().push((name, data));
        };
        let task = self.task("/search", &body.to_string()).unwrap();
        assert!(task.streams());
        task.run(&StopHandle::new(), &keep).unwrap();
        let told = told.into_inner().into_iter();
        told.filter(|(name, _)| *name != "progress").collect()
    }
}

/// Returns the events of this name.
pub(crate) fn named<'a>(told: &'a [Told], name: &str) -> Vec<&'a Value> {
    let mine = told.iter().filter(|(found, _)| *found == name);
    mine.map(|(_, data)| data).collect()
}

/// Expects every expected field, also inside others.
pub(crate) fn assert_has(found: &Value, expected: &Value) {
    match expected {
        Value::Object(fields) => {
            for (name, value) in fields {
                let inner = found.get(name);
                let inner = inner.unwrap_or_else(|| panic!("no {name} in {found}"));
                assert_has(inner, value);
            }
        }
        _ => assert_eq!(found, expected),
    }
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value
        .as_array()
        .unwrap_or_else(|| panic!("no list: {value}"))
}

/// The knights move out and back, one move after the other.
pub(crate) fn shuffle(moves: usize) -> Vec<&'static str> {
    let knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
    knights.into_iter().cycle().take(moves).collect()
}

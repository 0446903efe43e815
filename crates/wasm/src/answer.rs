//! [`answer`]: answers one request, from bytes to bytes.

use plywood_search::StopHandle;
use plywood_service::{Event, Problem, Request, Service};

/// Answers a request. Its first line is the method and the path with its query, such as `POST /best-move`; the rest is the body. `send`
/// receives each event by its name, and finally the `answer` or a `problem`, all as JSON.
pub fn answer(service: &Service, request: &[u8], stop: &StopHandle, send: &dyn Fn(&str, &[u8])) {
    let events = |event: Event| send(event.name, event.data.as_bytes());
    let task = service.task(&read(request));
    match task.and_then(|task| task.run(stop, &events)) {
        Ok(json) => send("answer", &json),
        Err(problem) => send("problem", &written(&problem)),
    }
}

fn read(request: &[u8]) -> Request<'_> {
    let line = request.iter().position(|byte| *byte == b'\n');
    let (head, body) = request.split_at(line.unwrap_or(request.len()));
    let head = str::from_utf8(head).unwrap_or_default();
    let (method, target) = head.split_once(' ').unwrap_or((head, ""));
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    Request {
        method,
        path,
        query,
        body: body.get(1..).unwrap_or_default(),
    }
}

fn written(problem: &Problem) -> Vec<u8> {
    serde_json::to_vec(problem).unwrap_or_default()
}

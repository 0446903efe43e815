//! What every request passes through: the checks of `Host` and `Origin`, the log, and the headers of every answer.

use crate::app::App;
use crate::book;
use crate::hosts::is_same_origin;
use crate::problem::Problem;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Instant;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Refuses requests that another site sent, or that address the server by a name that is not its own.
pub(crate) async fn check_origin(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    match refusal(&app, &request) {
        Some(problem) => problem.into_response(),
        None => next.run(request).await,
    }
}

fn refusal(app: &App, request: &Request) -> Option<Problem> {
    if request.headers().get_all(HOST).iter().count() > 1 {
        let detail = "the request names several hosts";
        return Some(Problem::new(StatusCode::BAD_REQUEST, detail).field("Host"));
    }
    let header = |name| request.headers().get(name).map(HeaderValue::as_bytes);
    let host = header(HOST)
        .and_then(|host| std::str::from_utf8(host).ok())
        .unwrap_or_default();
    if !app.hosts.accepts(host) {
        let detail = format!("the server has no host name {host:?}");
        let hint = "start it with --host NAME to allow this name";
        return Some(
            Problem::new(StatusCode::FORBIDDEN, detail)
                .field("Host")
                .hint(hint),
        );
    }
    let origin = header(ORIGIN)?;
    let origin = String::from_utf8_lossy(origin);
    if is_same_origin(&origin, host) {
        return None;
    }
    let detail = format!("a page of {origin:?} may not use this server");
    Some(Problem::new(StatusCode::FORBIDDEN, detail).field("Origin"))
}

/// Logs a request in one line, counts it, and adds the headers that every answer has.
pub(crate) async fn log_and_add_headers(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map(|path| path.as_str().to_owned());
    let mut response = app.memory.counted(next.run(request).await);
    let (status, elapsed) = (response.status().as_u16(), started.elapsed());
    let ms = format_args!("{:.1}", elapsed.as_secs_f64() * 1e3);
    tracing::info!(%method, path, status, %ms, "request");
    app.metrics
        .request(route.as_deref().unwrap_or("assets"), status, elapsed);
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    for (name, value) in book::headers(&path) {
        headers.insert(name, value);
    }
    if !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

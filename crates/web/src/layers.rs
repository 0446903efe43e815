//! The layers of every request: the checks of `Host` and `Origin`, and the headers of every answer.

use crate::hosts::Hosts;
use crate::refusal::Refusal;
use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderMap, HeaderName, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use plywood_service::Problem;
use std::sync::Arc;
use tower_http::csrf::{ProtectionError, ProtectionErrorKind};

/// The address of the book.
pub(crate) const BOOK: &str = "/book";

/// The policy for what a page may load, except the book's pages. The script with the hash and the Workers of blobs are those of the
/// frame in which a visitor's program is judged (`assets/js/judge/sandbox.js`); nothing else makes either.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' \
                                 'sha256-H5FIzFXp4cZdjgZKwafsaR9haKcYhoIWHkaKP3jDBGg='; worker-src 'self' blob:; \
                                 style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; \
                                 base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// mdBook writes scripts and styles into its pages, and the pages with steppers are in frames.
const BOOK_POLICY: &str = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; \
                           img-src 'self' data:; connect-src 'self'; font-src 'self'; frame-src 'self'; base-uri 'none'; \
                           form-action 'none'; frame-ancestors 'self'";

/// Refuses a request that addresses the server by a foreign name.
pub(crate) async fn check_host(
    State(names): State<Arc<Hosts>>,
    headers: HeaderMap,
    request: Request,
    next: Next,
) -> Response {
    let hosts: Vec<&HeaderValue> = headers.get_all(HOST).iter().collect();
    let problem = match hosts.as_slice() {
        [host] if names.accepts(host.to_str().unwrap_or_default()) => {
            return next.run(request).await;
        }
        [_, _, ..] => Problem::new(400, "the request names several hosts"),
        [] | [_] => {
            let detail = format!("the server has none of the host names {hosts:?}");
            let hint = "start it with --host NAME to allow this name";
            Problem::new(403, detail).hint(hint)
        }
    };
    Refusal::from(problem.field("Host")).into_response()
}

/// Answers a request sent by a page of another site.
#[expect(clippy::needless_pass_by_value, reason = "the layer hands it over")]
pub(crate) fn foreign(error: ProtectionError) -> Response {
    let header = match error.kind() {
        ProtectionErrorKind::CrossOriginRequest => "Sec-Fetch-Site",
        _ => "Origin",
    };
    let detail = "a page of another site may not use this server";
    let problem = Problem::new(403, detail);
    Refusal::from(problem.field(header)).into_response()
}

/// Adds the headers of every answer.
pub(crate) async fn add_headers(request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in protection(&path) {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let no_store = HeaderValue::from_static("no-store");
    headers.entry(CACHE_CONTROL).or_insert(no_store);
    response
}

/// Returns the headers that protect a page, and that let it share memory with its Workers.
fn protection(path: &str) -> [(HeaderName, &'static str); 7] {
    let is_book = path
        .strip_prefix(BOOK)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let (policy, frames) = if is_book {
        (BOOK_POLICY, "SAMEORIGIN")
    } else {
        (POLICY, "DENY")
    };
    let named = HeaderName::from_static;
    [
        (CONTENT_SECURITY_POLICY, policy),
        (X_FRAME_OPTIONS, frames),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (named("cross-origin-resource-policy"), "same-origin"),
        (named("cross-origin-opener-policy"), "same-origin"),
        (named("cross-origin-embedder-policy"), "require-corp"),
    ]
}

//! [`Refusal`]: a problem as the answer to a request.

use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use plywood_service::{PROBLEM_KIND, Problem};

/// Refuses a request with a reason.
#[derive(Debug)]
pub(crate) struct Refusal(Problem);

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Self(problem)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Self(problem) = self;
        let status = StatusCode::from_u16(problem.status()).unwrap_or(StatusCode::BAD_REQUEST);
        let mut response = (status, axum::Json(&problem)).into_response();
        let headers = response.headers_mut();
        let kind = HeaderValue::from_static(PROBLEM_KIND);
        headers.insert(CONTENT_TYPE, kind);
        if let Some(seconds) = problem.retries_after() {
            headers.insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}

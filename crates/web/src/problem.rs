//! [`Problem`]: why a request was refused.

use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// Why a request was refused, as RFC 9457 (problem details) writes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// Always `about:blank`: the status says what kind of problem it is.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The name of the status.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// The field of the request that is wrong, such as `limits.depth`.
    field: Option<String>,
    /// The reason.
    detail: String,
    /// What to do about it.
    hint: Option<String>,
    #[serde(skip)]
    retry_after: Option<u16>,
}

/// So much of a text is sent, which may repeat what is wrong in a long request.
const MOST_BYTES: usize = 4 << 10;

impl Problem {
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            field: None,
            detail: detail.into(),
            hint: None,
            retry_after: None,
        }
    }

    /// A value that has the right type and is wrong all the same.
    pub(crate) fn value(field: &str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, detail).field(field)
    }

    /// The server has too much to do just now.
    pub(crate) fn busy(detail: &str) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, detail).retry_after(5)
    }

    /// A strategy that breaks its promises.
    pub(crate) fn broken(detail: String) -> Self {
        let problem = Self::new(StatusCode::INTERNAL_SERVER_ERROR, detail).field("strategy");
        problem.hint("the strategy has an error; choose another one")
    }

    /// An address that the server does not have.
    pub(crate) fn nothing_at(path: &str) -> Self {
        let problem = Self::new(StatusCode::NOT_FOUND, format!("there is nothing at {path}"));
        problem.hint("the page is at / and the API is described at /docs")
    }

    /// A method that this address does not answer.
    pub(crate) fn wrong_method(method: &Method, path: &str) -> Self {
        let detail = format!("{path} does not answer {method}");
        Self::new(StatusCode::METHOD_NOT_ALLOWED, detail).hint("/docs lists the methods")
    }

    pub(crate) fn field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Whether one of these fields is wrong.
    pub(crate) fn is_of(&self, fields: &[&str]) -> bool {
        let field = self.field.as_deref();
        field.is_some_and(|field| fields.contains(&field))
    }

    /// The same with the field as a part of another one.
    pub(crate) fn inside(mut self, outer: &str) -> Self {
        let inner = self.field.map(|field| format!(".{field}"));
        self.field = Some(outer.to_owned() + &inner.unwrap_or_default());
        self
    }

    /// After how many seconds the same request may succeed.
    pub(crate) fn retry_after(mut self, seconds: u16) -> Self {
        self.retry_after = Some(seconds);
        self
    }
}

impl IntoResponse for Problem {
    fn into_response(mut self) -> Response {
        let texts = [
            Some(&mut self.detail),
            self.field.as_mut(),
            self.hint.as_mut(),
        ];
        for text in texts.into_iter().flatten() {
            text.truncate(text.floor_char_boundary(MOST_BYTES));
        }
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        let retry_after = self.retry_after;
        let mut response = (status, axum::Json(self)).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(CONTENT_TYPE, kind);
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::body::Body as _;

    #[test]
    fn a_problem_is_written_as_rfc_9457_says() {
        let problem = Problem::value("move", "there is no such move").hint("send e2e4");
        let json = serde_json::to_value(&problem).unwrap();
        let expected = serde_json::json!({
            "type": "about:blank", "title": "Unprocessable Entity", "status": 422,
            "field": "move", "detail": "there is no such move", "hint": "send e2e4",
        });
        assert_eq!(json, expected);
        let response = problem.retry_after(3).into_response();
        assert_eq!(
            response.headers()["content-type"],
            "application/problem+json"
        );
        assert_eq!(response.headers()["retry-after"], "3");
        let long = Problem::value(&"x".repeat(1 << 20), "♞".repeat(1 << 20));
        let length = long.into_response().body().size_hint().exact();
        assert!(length.is_some_and(|length| length < 10_000), "{length:?}");
    }
}

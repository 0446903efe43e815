//! [`Json`]: a request body that is read as JSON, with errors that name the field.

use crate::problem::Problem;
use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use serde::de::DeserializeOwned;
use std::time::Duration;
use tokio::time::timeout;

/// The longest request body.
pub(crate) const MOST_BYTES: usize = 64 << 10;
/// A body must have arrived after this time.
const PATIENCE: Duration = Duration::from_secs(10);

/// A request body that is read as JSON.
#[derive(Debug)]
pub(super) struct Json<T>(pub(super) T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Problem> {
        expect_type(&request, &["application/json"])?;
        let bytes = read(request).await?;
        let mut deserializer = serde_json::Deserializer::from_slice(&bytes);
        let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
            let path = error.path().to_string();
            // Where the text ends early, the last part of the path is unknown.
            let field = path.trim_end_matches('?').trim_end_matches('.').to_owned();
            let problem = Problem::new(StatusCode::BAD_REQUEST, error.into_inner().to_string())
                .hint("send the fields that /docs describes");
            if field.is_empty() {
                problem
            } else {
                problem.field(field)
            }
        })?;
        let after = deserializer.end();
        after.map_err(|error| Problem::new(StatusCode::BAD_REQUEST, error.to_string()))?;
        Ok(Self(value))
    }
}

/// Checks that the body is of one of these types.
pub(super) fn expect_type(request: &Request, types: &[&str]) -> Result<(), Problem> {
    let header = request
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let found = header
        .unwrap_or_default()
        .split(';')
        .next()
        .unwrap_or_default();
    if types
        .iter()
        .any(|expected| expected.eq_ignore_ascii_case(found.trim()))
    {
        return Ok(());
    }
    let detail = format!("the body has the content type {found:?}");
    let hint = format!("send the header Content-Type: {}", types[0]);
    Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail).hint(hint))
}

/// Reads a body up to the limits of size and time.
pub(super) async fn read(request: Request) -> Result<Bytes, Problem> {
    let length = request.headers().get(CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > MOST_BYTES as u64) {
        return Err(too_long());
    }
    let reading = timeout(PATIENCE, to_bytes(request.into_body(), MOST_BYTES));
    let read = reading.await.map_err(|_| {
        let detail = "the body did not arrive within ten seconds";
        Problem::new(StatusCode::REQUEST_TIMEOUT, detail)
    })?;
    read.map_err(|error| {
        if is_too_long(&error) {
            too_long()
        } else {
            Problem::new(StatusCode::BAD_REQUEST, "the body did not arrive whole")
        }
    })
}

fn too_long() -> Problem {
    let detail = format!("the body is longer than {MOST_BYTES} bytes");
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail)
}

fn is_too_long(error: &axum::Error) -> bool {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        if error.is::<http_body_util::LengthLimitError>() {
            return true;
        }
        cause = error.source();
    }
    false
}

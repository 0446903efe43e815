//! [`Json`]: a request body that is read as JSON, with errors that name the field.

use crate::problem::Problem;
use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use serde::de::DeserializeOwned;
use std::time::Duration;
use tokio::time::timeout;

/// The longest request body, unless a route takes longer ones.
pub(crate) const MOST_BYTES: usize = 64 << 10;
/// A body must have arrived after this time, and a long one some time later.
const PATIENCE: Duration = Duration::from_secs(10);
const BYTES_PER_SECOND: usize = 256 << 10;

/// What clients call a field at first, and what it is called.
const MISNAMED: [(&str, &str); 6] = [
    ("fen", "position"),
    ("depth", "limits.depth"),
    ("nodes", "limits.nodes"),
    ("time", "limits.time_ms"),
    ("time_ms", "limits.time_ms"),
    ("pgn", "moves"),
];

/// A request body that is read as JSON.
#[derive(Debug)]
pub(super) struct Json<T>(pub(super) T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Problem> {
        expect_type(&request, &["application/json"])?;
        let bytes = read(request, MOST_BYTES).await?;
        let mut deserializer = serde_json::Deserializer::from_slice(&bytes);
        let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
            let path = error.path().to_string();
            // Where the text ends early, the last part of the path is unknown.
            let field = path.trim_end_matches('?').trim_end_matches('.').to_owned();
            let detail = error.into_inner().to_string();
            let hint = meant(&detail).unwrap_or("send the fields that /docs describes".to_owned());
            let problem = Problem::new(StatusCode::BAD_REQUEST, detail).hint(hint);
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

/// What to send instead of an unknown field, if it is a usual mistake.
pub(super) fn meant(detail: &str) -> Option<String> {
    let (_, unknown) = detail.split_once("unknown field `")?;
    let known = |(wrong, _): &&(&str, &str)| unknown.starts_with(&format!("{wrong}`"));
    let (wrong, right) = MISNAMED.iter().find(known)?;
    Some(format!(
        "send it as {right:?} and not as {wrong:?}; /docs describes the fields"
    ))
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

/// Reads a body up to a limit of size, and to one of time.
pub(super) async fn read(request: Request, most: usize) -> Result<Bytes, Problem> {
    let length = length(&request).unwrap_or(most);
    if length > most {
        return Err(too_long(most));
    }
    let patience = PATIENCE + Duration::from_secs((length / BYTES_PER_SECOND) as u64);
    let reading = timeout(patience, to_bytes(request.into_body(), most));
    let read = reading.await.map_err(|_| {
        let detail = format!(
            "the body did not arrive within {} seconds",
            patience.as_secs()
        );
        Problem::new(StatusCode::REQUEST_TIMEOUT, detail)
    })?;
    read.map_err(|error| {
        if is_too_long(&error) {
            too_long(most)
        } else {
            Problem::new(StatusCode::BAD_REQUEST, "the body did not arrive whole")
        }
    })
}

/// How long a request says that its body is.
pub(super) fn length(request: &Request) -> Option<usize> {
    let length = request.headers().get(CONTENT_LENGTH)?;
    length.to_str().ok()?.parse().ok()
}

fn too_long(most: usize) -> Problem {
    let detail = format!("the body is longer than {most} bytes");
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

//! Who sends a request; and [`Json`], [`Query`] and [`read`]: what a request brings, with errors that name the field.

use crate::app::App;
use crate::beside::{Beside, Work};
use crate::connections::Client;
use crate::games::MOST_MOVES;
use crate::memory::{SMALL, Share};
use crate::problem::Problem;
use axum::extract::{self, FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use http_body_util::BodyExt;
use hyper::body::Body as _;
use serde::de::DeserializeOwned;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// A body must have arrived after this time, and a long one as long as it comes at this rate.
const PATIENCE: Duration = Duration::from_secs(10);
const BYTES_PER_SECOND: usize = 64 << 10;

/// The most that a whole game takes: as many moves as it may have, each with 64 bytes of JSON.
const GAME_BYTES: usize = MOST_MOVES * 64;

/// JSON of this length is parsed in less time than another thread takes to begin.
const SHORT: usize = 4 << 10;

/// What clients call a field at first, and what it is called.
const MISNAMED: [(&str, &str); 6] = [
    ("fen", "position"),
    ("depth", "limits.depth"),
    ("nodes", "limits.nodes"),
    ("time", "limits.time_ms"),
    ("time_ms", "limits.time_ms"),
    ("pgn", "moves"),
];

impl FromRequestParts<Arc<App>> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<Self>().cloned();
        let mut client = peer.expect("the server adds it to each request");
        client.address = app.proxies.client(client.address, &parts.headers);
        Ok(client)
    }
}

/// A request body that is read as JSON.
#[derive(Debug)]
pub(super) struct Json<T>(pub(super) T);

impl<T: DeserializeOwned + Send + 'static> FromRequest<Arc<App>> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        json(app, request, app.limits.body_bytes).await.map(Self)
    }
}

/// A request body with a whole game as JSON, which may be longer than others.
#[derive(Debug)]
pub(super) struct GameJson<T>(pub(super) T);

impl<T: DeserializeOwned + Send + 'static> FromRequest<Arc<App>> for GameJson<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        let most = app.limits.body_bytes.max(GAME_BYTES);
        json(app, request, most).await.map(Self)
    }
}

/// Reads a body of JSON of at most this length.
async fn json<T: DeserializeOwned + Send + 'static>(
    app: &Arc<App>,
    request: Request,
    most: usize,
) -> Result<T, Problem> {
    let (mut parts, body) = request.into_parts();
    let Ok(client) = Client::from_request_parts(&mut parts, app).await;
    let request = Request::from_parts(parts, body);
    let (beside, address) = (&app.beside, client.address);
    let share = app.memory.share(client);
    let (bytes, share) = read(share, request, &["application/json"], most).await?;
    parsed_where_it_fits(beside, address, bytes, share).await
}

/// Parses JSON here if it is short, and beside the threads that answer everyone if it is not; what is very long does not hold up moves.
async fn parsed_where_it_fits<T: DeserializeOwned + Send + 'static>(
    beside: &Beside,
    client: IpAddr,
    bytes: Vec<u8>,
    share: Share,
) -> Result<T, Problem> {
    if bytes.len() <= SHORT {
        return parsed(&bytes);
    }
    let kind = if bytes.len() <= SMALL {
        Work::Light
    } else {
        Work::Heavy
    };
    let parse = move || {
        let _until_it_is_parsed = share;
        parsed(&bytes)
    };
    beside.run(client, kind, parse).await
}

fn parsed<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = error.path().to_string();
        let problem = unreadable(error.into_inner().to_string());
        // Where the text ends early, the last part of the path is unknown.
        match path.trim_end_matches('?').trim_end_matches('.') {
            "" => problem,
            field => problem.field(field),
        }
    })?;
    let after = deserializer.end();
    after.map_err(|error| unreadable(error.to_string()))?;
    Ok(value)
}

/// The query of a request.
#[derive(Debug)]
pub(super) struct Query<T>(pub(super) T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        let query = extract::Query::try_from_uri(&parts.uri);
        let extract::Query(value) = query.map_err(|error| unreadable(error.body_text()))?;
        Ok(Self(value))
    }
}

/// A request that does not have the fields of its route; where it is a usual mistake, with what is meant.
fn unreadable(detail: String) -> Problem {
    let whole = "expected a whole number of at least 0";
    let detail = ["u16", "u32", "u64", "usize"]
        .iter()
        .fold(detail, |detail, kind| {
            detail.replace(&format!("expected {kind}"), whole)
        });
    let unknown = detail.split_once("unknown field `");
    let meant = unknown.and_then(|(_, unknown)| {
        let (unknown, _) = unknown.split_once('`')?;
        MISNAMED.iter().find(|(wrong, _)| *wrong == unknown)
    });
    let hint = match meant {
        Some((wrong, right)) => {
            format!("send it as {right:?} and not as {wrong:?}; /docs describes the fields")
        }
        None => "send the fields that /docs describes".to_owned(),
    };
    Problem::new(StatusCode::BAD_REQUEST, detail).hint(hint)
}

/// Reads a body of one of these types as it arrives. It holds its share of the memory, and must neither be too long nor too slow: the
/// layers of tower bound its length and the pause between two parts, but neither the rate nor what all bodies take together.
pub(super) async fn read(
    mut share: Share,
    request: Request,
    types: &[&str],
    most: usize,
) -> Result<(Vec<u8>, Share), Problem> {
    expect_type(&request, types)?;
    let most = most.min(share.of_all());
    let too_long = || {
        let detail = format!("the body is longer than {most} bytes");
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail)
    };
    let mut body = request.into_body();
    if body.size_hint().lower() > most as u64 {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    let until = Instant::now() + PATIENCE;
    loop {
        let length: usize = bytes.len();
        let more = Duration::from_secs((length / BYTES_PER_SECOND) as u64);
        let frame = timeout_at(until + more, body.frame()).await.map_err(|_| {
            let detail = format!("{length} bytes arrived, and the rest did not in time");
            Problem::new(StatusCode::REQUEST_TIMEOUT, detail)
        })?;
        let Some(frame) = frame else {
            return Ok((bytes, share));
        };
        let frame = frame
            .map_err(|_| Problem::new(StatusCode::BAD_REQUEST, "the body did not arrive whole"))?;
        let data = frame.into_data().unwrap_or_default();
        let needed = length + data.len();
        if needed > most {
            return Err(too_long());
        }
        if needed > bytes.capacity() {
            let room = needed.max(2 * bytes.capacity()).min(most);
            share.hold(room)?;
            bytes.reserve_exact(room - length);
        }
        bytes.extend_from_slice(&data);
    }
}

/// Checks that the body is of one of these types.
fn expect_type(request: &Request, types: &[&str]) -> Result<(), Problem> {
    let header = request.headers().get(CONTENT_TYPE);
    let header = header
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let found = header.split(';').next().unwrap_or_default();
    let is_found = |expected: &&str| expected.eq_ignore_ascii_case(found.trim());
    if types.iter().any(is_found) {
        return Ok(());
    }
    let detail = format!("the body has the content type {found:?}");
    let hint = format!("send the header Content-Type: {}", types[0]);
    Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail).hint(hint))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Memory;
    use serde::de::{Deserialize, Deserializer, IgnoredAny};
    use std::thread::{self, ThreadId};

    /// The thread that has parsed it.
    struct Parser(ThreadId);

    impl<'de> Deserialize<'de> for Parser {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            IgnoredAny::deserialize(deserializer)?;
            Ok(Self(thread::current().id()))
        }
    }

    #[tokio::test]
    async fn what_is_long_is_parsed_beside_the_threads_that_answer() {
        let (beside, memory) = (Beside::with_threads(1), Memory::with_bytes(1 << 20));
        let client = Client {
            address: [127, 0, 0, 1].into(),
            connection: Arc::default(),
            encodings: Vec::new(),
        };
        for length in [10, SHORT, SHORT + 1, SMALL, SMALL + 1] {
            let text = format!("\"{}\"", "x".repeat(length - 2)).into_bytes();
            let share = memory.share(client.clone());
            let parser = parsed_where_it_fits(&beside, client.address, text, share).await;
            let is_here = parser.is_ok_and(|Parser(thread)| thread == thread::current().id());
            assert_eq!(is_here, length <= SHORT, "{length}");
        }
    }
}

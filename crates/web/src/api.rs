//! The API: each request becomes a task of the service, which runs on one of its threads.

use crate::app::App;
use crate::log::{LogLevel, log};
use crate::memory::Held;
use crate::refusal::Refusal;
use crate::status;
use axum::Router;
use axum::body::{Body as HttpBody, Bytes};
use axum::extract::{Request, State};
use axum::http::Uri;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, get, on};
use http_body_util::BodyExt as _;
use hyper::body::{Body as _, SizeHint};
use plywood_search::StopHandle;
use plywood_service::{
    BASE, Body, Event, Problem, ROUTES, Reply, Request as Question, Route, Task, Work,
};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::channel;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::timeout;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::OpenApi;

/// The time within which a body must arrive.
const BODY_PATIENCE: Duration = Duration::from_secs(30);
/// The factor by which JSON grows: each move of a few bytes is answered with its position and the data to draw it.
const WRITTEN: usize = 100;
/// A text of games is copied once; its answer is at most as long, and takes that much again while it grows; the tree of a game takes up to
/// sixty times as much as its text, of which a MiB is read.
const COPIES: usize = 5;
const TREE: usize = 60;
const MOST_OF_A_GAME: usize = 1 << 20;
/// The number of events that may wait for a client: twice those of the iterations of four searches.
const EVENTS: usize = 1_024;

/// Returns the description of the API.
pub(crate) fn description() -> utoipa::openapi::OpenApi {
    let mut api = plywood_service::description();
    api.merge(status::Described::openapi());
    Head::openapi().nest(BASE, api)
}

/// The head of the description.
#[derive(OpenApi)]
#[openapi(info(
    title = "plywood",
    description = "Plays, compares and explains search strategies for chess and small games. Positions are written as a \
                   start and the moves since then. Errors are problem details (RFC 9457) with the field, the reason and \
                   a hint."
))]
struct Head;

/// Returns the routes of the API.
pub(crate) fn router() -> Router<Arc<App>> {
    let api = Router::new()
        .route("/health", get(status::health))
        .route("/metrics", get(status::metrics));
    let api = ROUTES.iter().fold(api, |api, route| {
        let method = if route.method == "GET" {
            MethodFilter::GET
        } else {
            MethodFilter::POST
        };
        let answer =
            move |State(app): State<Arc<App>>, request: Request| answer(app, route, request);
        api.route(route.path, on(method, answer))
    });
    Router::new().nest(BASE, api)
}

/// Answers with the service's answer.
async fn answer(
    app: Arc<App>,
    route: &'static Route,
    request: Request,
) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    check_type(&head, route)?;
    let most = app.service.most_bytes(route.body);
    let needed = needed_for(route, &body.size_hint(), most)?;
    let memory = app.memory.hold(needed).await?;
    let bytes = read(body, most).await?;
    let reply = match begin(&app, &head.uri, route, bytes).await? {
        Begun::Done(reply) => reply,
        Begun::Task(task) if task.streams() => return Ok(stream(&app, task)?.into_response()),
        Begun::Task(task) => app.pool.admit(task.work())?.run(task, |_| {}).await?,
    };
    app.metrics.nodes.add(reply.nodes);
    let json = Counted {
        memory: app.memory.resize(memory, reply.json.len())?,
        json: reply.json,
    };
    let kind = [(CONTENT_TYPE, "application/json")];
    Ok((kind, Bytes::from_owner(json)).into_response())
}

/// An answer that holds its memory until all of it is sent.
struct Counted {
    json: Vec<u8>,
    #[expect(dead_code, reason = "it is held")]
    memory: Held,
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.json
    }
}

/// A parsed request; light work has already been done.
enum Begun {
    Done(Reply),
    Task(Task),
}

/// Reads a request outside the threads that serve all connections.
async fn begin(
    app: &Arc<App>,
    uri: &Uri,
    route: &'static Route,
    body: Vec<u8>,
) -> Result<Begun, Problem> {
    let (app, query) = (Arc::clone(app), uri.query().unwrap_or_default().to_owned());
    let turn = Arc::clone(&app.pool.light).acquire_owned().await;
    let begin = move || {
        let _turn = turn;
        let task = app.service.task(&Question {
            method: route.method,
            path: route.path,
            query: &query,
            body: &body,
        })?;
        if task.work() == Work::Light {
            return Ok(Begun::Done(task.run(&StopHandle::new(), &|_| {})?));
        }
        Ok(Begun::Task(task))
    };
    // It is never cancelled, and the service has caught panics.
    let begun = spawn_blocking(begin).await;
    begun.unwrap_or_else(|error| Err(Problem::new(500, error.to_string())))
}

/// Searches and sends the events. When the connection is closed the stream is dropped, and the search with it.
fn stream(app: &Arc<App>, task: Task) -> Result<impl IntoResponse + use<>, Problem> {
    let ticket = app.pool.admit(task.work())?;
    let (sender, events) = channel::<Event>(EVENTS);
    // The stream ends with the search, even if its thread does not.
    let search_sender = sender.downgrade();
    let app = Arc::clone(app);
    let mut search = JoinSet::new();
    search.spawn(async move {
        let send = move |event: Event| {
            let Some(sender) = search_sender.upgrade() else {
                return;
            };
            // A search waits for no client: one that reads slowly gets less of `progress`, which never ends.
            if event.name != "progress" || sender.capacity() > EVENTS / 2 {
                drop(sender.try_send(event));
            }
        };
        match ticket.run(task, send).await {
            Ok(reply) => app.metrics.nodes.add(reply.nodes),
            Err(problem) => log(LogLevel::Error, format_args!("a search failed: {problem}")),
        }
        drop(sender);
    });
    let events = ReceiverStream::new(events).map(move |Event { name, data }| {
        let _search = &search;
        Ok::<_, Infallible>(sse::Event::default().event(name).data(data))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// Reads a body, which must be neither too long nor too slow.
async fn read(mut body: HttpBody, most: usize) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::with_capacity(length(&body.size_hint(), most));
    let whole = async {
        while let Some(frame) = body.frame().await {
            let broken = |_| Problem::new(400, "the body did not arrive whole");
            let data = frame.map_err(broken)?.into_data().unwrap_or_default();
            if bytes.len() + data.len() > most {
                return Err(Problem::too_long(most));
            }
            bytes.extend_from_slice(&data);
        }
        Ok(bytes)
    };
    let late = || Problem::new(408, "the body did not arrive in time");
    let whole = timeout(BODY_PATIENCE, whole).await;
    whole.unwrap_or_else(|_| Err(late()))
}

/// Checks that a body has the type that its route takes.
fn check_type(head: &Parts, route: &Route) -> Result<(), Problem> {
    let types: &[&str] = match route.body {
        Body::None => return Ok(()),
        Body::Json | Body::Game => &["application/json"],
        Body::Pgn => &["application/x-chess-pgn", "text/plain"],
        Body::Tree => &["application/jsonl", "application/x-ndjson", "text/plain"],
    };
    let header = head.headers.get(CONTENT_TYPE);
    let header = header.and_then(|value| value.to_str().ok());
    let found = header.unwrap_or_default().split(';').next();
    let found = found.unwrap_or_default().trim();
    if types.iter().any(|kind| kind.eq_ignore_ascii_case(found)) {
        return Ok(());
    }
    let detail = format!("the body has the content type {found:?}");
    let hint = format!("send the header Content-Type: {}", types[0]);
    Err(Problem::new(415, detail).hint(hint))
}

/// Returns the memory for a body and everything made from it.
fn needed_for(route: &Route, sizes: &SizeHint, most: usize) -> Result<usize, Problem> {
    if sizes.lower() > most as u64 {
        return Err(Problem::too_long(most));
    }
    let length = length(sizes, most);
    Ok(match route.body {
        Body::None => 0,
        Body::Json | Body::Game => WRITTEN * length,
        Body::Pgn => COPIES * length + TREE * length.min(MOST_OF_A_GAME),
        // Only some nodes of the text are kept.
        Body::Tree => COPIES * length,
    })
}

/// Returns the longest text of games that this much memory has room for.
pub(crate) fn longest_text(memory: usize) -> usize {
    let without_tree = memory.saturating_sub(TREE * MOST_OF_A_GAME) / COPIES;
    without_tree.max(memory / (COPIES + TREE))
}

/// Returns the length of a body; the most it may have if it does not declare it.
fn length(sizes: &SizeHint, most: usize) -> usize {
    let length = sizes
        .upper()
        .and_then(|length| usize::try_from(length).ok());
    length.unwrap_or(most).min(most)
}

//! The API: each request becomes a task of the service, which is done on one of its threads.

use crate::app::App;
use crate::memory::Held;
use crate::refusal::Refusal;
use crate::status;
use axum::Router;
use axum::body::{Body as HttpBody, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::Uri;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, get, on};
use http_body_util::LengthLimitError;
use hyper::body::{Body as _, SizeHint};
use plywood_search::StopHandle;
use plywood_service::{
    BASE, Body, Event, Problem, ROUTES, Reply, Request as Question, Route, Task, Work,
};
use std::convert::Infallible;
use std::error::Error;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::channel;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::timeout;
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{StreamExt, iter};
use utoipa::OpenApi;

/// A body must have arrived after this time.
const BODY_PATIENCE: Duration = Duration::from_secs(30);
/// A text of games is copied once, and the tree of a game takes up to sixty times as much as its text, of which a MiB is read.
const COPIES: usize = 2;
const TREE: usize = 60;
const MOST_OF_A_GAME: usize = 1 << 20;
/// So many events wait for a client. One that reads slowly gets less of `progress`, of which there is no end.
const EVENTS: usize = 64;

/// The description of everything that can be asked.
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

/// The routes of the API.
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

/// Answers what the service answers.
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
    let task = begin(&app, &head.uri, route, bytes);
    let answered = match task.await? {
        Begun::Done(answer) => answer,
        Begun::Task(task) if task.streams() => return Ok(stream(&app, task)?.into_response()),
        Begun::Task(task) => {
            let ticket = app.pool.admit(task.work())?;
            ticket.run(task, |_| {}).await?
        }
    };
    app.metrics.nodes.add(answered.nodes);
    drop(memory);
    let memory = app.memory.hold(answered.json.len()).await?;
    Ok(written(answered.json, memory))
}

/// A request that was read; light work is done already.
enum Begun {
    Done(Reply),
    Task(Task),
}

/// Reads a request beside the threads that answer everyone.
async fn begin(
    app: &Arc<App>,
    uri: &Uri,
    route: &'static Route,
    body: Vec<u8>,
) -> Result<Begun, Problem> {
    let (app, query) = (Arc::clone(app), uri.query().unwrap_or_default().to_owned());
    let begin = move || {
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
    blocking(begin).await
}

/// Does work on another thread. A panic goes on here.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    // Nobody cancels it, so it can only have panicked.
    let done = spawn_blocking(work).await;
    done.unwrap_or_else(|error| resume_unwind(error.into_panic()))
}

/// Searches and sends the events. When the connection is closed the stream is dropped, and with it the search.
fn stream(app: &Arc<App>, task: Task) -> Result<impl IntoResponse + use<>, Problem> {
    let ticket = app.pool.admit(task.work())?;
    let (sender, events) = channel::<Event>(EVENTS);
    let app = Arc::clone(app);
    let mut search = JoinSet::new();
    search.spawn(async move {
        let send = move |event: Event| {
            // Nobody receives it any more if the client has gone.
            if event.name == "progress" {
                drop(sender.try_send(event));
            } else {
                drop(sender.blocking_send(event));
            }
        };
        match ticket.run(task, send).await {
            Ok(reply) => app.metrics.nodes.add(reply.nodes),
            Err(problem) => tracing::error!(%problem, "a search failed"),
        }
    });
    let events = ReceiverStream::new(events).map(move |Event { name, data }| {
        let _search = &search;
        Ok::<_, Infallible>(sse::Event::default().event(name).data(data))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// An answer, which holds its memory until it is sent.
fn written(json: Vec<u8>, memory: Option<Held>) -> Response {
    let kind = [(CONTENT_TYPE, "application/json")];
    let Some(memory) = memory else {
        return (kind, json).into_response();
    };
    let whole = iter([Bytes::from(json)]).map(move |bytes| {
        let _memory = &memory;
        Ok::<_, Infallible>(bytes)
    });
    (kind, HttpBody::from_stream(whole)).into_response()
}

/// Reads a body, which must neither be too long nor too slow.
async fn read(body: HttpBody, most: usize) -> Result<Vec<u8>, Problem> {
    let whole = timeout(BODY_PATIENCE, to_bytes(body, most)).await;
    let whole = whole.map_err(|_| Problem::new(408, "the body did not arrive in time"))?;
    whole.map(Vec::from).map_err(|error| {
        let is_too_long = error
            .source()
            .is_some_and(<dyn Error>::is::<LengthLimitError>);
        if is_too_long {
            Problem::too_long(most)
        } else {
            Problem::new(400, "the body did not arrive whole")
        }
    })
}

/// Checks that a body is of the type that its route takes.
fn check_type(head: &Parts, route: &Route) -> Result<(), Problem> {
    let types: &[&str] = match route.body {
        Body::None => return Ok(()),
        Body::Json | Body::Game => &["application/json"],
        Body::Pgn => &["application/x-chess-pgn", "text/plain"],
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

/// How much memory a body takes with what becomes of it.
fn needed_for(route: &Route, sizes: &SizeHint, most: usize) -> Result<usize, Problem> {
    if sizes.lower() > most as u64 {
        return Err(Problem::too_long(most));
    }
    let length = sizes
        .upper()
        .and_then(|length| usize::try_from(length).ok());
    let length = length.unwrap_or(most).min(most);
    let is_text = route.body == Body::Pgn;
    let game = if is_text {
        length.min(MOST_OF_A_GAME)
    } else {
        0
    };
    Ok(COPIES * length + TREE * game)
}

//! The API: each request becomes a task of the service, which runs on one of the server's threads.

use crate::app::App;
use crate::pool::Turn;
use crate::refusal::Refusal;
use crate::status;
use axum::body::{Bytes, HttpBody as _};
use axum::error_handling::HandleErrorLayer;
use axum::extract::{DefaultBodyLimit, FromRequest as _, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, get, on};
use axum::{BoxError, Router};
use futures_util::stream::unfold;
use plywood_console::output::complain;
use plywood_service::{BASE, Event, Problem, ROUTES, Request as Question, Route, Task};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::unbounded_channel;
use tokio::task::{JoinSet, spawn_blocking};
use tower::ServiceBuilder;
use tower::limit::GlobalConcurrencyLimitLayer;
use tower::load_shed::error::Overloaded;
use utoipa::OpenApi;

/// The requests that are read, wait for a thread or are answered at once; a live search no longer counts once it has begun.
const REQUESTS: usize = 64;
/// The time for reading a request and waiting for a thread, beside four searches.
const PATIENCE: Duration = Duration::from_secs(30);

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
pub(crate) fn router(app: &App) -> Router<Arc<App>> {
    let api = ROUTES.iter().fold(Router::new(), |api, route| {
        let method = if route.method == "GET" {
            MethodFilter::GET
        } else {
            MethodFilter::POST
        };
        let answer =
            move |State(app): State<Arc<App>>, request: Request| answer(app, route, request);
        api.route(route.path, on(method, answer))
    });
    let time = 4 * app.service.limits().time + PATIENCE;
    let limits = ServiceBuilder::new()
        .layer(HandleErrorLayer::new(overdue))
        .load_shed()
        .layer(GlobalConcurrencyLimitLayer::new(REQUESTS))
        .timeout(time);
    let api = api.layer(limits).route("/health", get(status::health));
    Router::new().nest(BASE, api)
}

/// Answers a request that a limit has ended.
async fn overdue(error: BoxError) -> Refusal {
    Refusal::from(if error.is::<Overloaded>() {
        Problem::busy("the server has too many requests").retry_after(1)
    } else {
        let problem = Problem::busy("the answer did not come in time");
        problem.hint("the threads are busy, or the strategy does not stop")
    })
}

/// Answers with the service's answer.
async fn answer(
    app: Arc<App>,
    route: &'static Route,
    request: Request,
) -> Result<Response, Refusal> {
    let uri = request.uri().clone();
    let body = read(request, app.service.most_bytes(route.body)).await?;
    let reading = Arc::clone(&app);
    let read = move || {
        reading.service.task(&Question {
            method: route.method,
            path: route.path,
            query: uri.query().unwrap_or_default(),
            body: &body,
        })
    };
    // It is never cancelled, and the service has caught panics.
    let task = spawn_blocking(read).await;
    let task = task.unwrap_or_else(|error| Err(Problem::new(500, error.to_string())))?;
    let turn = app.pool.turn(task.search_time()).await;
    if task.streams() {
        return Ok(stream(turn, task).into_response());
    }
    let json = turn.run(task, |_| {}).await?;
    Ok(([(CONTENT_TYPE, "application/json")], json).into_response())
}

/// Searches and sends the events. When the connection is closed the stream is dropped, and the search with it.
fn stream(turn: Turn, task: Task) -> impl IntoResponse {
    // A search waits for no client, and has ten events a second for its time.
    let (sender, events) = unbounded_channel::<Event>();
    let send = move |event| drop(sender.send(event));
    let mut search = JoinSet::new();
    search.spawn(async {
        if let Err(problem) = turn.run(task, send).await {
            complain(&format!("plywood-web: a search failed: {problem}"));
        }
    });
    let events = unfold((events, search), async |(mut events, search)| {
        let Event { name, data } = events.recv().await?;
        let event = sse::Event::default().event(name).data(data);
        Some((Ok::<_, Infallible>(event), (events, search)))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

/// Reads a body, which must not be too long.
async fn read(mut request: Request, most: usize) -> Result<Bytes, Problem> {
    if request.body().size_hint().lower() > most as u64 {
        return Err(Problem::too_long(most));
    }
    DefaultBodyLimit::max(most).apply(&mut request);
    let bytes = Bytes::from_request(request, &()).await;
    bytes.map_err(|error| match error.status().as_u16() {
        413 => Problem::too_long(most),
        _ => Problem::new(400, "the body did not arrive whole"),
    })
}

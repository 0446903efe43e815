//! The health of the server, and its load.

use crate::app::App;
use axum::Json;
use axum::extract::State;
use plywood_service::Problem;
use serde::Serialize;
use std::sync::Arc;
use utoipa::{OpenApi, ToSchema};

/// The server's own description.
#[derive(OpenApi)]
#[openapi(paths(health, metrics))]
pub(crate) struct Described;

/// The state of the server.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    #[schema(example = "ok")]
    status: &'static str,
    version: &'static str,
    /// True if the book is at `/book/`.
    book: bool,
    searches: SearchesData,
    limits: HighestLimits,
}

/// The searches.
#[derive(Debug, Serialize, ToSchema)]
struct SearchesData {
    running: usize,
    waiting: usize,
    /// The number that can run at once.
    threads: usize,
    /// The number of requests for them that can wait.
    queue: usize,
}

/// The highest limits that a request can set.
#[derive(Debug, Serialize, ToSchema)]
struct HighestLimits {
    depth: u32,
    nodes: u64,
    time_ms: u128,
    /// The time of the only search of `/search`.
    live_ms: u128,
    tree_nodes: usize,
    body_bytes: usize,
    pgn_bytes: usize,
}

/// Returns the health of the server, the number of running searches, and its limits.
#[utoipa::path(get, path = "/health", tag = "server", responses((status = 200, body = Health),
    (status = 403, body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn health(State(app): State<Arc<App>>) -> Json<Health> {
    let size = app.pool.size;
    Json(Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        book: app.has_book,
        searches: SearchesData {
            running: app.pool.running(),
            waiting: app.pool.waiting(),
            threads: size.threads,
            queue: size.queue,
        },
        limits: HighestLimits {
            depth: app.service.limits().depth,
            nodes: app.service.limits().nodes,
            time_ms: app.service.limits().time.as_millis(),
            live_ms: app.service.limits().live().time.as_millis(),
            tree_nodes: app.service.limits().tree_nodes,
            body_bytes: app.service.limits().body_bytes,
            pgn_bytes: app.service.limits().pgn_bytes,
        },
    })
}

/// Returns counts of the server's work, in the text format of Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "server",
    responses(
    (status = 200, description = "The counts", content_type = "text/plain", body = String),
    (status = 403, body = Problem, content_type = "application/problem+json")))]
pub(crate) async fn metrics(State(app): State<Arc<App>>) -> String {
    let (running, waiting) = (app.pool.running(), app.pool.waiting());
    let open = app.most_connections - app.connections.available_permits();
    app.metrics.to_text(&[
        ("searches_running", running),
        ("searches_waiting", waiting),
        ("connections_open", open),
    ])
}

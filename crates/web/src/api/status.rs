//! Whether the server works, and how busy it is.

use crate::app::App;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// How the server is.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Health {
    #[schema(example = "ok")]
    status: &'static str,
    version: &'static str,
    /// Whether the book is at `/book/`.
    book: bool,
    searches: SearchesData,
    limits: HighestLimits,
}

/// The searches.
#[derive(Debug, Serialize, ToSchema)]
struct SearchesData {
    running: usize,
    waiting: usize,
    /// How many can run at once.
    threads: usize,
    /// How many requests for them can wait.
    queue: usize,
}

/// The highest limits a request can set.
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

/// Whether the server is well, how many searches run, and what it allows.
#[utoipa::path(get, path = "/health", tag = "server", responses((status = 200, body = Health)))]
pub(super) async fn health(State(app): State<Arc<App>>) -> Json<Health> {
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
            depth: app.limits.depth,
            nodes: app.limits.nodes,
            time_ms: app.limits.time.as_millis(),
            live_ms: app.limits.live().time.as_millis(),
            tree_nodes: app.limits.tree_nodes,
            body_bytes: app.limits.body_bytes,
            pgn_bytes: app.limits.pgn_bytes,
        },
    })
}

/// Counts of what the server did, in the text format of Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "server",
    responses((status = 200, description = "The counts", content_type = "text/plain", body = String)))]
pub(super) async fn metrics(State(app): State<Arc<App>>) -> String {
    let (running, waiting) = (app.pool.running(), app.pool.waiting());
    let open = app.connections.count();
    app.metrics.to_text(&[
        ("searches_running", "searches that run now", running),
        ("searches_waiting", "searches in the queue", waiting),
        ("connections_open", "open connections", open),
    ])
}

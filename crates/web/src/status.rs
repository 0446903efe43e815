//! The health of the server, and its limits.

use crate::app::App;
use axum::Json;
use axum::extract::State;
use plywood_service::Problem;
use serde::Serialize;
use std::sync::Arc;
use utoipa::{OpenApi, ToSchema};

/// The server's own description.
#[derive(OpenApi)]
#[openapi(paths(health))]
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
    /// The number that can run at once.
    threads: usize,
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
    let limits = app.service.limits();
    Json(Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        book: app.has_book,
        searches: SearchesData {
            running: app.pool.running(),
            threads: app.pool.threads,
        },
        limits: HighestLimits {
            depth: limits.depth,
            nodes: limits.nodes,
            time_ms: limits.time.as_millis(),
            live_ms: limits.live().time.as_millis(),
            tree_nodes: limits.tree_nodes,
            body_bytes: limits.body_bytes,
            pgn_bytes: limits.pgn_bytes,
        },
    })
}

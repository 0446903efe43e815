//! [`App`]: what all requests share; and [`apart`], for work that is not for the threads that answer everyone.

use crate::assets::Assets;
use crate::connections::Connections;
use crate::hosts::Hosts;
use crate::limits::ServerLimits;
use crate::memory::Memory;
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::problem::Problem;
use crate::served::ServedGames;
use axum::Json;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::panic::resume_unwind;
use std::sync::Arc;
use tokio::task::spawn_blocking;

/// What all requests share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) pool: Pool,
    pub(crate) limits: ServerLimits,
    pub(crate) games: ServedGames,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) hosts: Hosts,
    pub(crate) assets: Assets,
    pub(crate) connections: Arc<Connections>,
    pub(crate) memory: Memory,
}

/// Does work that may take long, or that is anybody's own code, on another thread than those that answer everyone; and writes the
/// answer there, too.
pub(crate) async fn apart<T: Serialize>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let done = spawn_blocking(|| work().map(|answer| Json(answer).into_response())).await;
    // Nobody cancels it, so it can only have panicked.
    done.unwrap_or_else(|error| resume_unwind(error.into_panic()))
}

//! [`App`]: what all requests share, and the two ways to work on one.

use crate::beside::{Beside, Work, blocking};
use crate::clients::Proxies;
use crate::connections::{Client, Connections};
use crate::hosts::Hosts;
use crate::limits::ServerLimits;
use crate::memory::Memory;
use crate::metrics::Metrics;
use crate::pool::{Order, Pool};
use crate::problem::Problem;
use crate::served::ServedGames;
use axum::response::Response;
use plywood_search::StopHandle;
use serde::Serialize;
use std::sync::Arc;

/// What all requests share.
#[derive(Debug)]
pub(crate) struct App {
    /// The threads of the searches.
    pub(crate) pool: Pool,
    /// The threads on which PGN is read.
    pub(crate) readers: Pool,
    pub(crate) beside: Beside,
    pub(crate) limits: ServerLimits,
    pub(crate) games: ServedGames,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) hosts: Hosts,
    pub(crate) connections: Connections,
    pub(crate) proxies: Proxies,
    pub(crate) memory: Memory,
    /// Whether the book is served.
    pub(crate) has_book: bool,
}

impl App {
    /// Does work for a request, such as preparing its search, beside the threads that answer everyone.
    pub(crate) async fn prepare<T: Send + 'static>(
        self: &Arc<Self>,
        client: &Client,
        kind: Work,
        work: impl FnOnce(&Self) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let app = Arc::clone(self);
        self.beside
            .run(client.address, kind, move || work(&app))
            .await
    }

    /// Does work that is no search beside the threads that answer everyone, and answers with what it gives.
    pub(crate) async fn answer<T: Serialize>(
        self: Arc<Self>,
        client: Client,
        kind: Work,
        work: impl FnOnce(&Self) -> Result<T, Problem> + Send + 'static,
    ) -> Result<Response, Problem> {
        let answered = client.clone();
        let work = |app: &Self| app.memory.json(answered, &work(app)?);
        self.prepare(&client, kind, work).await
    }

    /// Runs a search, which gives its nodes and its answer.
    pub(crate) async fn search<T: Serialize + Send + 'static>(
        &self,
        client: Client,
        order: Order,
        search: impl FnOnce(&StopHandle) -> Result<(u64, T), Problem> + Send + 'static,
    ) -> Result<Response, Problem> {
        let (nodes, answer) = self.pool.run(client.address, order, search).await??;
        self.metrics.nodes.add(nodes);
        // A large answer takes a while to be written; the thread of its search would hold more memory meanwhile.
        let memory = self.memory.clone();
        blocking(move || memory.json(client, &answer)).await
    }
}

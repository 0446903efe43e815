//! [`App`]: the state shared by all requests.

use crate::hosts::Hosts;
use crate::memory::Memory;
use crate::metrics::Metrics;
use crate::pool::Pool;
use plywood_service::Service;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The state shared by all requests.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) service: Service,
    /// The threads of the searches.
    pub(crate) pool: Pool,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) hosts: Hosts,
    /// The connections that may still be opened, and their total.
    pub(crate) connections: Arc<Semaphore>,
    pub(crate) most_connections: usize,
    pub(crate) memory: Memory,
    /// `true` if the book is served.
    pub(crate) has_book: bool,
}

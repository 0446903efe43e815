//! [`App`]: what all requests share.

use crate::assets::Assets;
use crate::hosts::Hosts;
use crate::limits::ServerLimits;
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::strategies::Strategies;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

/// What all requests share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) pool: Pool,
    pub(crate) limits: ServerLimits,
    pub(crate) strategies: Strategies,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) hosts: Hosts,
    pub(crate) assets: Assets,
    pub(crate) open_connections: AtomicUsize,
}

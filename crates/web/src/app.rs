//! [`App`]: what all requests share.

use crate::assets::Assets;
use crate::beside::Beside;
use crate::connections::Connections;
use crate::hosts::Hosts;
use crate::limits::ServerLimits;
use crate::memory::Memory;
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::served::ServedGames;
use std::sync::Arc;

/// What all requests share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) pool: Pool,
    pub(crate) beside: Beside,
    pub(crate) limits: ServerLimits,
    pub(crate) games: ServedGames,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) hosts: Hosts,
    pub(crate) assets: Assets,
    pub(crate) connections: Arc<Connections>,
    pub(crate) memory: Memory,
}

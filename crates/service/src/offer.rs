//! [`Offer`]: games, and the limits of requests.

use crate::games::MOST_MOVES;
use crate::limits::ServiceLimits;
use crate::problem::Problem;
use crate::request::Body;
use crate::served::ServedGames;
use crate::task::Task;
use serde::Serialize;
use std::sync::Arc;

/// Everything that a request needs in addition to itself.
#[derive(Debug)]
pub(crate) struct Offer {
    pub(crate) games: ServedGames,
    pub(crate) limits: ServiceLimits,
}

impl Offer {
    /// Makes a task without a search.
    pub(crate) fn answer<T: Serialize>(
        self: &Arc<Self>,
        answer: impl FnOnce(&Self) -> Result<T, Problem> + Send + 'static,
    ) -> Task {
        let offer = Arc::clone(self);
        Task::new(move |_| answer(&offer))
    }

    /// Returns the most bytes of a body.
    pub(crate) fn most_bytes(&self, body: Body) -> usize {
        match body {
            Body::None => 0,
            Body::Json => self.limits.body_bytes,
            // As many moves as a game may have, each with 64 bytes of JSON.
            Body::Game => self.limits.body_bytes.max(64 * MOST_MOVES),
            Body::Pgn => self.limits.pgn_bytes,
            Body::Tree => self.limits.tree_bytes,
        }
    }
}

//! [`Service`]: answers requests about its games.

use crate::limits::ServiceLimits;
use crate::offer::Offer;
use crate::problem::Problem;
use crate::request::{Body, Request};
use crate::routes::route;
use crate::served::ServedGames;
use crate::task::{Task, guarded};
use plywood_catalog::{Catalog, Games, NET, SpecError};
use plywood_tables::Tables;
use std::sync::Arc;

/// Answers requests about its games.
#[derive(Debug, Clone)]
pub struct Service(Arc<Offer>);

/// Returns the games of plywood. The engine evaluates by its network; compositions have an evaluator whose terms can be explained.
#[must_use]
pub fn games() -> impl Games + Clone {
    let chess = [Catalog::chess(), Catalog::chess960()];
    let [chess, chess960] = chess.map(|chess| chess.usual_evaluator_of("engine", NET));
    let small = chess.and(chess960).and(Catalog::tic_tac_toe());
    let boards = small.and(Catalog::connect_four());
    let dice = boards.and(Catalog::einstein()).and(Catalog::backgammon());
    dice.and(Catalog::written_tree())
}

impl Service {
    /// Offers these games, with endgame tables for chess.
    ///
    /// # Errors
    /// [`SpecError`] if two games, or two parts of one, have the same name, or an alias cannot be made.
    pub fn new(
        games: &impl Games,
        tables: Option<&Arc<dyn Tables>>,
        limits: ServiceLimits,
    ) -> Result<Self, SpecError> {
        let games = ServedGames::new(games, tables)?;
        Ok(Self(Arc::new(Offer { games, limits })))
    }

    /// Reads a request. The returned task does the rest.
    ///
    /// # Errors
    /// [`Problem`] if there is no such route, the request is too long or lacks the fields of its route, or a game's own code panics.
    pub fn task(&self, request: &Request<'_>) -> Result<Task, Problem> {
        let route = route(request.method, request.path)?;
        let most = self.most_bytes(route.body);
        if request.body.len() > most {
            return Err(Problem::too_long(most));
        }
        guarded(|| route.task(&self.0, request))
    }

    /// Returns the most bytes of a body.
    #[must_use]
    pub fn most_bytes(&self, body: Body) -> usize {
        self.0.most_bytes(body)
    }

    /// Returns the limits of its requests.
    #[must_use]
    pub fn limits(&self) -> &ServiceLimits {
        &self.0.limits
    }
}

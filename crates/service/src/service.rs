//! [`Service`]: answers requests about its games.

use crate::limits::ServiceLimits;
use crate::offer::Offer;
use crate::problem::Problem;
use crate::request::{Body, Request};
use crate::routes::route;
use crate::served::{ServedGame, ServedGames};
use crate::task::{Task, guarded};
use plywood_catalog::{Catalog, Games, NET, SpecError};
use plywood_tables::Tables;
use std::sync::Arc;

/// Answers requests about its games.
#[derive(Debug, Clone)]
pub struct Service(Arc<Offer>);

/// The games of plywood. The engine judges by its network; compositions have an evaluator whose terms can be explained.
#[must_use]
pub fn games() -> impl Games + Clone {
    let chess = [Catalog::chess(), Catalog::chess960()];
    let [chess, chess960] = chess.map(|chess| chess.usual_evaluator_of("engine", NET));
    let small = chess.and(chess960).and(Catalog::tic_tac_toe());
    let boards = small.and(Catalog::connect_four());
    boards.and(Catalog::written_tree())
}

impl Service {
    /// Offers these games, chess with the knowledge of endgame tables.
    ///
    /// # Errors
    /// Two games, or two parts of one, have the same name; or an alias cannot be made.
    pub fn new(
        games: &impl Games,
        tables: Option<&Arc<dyn Tables>>,
        limits: ServiceLimits,
    ) -> Result<Self, SpecError> {
        let games = ServedGames::new(games, tables)?;
        Ok(Self(Arc::new(Offer { games, limits })))
    }

    /// Reads a request. What remains to be done is the task's.
    ///
    /// # Errors
    /// There is no such route, or the request is too long or does not have the fields of its route. A panic of a game's own code is one, too.
    pub fn task(&self, request: &Request<'_>) -> Result<Task, Problem> {
        let route = route(request.method, request.path)?;
        let most = self.most_bytes(route.body);
        if request.body.len() > most {
            return Err(Problem::too_long(most));
        }
        guarded(|| route.task(&self.0, request))
    }

    /// The most bytes of a body.
    #[must_use]
    pub fn most_bytes(&self, body: Body) -> usize {
        self.0.most_bytes(body)
    }

    /// The limits of its requests.
    #[must_use]
    pub fn limits(&self) -> &ServiceLimits {
        &self.0.limits
    }

    /// The name of the game that is meant where none is named.
    #[must_use]
    pub fn first_game(&self) -> &str {
        let first = self.0.games.all().next();
        first.map_or("", |game| game.about().game.name)
    }

    /// Gives up the tables that no search has used for a minute.
    pub fn tidy(&self) {
        self.0.games.all().for_each(ServedGame::tidy);
    }
}

//! The API: a file for each group of routes. The types of requests and answers describe themselves for `OpenAPI`.

mod body;
mod place_fields;
mod games;
mod play;
mod best_move;
mod compare;
mod live;
mod tree;
mod pgn;
mod status;

use crate::app::App;
use axum::Router;
use std::sync::Arc;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The head of the description.
#[derive(OpenApi)]
#[openapi(info(
    title = "plywood",
    description = "Plays, compares and explains search strategies for chess and small games. Positions are written as a \
                   start and the moves since then. Errors are problem details (RFC 9457) with the field, the reason and \
                   a hint."
))]
struct Head;

/// The routes, and their description.
pub(crate) fn router() -> (Router<Arc<App>>, utoipa::openapi::OpenApi) {
    let api = OpenApiRouter::new()
        .routes(routes!(games::games))
        .routes(routes!(games::chess960_start))
        .routes(routes!(games::strategies))
        .routes(routes!(games::strategy))
        .routes(routes!(games::evaluators))
        .routes(routes!(games::portrait))
        .routes(routes!(play::legal_moves))
        .routes(routes!(play::play))
        .routes(routes!(play::game))
        .routes(routes!(best_move::best_move))
        .routes(routes!(compare::compare))
        .routes(routes!(live::search))
        .routes(routes!(tree::tree))
        .routes(routes!(play::evaluate))
        .routes(routes!(pgn::pgn))
        .routes(routes!(status::health))
        .routes(routes!(status::metrics));
    OpenApiRouter::with_openapi(Head::openapi())
        .nest("/api/v1", api)
        .split_for_parts()
}

//! Legal moves, and playing one.

use crate::api::body::Json as Body;
use crate::api::place_fields::{HasPlace, with_place};
use crate::app::App;
use crate::beside::Work;
use crate::games::{GameTree, PositionData, TriedMove};
use crate::problem::Problem;
use axum::extract::State;
use axum::response::Response;
use std::sync::Arc;

with_place! {
    /// A position.
    pub(super) struct LegalMovesRequest {
    }
}

with_place! {
    /// A position, and the move to play.
    pub(super) struct PlayRequest {
        /// The move to play.
        #[serde(rename = "move")]
        #[schema(example = "g1f3")]
        mv: String,
    }
}

/// The legal moves of a position, how the game stands, and its moves so far.
#[utoipa::path(post, path = "/legal-moves", tag = "play", request_body = LegalMovesRequest,
    responses((status = 200, body = PositionData), (status = 422, body = Problem)))]
pub(super) async fn legal_moves(
    State(app): State<Arc<App>>,
    Body(request): Body<LegalMovesRequest>,
) -> Result<Response, Problem> {
    let shared = Arc::clone(&app);
    app.beside
        .run(Work::Light, move || {
            request.served(&shared)?.position(request.place(), None)
        })
        .await
}

/// Plays a move; the answer describes the position after it.
#[utoipa::path(post, path = "/play", tag = "play", request_body = PlayRequest,
    responses((status = 200, body = PositionData), (status = 422, body = Problem)))]
pub(super) async fn play(
    State(app): State<Arc<App>>,
    Body(request): Body<PlayRequest>,
) -> Result<Response, Problem> {
    let shared = Arc::clone(&app);
    app.beside
        .run(Work::Light, move || {
            let game = request.served(&shared)?;
            game.position(request.place(), Some(&request.mv))
        })
        .await
}

with_place! {
    /// A position, and moves from there with their variations.
    pub(super) struct GameRequest {
        /// The moves, each after the one that it follows; at most 4,096.
        nodes: Vec<TriedMove>,
    }
}

/// A whole game with its variations, in one answer.
#[utoipa::path(post, path = "/game", tag = "play", request_body = GameRequest,
    responses((status = 200, body = GameTree), (status = 422, body = Problem)))]
pub(super) async fn game(
    State(app): State<Arc<App>>,
    Body(request): Body<GameRequest>,
) -> Result<Response, Problem> {
    let shared = Arc::clone(&app);
    app.beside
        .run(Work::Heavy, move || {
            request
                .served(&shared)?
                .tree_of(request.place(), &request.nodes)
        })
        .await
}

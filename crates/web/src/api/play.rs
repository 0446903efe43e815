//! Legal moves, and playing one.

use crate::api::body::Json as Body;
use crate::api::place_fields::{HasPlace, has_place};
use crate::games::GameName;
use crate::opened::PositionData;
use crate::problem::Problem;
use axum::Json;
use serde::Deserialize;
use utoipa::ToSchema;

/// A position.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LegalMovesRequest {
    /// The game; chess by default.
    #[serde(default)]
    game: GameName,
    /// Where the moves begin; the start of the game by default.
    position: Option<String>,
    /// The moves since then, at most 4,096.
    #[serde(default)]
    #[schema(example = json!(["e2e4", "e7e5"]))]
    moves: Vec<String>,
}

/// A position, and the move to play.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayRequest {
    /// The game; chess by default.
    #[serde(default)]
    game: GameName,
    /// Where the moves begin; the start of the game by default.
    position: Option<String>,
    /// The moves since then, at most 4,096.
    #[serde(default)]
    #[schema(example = json!(["e2e4", "e7e5"]))]
    moves: Vec<String>,
    /// The move to play.
    #[serde(rename = "move")]
    #[schema(example = "g1f3")]
    mv: String,
}

has_place!(LegalMovesRequest, PlayRequest);

/// The legal moves of a position, how the game stands, and its moves so far.
#[utoipa::path(post, path = "/legal-moves", tag = "play", request_body = LegalMovesRequest,
    responses((status = 200, body = PositionData), (status = 422, body = Problem)))]
pub(super) async fn legal_moves(
    Body(request): Body<LegalMovesRequest>,
) -> Result<Json<PositionData>, Problem> {
    Ok(Json(request.open()?.data()))
}

/// Plays a move; the answer describes the position after it.
#[utoipa::path(post, path = "/play", tag = "play", request_body = PlayRequest,
    responses((status = 200, body = PositionData), (status = 422, body = Problem)))]
pub(super) async fn play(Body(request): Body<PlayRequest>) -> Result<Json<PositionData>, Problem> {
    let mut place = request.open()?;
    place.play(&request.mv)?;
    Ok(Json(place.data()))
}

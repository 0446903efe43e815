//! The best move of a position, by one strategy.

use crate::api::body::Json as Body;
use crate::api::place_fields::{HasPlace, has_place};
use crate::app::App;
use crate::games::{GameName, Memory};
use crate::limits::LimitsRequest;
use crate::problem::Problem;
use crate::searches::{Answer, Choice};
use axum::Json;
use axum::extract::State;
use plywood_search::StopHandle;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A position, and the strategy that is to find a move.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BestMoveRequest {
    /// The game; chess by default.
    #[serde(default)]
    game: GameName,
    /// Where the moves begin; the start of the game by default.
    position: Option<String>,
    /// The moves since then, at most 4,096. The search knows them and sees repetitions.
    #[serde(default)]
    #[schema(example = json!(["e2e4", "e7e5"]))]
    moves: Vec<String>,
    /// The strategy; by default the strongest of the game.
    #[schema(example = "engine")]
    strategy: Option<String>,
    /// The evaluator; by default that of the game or of the preset.
    evaluator: Option<String>,
    #[serde(default)]
    limits: LimitsRequest,
    /// The seed of random choices, and of the errors of a weaker engine.
    #[serde(default)]
    seed: u64,
    /// The Elo to play at, from 800 to 2,400; only the engine can play below its full strength.
    #[schema(example = 1_400)]
    elo: Option<u32>,
    /// The same as a level from 1 to 9.
    level: Option<u32>,
}

has_place!(BestMoveRequest);

/// Finds the best move of a position.
#[utoipa::path(post, path = "/best-move", tag = "search", request_body = BestMoveRequest,
    responses((status = 200, body = Answer), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn best_move(
    State(app): State<Arc<App>>,
    Body(request): Body<BestMoveRequest>,
) -> Result<Json<Answer>, Problem> {
    let place = request.open()?;
    let choice = Choice {
        strategy: request.strategy,
        evaluator: request.evaluator,
        limits: request.limits,
        seed: request.seed,
        elo: request.elo,
        level: request.level,
    };
    let job = place.job(app.prepare(&choice, Memory::WholeGame))?;
    drop(place);
    let stop = StopHandle::new();
    let order = job.order(&stop);
    let ticket = app.pool.admit_one()?;
    let search = move || job.run(&stop, None);
    let answer = ticket.run(order, || {}, search).await?;
    app.metrics.nodes.add(answer.counts.nodes);
    Ok(Json(answer))
}

//! The best move of a position, by one strategy.

use crate::api::body::Json as Body;
use crate::api::place_fields::{HasPlace, with_place};
use crate::app::App;
use crate::limits::LimitsRequest;
use crate::problem::Problem;
use crate::searches::{Answer, Choice};
use axum::Json;
use axum::extract::State;
use plywood_search::StopHandle;
use std::sync::Arc;

with_place! {
    /// A position, and the strategy that is to find a move.
    pub(super) struct BestMoveRequest {
        /// The strategy by name, or spelled out, such as `pvs+captures+table=16+deepening`; by default the strongest of the game.
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
}

/// Finds the best move of a position.
#[utoipa::path(post, path = "/best-move", tag = "search", request_body = BestMoveRequest,
    responses((status = 200, body = Answer), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn best_move(
    State(app): State<Arc<App>>,
    Body(request): Body<BestMoveRequest>,
) -> Result<Json<Answer>, Problem> {
    let game = request.served(&app)?;
    let choice = Choice {
        strategy: request.strategy.clone(),
        evaluator: request.evaluator.clone(),
        limits: request.limits,
        seed: request.seed,
        elo: request.elo,
        level: request.level,
        lines: None,
    };
    let job = game.job(request.place(), app.prepare(&choice, true))?;
    let stop = StopHandle::new();
    let order = job.order(&stop);
    let ticket = app.pool.admit_one()?;
    let search = move || job.run(&stop, None);
    let answer = ticket.run(order, || {}, search).await??;
    app.metrics.nodes.add(answer.counts.nodes);
    Ok(Json(answer))
}

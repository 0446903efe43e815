//! The best move of a position, by one strategy.

use crate::api::body::Json as Body;
use crate::api::place_fields::with_choice;
use crate::app::App;
use crate::beside::Work;
use crate::connections::Client;
use crate::problem::Problem;
use crate::searches::{Answer, Choice};
use axum::extract::State;
use axum::response::Response;
use std::sync::Arc;

with_choice! {
    /// A position, and the strategy that is to find a move.
    pub(super) struct BestMoveRequest {
        /// The Elo to play at, from 800 to 2,400; only the engine can play below its full strength.
        #[schema(example = 1_400)]
        elo: Option<u32>,
    }
}

/// Finds the best move of a position.
#[utoipa::path(post, path = "/best-move", tag = "search", request_body = BestMoveRequest,
    responses((status = 200, body = Answer), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn best_move(
    State(app): State<Arc<App>>,
    client: Client,
    Body(request): Body<BestMoveRequest>,
) -> Result<Response, Problem> {
    let choice = Choice {
        elo: request.elo,
        in_game: true,
        ..request.choice()
    };
    let prepared = app.prepare(&client, Work::Light, move |app| {
        let game = request.served(app)?;
        game.job(request.place(), &choice, &app.limits)
    });
    let job = prepared.await?;
    app.search(client, job.order(), |stop| {
        let answer = job.run(stop, None)?;
        Ok((answer.counts.stats.nodes, answer))
    })
    .await
}

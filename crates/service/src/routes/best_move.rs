//! The best move of a position, by one strategy.

use crate::offer::Offer;
use crate::place_fields::with_choice;
use crate::problem::Problem;
use crate::request::Request;
use crate::searches::{Answer, Choice};
use crate::task::Task;
use std::sync::Arc;

with_choice! {
    /// A position, and the strategy to find a move.
    pub(super) struct BestMoveRequest {
        /// The Elo to play at, from 800 to 2,400; only the engine can play below its full strength.
        #[schema(example = 1_400)]
        elo: Option<u32>,
    }
}

/// Finds the best move of a position.
#[utoipa::path(post, path = "/best-move", tag = "search", request_body = BestMoveRequest,
    responses((status = 200, body = Answer)))]
pub(super) fn best_move(offer: &Arc<Offer>, request: &Request<'_>) -> Result<Task, Problem> {
    let request: BestMoveRequest = request.json()?;
    let choice = Choice {
        elo: request.elo,
        in_game: true,
        ..request.choice()
    };
    let game = request.served(offer)?;
    let job = game.job(request.place(), &choice, &offer.limits)?;
    Ok(Task::search(job.time(), move |stop, _| job.run(stop, None)))
}

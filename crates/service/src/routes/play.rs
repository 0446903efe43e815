//! Positions: their legal moves, moves played, whole games, and evaluations.

use crate::games::{Evaluation, GameTree, PositionData, TriedMove};
use crate::offer::Offer;
use crate::place_fields::with_place;
use crate::problem::Problem;
use crate::request::Request;
use crate::task::Task;
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

/// Lists the legal moves of a position, with the state of the game and its moves so far.
#[utoipa::path(post, path = "/legal-moves", tag = "play", request_body = LegalMovesRequest,
    responses((status = 200, body = PositionData)))]
pub(super) fn legal_moves(offer: &Arc<Offer>, request: &Request<'_>) -> Result<Task, Problem> {
    let request: LegalMovesRequest = request.json()?;
    Ok(offer.answer(move |offer| request.served(offer)?.position(request.place(), None)))
}

/// Plays a move; the answer describes the position after it.
#[utoipa::path(post, path = "/play", tag = "play", request_body = PlayRequest,
    responses((status = 200, body = PositionData)))]
pub(super) fn play(offer: &Arc<Offer>, request: &Request<'_>) -> Result<Task, Problem> {
    let request: PlayRequest = request.json()?;
    Ok(offer.answer(move |offer| {
        let game = request.served(offer)?;
        game.position(request.place(), Some(&request.mv))
    }))
}

with_place! {
    /// A position, and moves from there with their variations.
    pub(super) struct GameRequest {
        /// The moves, each after the one it follows; at most 4,096.
        nodes: Vec<TriedMove>,
    }
}

/// Returns a whole game with its variations, in one answer. The request may have 256 KiB.
#[utoipa::path(post, path = "/game", tag = "play", request_body = GameRequest,
    responses((status = 200, body = GameTree)))]
pub(super) fn game(offer: &Arc<Offer>, request: &Request<'_>) -> Result<Task, Problem> {
    let request: GameRequest = request.json()?;
    Ok(offer.answer(move |offer| {
        request
            .served(offer)?
            .tree_of(request.place(), &request.nodes)
    }))
}

with_place! {
    /// A position, and the evaluators to score it.
    pub(super) struct EvaluateRequest {
        /// The names of the evaluators; all by default.
        #[serde(default)]
        #[schema(example = json!(["material", "classical"]))]
        evaluators: Vec<String>,
        /// True if the ten questions about the position should also be answered.
        #[serde(default)]
        questions: bool,
    }
}

/// Returns the scores of evaluators, by term and by piece, and the answers to ten questions about the position.
#[utoipa::path(post, path = "/evaluate", tag = "look inside", request_body = EvaluateRequest,
    responses((status = 200, body = Evaluation)))]
pub(super) fn evaluate(offer: &Arc<Offer>, request: &Request<'_>) -> Result<Task, Problem> {
    let request: EvaluateRequest = request.json()?;
    Ok(offer.answer(move |offer| {
        let game = request.served(offer)?;
        game.evaluate(request.place(), &request.evaluators, request.questions)
    }))
}

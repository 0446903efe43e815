//! What evaluators think of a position, and the ten questions.

use crate::api::body::Json as Body;
use crate::api::place_fields::{HasPlace, has_place};
use crate::games::{GameName, PieceData, QuestionData, TermData};
use crate::problem::Problem;
use crate::searches::ScoreData;
use axum::Json;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A position, and the evaluators that are to judge it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EvaluateRequest {
    /// The game; chess by default.
    #[serde(default)]
    game: GameName,
    /// Where the moves begin; the start of the game by default.
    position: Option<String>,
    /// The moves since then, at most 4,096.
    #[serde(default)]
    #[schema(example = json!(["e2e4", "e7e5"]))]
    moves: Vec<String>,
    /// The names of the evaluators; all by default.
    #[serde(default)]
    #[schema(example = json!(["material", "classical"]))]
    evaluators: Vec<String>,
    /// Whether to answer the ten questions about the position, too.
    #[serde(default)]
    questions: bool,
}

has_place!(EvaluateRequest);

/// What evaluators think of a position.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Evaluation {
    position: String,
    side_to_move: &'static str,
    evaluators: Vec<EvaluatedData>,
    questions: Vec<QuestionData>,
}

/// The score of one evaluator.
#[derive(Debug, Serialize, ToSchema)]
struct EvaluatedData {
    evaluator: String,
    /// The score from the view of the player who moves first in the game.
    score: Option<ScoreData>,
    score_text: String,
    /// What adds up to the score; empty where the evaluator has no terms.
    terms: Vec<TermData>,
    /// What each piece is worth; empty in the small games.
    pieces: Vec<PieceData>,
}

/// The scores of evaluators, by term and by piece, and the answers to ten questions about the position.
#[utoipa::path(post, path = "/evaluate", tag = "look inside", request_body = EvaluateRequest,
    responses((status = 200, body = Evaluation), (status = 422, body = Problem)))]
pub(super) async fn evaluate(
    Body(request): Body<EvaluateRequest>,
) -> Result<Json<Evaluation>, Problem> {
    let place = request.open()?;
    let evaluated = place.evaluate(&request.evaluators)?;
    let score_text = evaluated.score_text;
    let evaluators = evaluated
        .evaluators
        .into_iter()
        .map(|evaluated| EvaluatedData {
            evaluator: evaluated.evaluator,
            score: ScoreData::new(evaluated.score),
            score_text: score_text(evaluated.score),
            terms: evaluated.terms,
            pieces: evaluated.pieces,
        });
    Ok(Json(Evaluation {
        position: evaluated.position,
        side_to_move: evaluated.side_to_move,
        evaluators: evaluators.collect(),
        questions: if request.questions {
            place.questions()
        } else {
            Vec::new()
        },
    }))
}

//! What evaluators think of a position, and the ten questions.

use crate::api::body::Json as Body;
use crate::api::place_fields::{HasPlace, with_place};
use crate::app::App;
use crate::beside::Work;
use crate::games::Evaluation;
use crate::problem::Problem;
use axum::extract::State;
use axum::response::Response;
use std::sync::Arc;

with_place! {
    /// A position, and the evaluators that are to judge it.
    pub(super) struct EvaluateRequest {
        /// The names of the evaluators; all by default.
        #[serde(default)]
        #[schema(example = json!(["material", "classical"]))]
        evaluators: Vec<String>,
        /// Whether to answer the ten questions about the position, too.
        #[serde(default)]
        questions: bool,
    }
}

/// The scores of evaluators, by term and by piece, and the answers to ten questions about the position.
#[utoipa::path(post, path = "/evaluate", tag = "look inside", request_body = EvaluateRequest,
    responses((status = 200, body = Evaluation), (status = 422, body = Problem)))]
pub(super) async fn evaluate(
    State(app): State<Arc<App>>,
    Body(request): Body<EvaluateRequest>,
) -> Result<Response, Problem> {
    let shared = Arc::clone(&app);
    app.beside
        .run(Work::Heavy, move || {
            let game = request.served(&shared)?;
            game.evaluate(request.place(), &request.evaluators, request.questions)
        })
        .await
}

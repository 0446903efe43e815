//! Evaluations and answers to questions as JSON.

use plywood_eval::Score;
use serde::Serialize;
use utoipa::ToSchema;

/// A score: `{"cp": 35}` in centipawns, or `{"mate": 3}` in moves, negative for the side that is mated. A win or loss that does not end
/// with a move of the winner is counted in plies: `{"won_in": 4}`, `{"lost_in": 0}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(value_type = Object, example = json!({"cp": 35}))]
pub(crate) struct ScoreData(Score);

/// The evaluations of a position.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Evaluation {
    pub(crate) position: String,
    pub(crate) side_to_move: &'static str,
    pub(crate) evaluators: Vec<EvaluatedData>,
    pub(crate) questions: Vec<QuestionData>,
}

/// The score of one evaluator.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EvaluatedData {
    pub(crate) evaluator: String,
    /// The score from the point of view of the player who moves first in the game.
    pub(crate) score: Option<ScoreData>,
    pub(crate) score_text: String,
    /// The terms of the score; empty if the evaluator has none.
    pub(crate) terms: Vec<TermData>,
    /// The value of each piece; empty in games other than chess.
    pub(crate) pieces: Vec<PieceData>,
    /// True if `/portrait` has a picture of its terms.
    pub(crate) has_portrait: bool,
}

/// A term of a score, in centipawns for each side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct TermData {
    #[schema(example = "king safety")]
    pub(crate) name: String,
    pub(crate) white: i32,
    pub(crate) black: i32,
}

/// The value of a piece on its square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct PieceData {
    pub(crate) square: String,
    pub(crate) piece: String,
    /// The centipawns that its side would lose without it; `null` if the position would then be illegal.
    pub(crate) worth: Option<i32>,
    /// The difference from the mean of all pieces of its kind on the board.
    pub(crate) lead: Option<i32>,
}

/// A question about a position, with its answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct QuestionData {
    pub(crate) question: String,
    pub(crate) answers: Vec<String>,
}

impl ScoreData {
    /// Makes a score; `None` for the bound of an open window.
    pub(crate) fn new(score: Score) -> Option<Self> {
        (!score.is_infinite()).then_some(Self(score))
    }
}

//! Evaluations and answers to questions as JSON.

use crate::games::{Memory, Place, StrategyName, WebGame};
use plywood_core::Position;
use plywood_eval::{Answers, Score};
use plywood_lab::{Explained, Explanation, Failure};
use plywood_search::Limits;
use serde::Serialize;
use utoipa::ToSchema;

/// The score of one evaluator, taken apart.
#[derive(Debug, Clone)]
pub(crate) struct Evaluated {
    pub(crate) evaluator: String,
    /// The score from the view of the side to move first in the game.
    pub(crate) score: Score,
    pub(crate) terms: Vec<TermData>,
    pub(crate) pieces: Vec<PieceData>,
}

/// A term of a score, in centipawns for each side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct TermData {
    #[schema(example = "king safety")]
    pub(crate) name: String,
    pub(crate) white: i32,
    pub(crate) black: i32,
}

/// What a piece on its square is worth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct PieceData {
    pub(crate) square: String,
    pub(crate) piece: String,
    /// How many centipawns its side would lose without it; `null` if the position would then be illegal.
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

/// Takes the scores of chess evaluators apart.
pub(super) fn explain(position: &Position, names: &[String]) -> Result<Vec<Evaluated>, Failure> {
    let explanation =
        Explanation::new(position, names).map_err(|error| Failure::Usage(error.to_string()))?;
    Ok(explanation.evaluators.into_iter().map(evaluated).collect())
}

fn evaluated(explained: Explained) -> Evaluated {
    let terms = explained.terms.into_iter().map(|term| TermData {
        name: term.name,
        white: term.white,
        black: term.black,
    });
    let pieces = explained.pieces.into_iter().map(|piece| PieceData {
        square: piece.square.to_string(),
        piece: piece.piece.letter().to_string(),
        worth: piece.worth,
        lead: piece.lead,
    });
    Evaluated {
        evaluator: explained.evaluator,
        score: explained.score,
        terms: terms.collect(),
        pieces: pieces.collect(),
    }
}

/// The ten questions with their answers.
pub(super) fn questions(position: &Position) -> Vec<QuestionData> {
    let mut questions: Vec<QuestionData> = Vec::new();
    for line in Answers::of(position).to_string().lines().map(str::trim) {
        if line.ends_with('?') {
            let question = line.to_owned();
            questions.push(QuestionData {
                question,
                answers: Vec::new(),
            });
        } else if let Some(last) = questions.last_mut() {
            last.answers.push(line.to_owned());
        }
    }
    questions
}

/// The scores of evaluators of a game without terms: a search to depth 0 is an evaluation.
pub(super) fn evaluate<G: WebGame>(
    place: &Place<G>,
    names: &[String],
) -> Result<Vec<Evaluated>, Failure> {
    let evaluate = |name: &String| {
        let strategy = StrategyName {
            strategy: "minimax".to_owned(),
            evaluator: Some(name.clone()),
            seed: 0,
            elo: None,
        };
        let search = G::search(place, &strategy, Memory::PositionOnly)?;
        let score = search(&Limits::depth(0), &mut ())
            .score
            .unwrap_or(Score::DRAW);
        let is_first = place.position().player_to_move() == 0;
        Ok(Evaluated {
            evaluator: name.clone(),
            score: if is_first { score } else { -score },
            terms: Vec::new(),
            pieces: Vec::new(),
        })
    };
    names.iter().map(evaluate).collect()
}

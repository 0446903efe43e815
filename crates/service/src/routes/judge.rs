//! The judge for a search that runs in the client, such as a visitor's browser.

use crate::offer::Offer;
use crate::problem::Problem;
use crate::request::Request;
use crate::task::Task;
use plywood_judge::{Answer, Judge, JudgeSettings, Question, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use utoipa::ToSchema;

/// All answers so far. The same settings always give the same questions, so nothing is stored between requests.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct JudgeRequest {
    /// The kind of search and its properties: `search` (`minimax`, `alpha-beta`, `fail-hard`, `fail-soft` or `pvs`), `games` (`tree`,
    /// `tic-tac-toe`, `connect-four`, `chess`), `plain`, `table`, `repetition`, `questions`, `answered`, `require`
    /// and `seed`.
    #[serde(default)]
    #[schema(value_type = Object)]
    settings: JudgeSettings,
    /// The answers to all questions so far, in their order: `{"value": 3, "move": 1, "leaves": [3, 12]}` (only the value is required), a
    /// number alone, or `null`. `log` can have the events of the search, which explain an error.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    answers: Vec<Value>,
}

/// The next questions, or the verdict.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct JudgeAnswer {
    /// The number of answered questions.
    answered: usize,
    /// The questions to answer now: `id`, `game`, `position`, `depth`, `ask`, `search`, for a tree `tree`, nested lists, and
    /// `fresh` if the program should be started anew for this question, and `log` if a log of its search would help.
    #[schema(value_type = Vec<Object>)]
    questions: Vec<Value>,
    /// The verdict, once there are no more questions: `outcome`, `passed`, `parts` (`value`, `move`, `cutoffs`), `notes`, `bugs`,
    /// `asked`, `unanswered`, `wrong`, `leaves`, `witness`, `observed` and `coverage`.
    #[schema(value_type = Option<Object>)]
    verdict: Option<Verdict>,
    /// The verdict as text.
    text: Option<String>,
}

/// The most questions at the start.
const MOST: usize = 500;

/// Tests a search on trees and positions, finds the smallest it gets wrong, and names its bug.
#[utoipa::path(post, path = "/judge", tag = "look inside", request_body = JudgeRequest,
    responses((status = 200, body = JudgeAnswer)))]
pub(super) fn judge(_: &Arc<Offer>, request: &Request<'_>) -> Result<Task, Problem> {
    let JudgeRequest {
        mut settings,
        answers,
    } = request.json()?;
    settings.questions = settings.questions.min(MOST);
    let answers = answers.iter().enumerate().map(|(index, answer)| {
        let wrong = |error| Problem::value("answers", format!("answer {}: {error}", index + 1));
        Answer::from_json(answer, index + 1).map_err(wrong)
    });
    let answers = answers.collect::<Result<Vec<Option<Answer>>, Problem>>()?;
    Ok(Task::new(move |_| Ok(judged(settings, answers))))
}

fn judged(settings: JudgeSettings, mut answers: Vec<Option<Answer>>) -> JudgeAnswer {
    let mut judge = Judge::new(settings);
    while !judge.questions().is_empty() && judge.questions().len() <= answers.len() {
        let later = answers.split_off(judge.questions().len());
        judge.answer(std::mem::replace(&mut answers, later));
    }
    let answered = judge.answered() + answers.len();
    let open = judge.questions().iter().enumerate().skip(answers.len());
    let json = |(place, question): (usize, &Question)| question.json(judge.answered() + place + 1);
    let questions = open.map(json).collect();
    let verdict = judge.verdict();
    JudgeAnswer {
        answered,
        questions,
        text: verdict.as_ref().map(ToString::to_string),
        verdict,
    }
}

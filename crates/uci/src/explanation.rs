//! A position's evaluation as text for people, term by term.

use crate::strategies;
use plywood_core::Position;
use plywood_engine::Evaluation;
use plywood_eval::evaluators::{self, UnknownEvaluator};
use plywood_eval::{Classical, Evaluator, Score};

/// The evaluation by its terms, from White's view, and a sentence with the score; the error if the evaluator is unknown.
pub(crate) fn explain(evaluator: &str, position: &Position) -> String {
    let found = match evaluator {
        strategies::DEFAULT_EVALUATOR => Ok(classical(&Evaluation::fitted(), position)),
        "classical" => Ok(classical(&Classical::default(), position)),
        name => by_terms(name, position),
    };
    match found {
        Ok((table, score)) => {
            let side = position.side_to_move();
            format!(
                "{}\n\n{side} to move. The score from {side}'s view is {score}.",
                table.trim_end()
            )
        }
        Err(error) => error.to_string(),
    }
}

fn classical(classical: &Classical, position: &Position) -> (String, Score) {
    let table = format!("{:#}", classical.explain(position));
    (table, classical.evaluate(position))
}

fn by_terms(name: &str, position: &Position) -> Result<(String, Score), UnknownEvaluator> {
    let score = evaluators::by_name(name)?.evaluate(position);
    let table = evaluators::breakdown(name, position)?.to_string();
    Ok((table, score))
}

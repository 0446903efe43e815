//! Explains a position in text: its evaluation term by term, and its board with the moves and draws.

use plywood_catalog::{Catalog, EvaluatorSpec, SpecError};
use plywood_core::{History, Position};
use plywood_eval::{Evaluator, PieceWorth};
use plywood_notation::san;
use std::fmt::Write as _;

/// Returns the evaluation from White's point of view, by its terms where they are known, and a sentence with the score. The default is the
/// first evaluator that declares an explanation, which is the engine's with terms.
pub(crate) fn explain(
    catalog: &Catalog<Position>,
    evaluator: Option<&EvaluatorSpec>,
    position: &Position,
) -> Result<String, SpecError> {
    let names = || catalog.evaluators().map(|entry| entry.name);
    let is_explained = |name: &&str| {
        let evaluator = catalog.any_evaluator(name);
        evaluator.is_ok_and(|evaluator| evaluator.explanation().is_some())
    };
    let usual = || {
        let name = names().find(is_explained).or(names().next());
        EvaluatorSpec::named(name.unwrap_or_default())
    };
    let spec = evaluator.cloned().unwrap_or_else(usual);
    let evaluator = catalog.evaluator_of(&spec)?;
    let table = match (evaluator.explanation(), catalog.linear_of(&spec)) {
        (Some(explain), _) => explain(position),
        (None, Ok(linear)) => linear.details(position),
        (None, Err(_)) => worth(&evaluator, position),
    };
    let score = evaluator.evaluate(position);
    let side = position.side_to_move();
    let text = format!(
        "{}\n\n{side} to move. The score from {side}'s point of view is {score}.",
        table.trim_end()
    );
    Ok(text.trim_start_matches('\n').to_owned())
}

/// Returns the value of each piece, for an evaluator without terms.
fn worth(evaluator: &impl Evaluator<Position>, position: &Position) -> String {
    let board = PieceWorth::board(&PieceWorth::of_all(evaluator, position));
    format!("What each piece is worth, in pawns: the score without it\n\n{board}")
}

/// Returns the board, the legal moves, and the result if the game is over.
pub(crate) fn drawing(game: &History) -> String {
    let position = game.position();
    let mut text = position.to_text().to_string();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let _ = writeln!(text, "FEN: {position}");
    let _ = writeln!(text, "Key: {:016x}", position.key());
    let _ = write!(text, "Legal moves: {}", legal_moves(position));
    let checkers = position.checkers().into_iter();
    let checkers: Vec<String> = checkers.map(|square| square.to_string()).collect();
    if !checkers.is_empty() {
        let _ = write!(text, "\nCheck from: {}", checkers.join(" "));
    }
    if let Some(outcome) = game.outcome() {
        let _ = write!(text, "\nThe game is over: {outcome}");
    } else if let Some(claim) = game.claim() {
        let _ = write!(text, "\nA draw can be claimed: {claim}");
    }
    text
}

/// Returns the legal moves in SAN, on one line.
pub(crate) fn legal_moves(position: &Position) -> String {
    let moves = position.legal_moves().into_iter();
    let moves: Vec<String> = moves
        .map(|mv| san::write(position, mv).to_string())
        .collect();
    moves.join(" ")
}

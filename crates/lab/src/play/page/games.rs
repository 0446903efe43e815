//! The games of a match for the script of its page.

use crate::play::entry::Entry;
use plywood_core::{Board, Color, Piece, Position, Square};
use plywood_notation::pgn::{Comment, PgnGame, PgnScore, Step};
use serde::Serialize;

/// A game that can be clicked through.
#[derive(Debug, Clone, Serialize)]
pub(super) struct GameData {
    number: usize,
    white: String,
    black: String,
    result: String,
    reason: String,
    /// The plies before the first move, if the game had begun at move 1 with White: 1 if Black moves first.
    plies_before: u32,
    /// The pieces at the start: a square and a letter each, as in `e1K`.
    start: String,
    plies: Vec<Ply>,
}

/// A move of a game.
#[derive(Debug, Clone, Serialize)]
struct Ply {
    san: String,
    /// The squares that change, each with its new piece or `.`, as in `e2. e4P`.
    changes: String,
    /// The evaluation as text.
    eval: Option<String>,
    /// The same from White's view in pawns; mates are ten pawns.
    pawns: Option<f64>,
    depth: Option<u32>,
}

impl GameData {
    /// The game of an entry, if it is one of chess.
    pub(super) fn new(entry: &Entry) -> Option<Self> {
        let game: PgnGame = entry.record.parse().ok()?;
        let tag = |name| game.tags().get(name).unwrap_or("?").to_owned();
        Some(Self {
            number: entry.game,
            white: tag("White"),
            black: tag("Black"),
            result: entry.result.clone(),
            reason: entry.reason.clone(),
            plies_before: plies_before(game.start()),
            start: changes(None, game.start().board()),
            plies: game.main_line_steps().map(|step| Ply::new(&step)).collect(),
        })
    }
}

fn plies_before(start: &Position) -> u32 {
    let moves = start.fullmove_number().saturating_sub(1);
    2 * moves + u32::from(start.side_to_move() == Color::Black)
}

impl Ply {
    fn new(step: &Step<'_>) -> Self {
        let comments = step.node.comments();
        let evaluation = comments.iter().find_map(Comment::evaluation);
        Self {
            san: step.san().to_string(),
            changes: changes(Some(step.before.board()), step.after.board()),
            eval: evaluation.map(|found| found.score.to_string()),
            pawns: evaluation.map(|found| pawns(found.score)),
            depth: evaluation.and_then(|found| found.depth),
        }
    }
}

const MOST_PAWNS: f64 = 10.0;

fn pawns(score: PgnScore) -> f64 {
    match score {
        PgnScore::Centipawns(centipawns) => {
            (f64::from(centipawns) / 100.0).clamp(-MOST_PAWNS, MOST_PAWNS)
        }
        PgnScore::Mate(moves) if moves > 0 => MOST_PAWNS,
        PgnScore::Mate(_) => -MOST_PAWNS,
    }
}

/// The squares on which two boards differ, with what stands there on the second.
fn changes(before: Option<&Board>, after: &Board) -> String {
    let piece = |board: &Board, square| board.piece_at(square);
    let differs = |square: &Square| match before {
        Some(before) => piece(before, *square) != piece(after, *square),
        None => piece(after, *square).is_some(),
    };
    let text = |square: Square| {
        let letter = piece(after, square).map_or('.', Piece::letter);
        format!("{square}{letter}")
    };
    let changed: Vec<String> = Square::ALL.into_iter().filter(differs).map(text).collect();
    changed.join(" ")
}
